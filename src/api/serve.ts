import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { z } from 'zod'

import type { Call } from '../calls/call.ts'
import { parseRequest } from '../core/terms/request.ts'

type Params = { Params: Record<string, string> }
type Post = Extract<Call, { method: 'post' }>

/** What a handler is handed: the request with the parts of its path, its reply, and the body as the call's schema reads it. */
type Asked<Served extends Call> = {
  request: FastifyRequest<Params>
  reply: FastifyReply
  /** The `{id}` of the path; empty where it has none. */
  id: string
  body: Served extends Post ? z.output<Served['request']> : undefined
}

type Handler<Served extends Call> = (asked: Asked<Served>) => Promise<z.input<Served['answer']>>

/**
 * Registers a call at its method and path. A body that is not what the call's schema says is refused before the handler runs.
 * @throws {InvalidRequestError} names the first wrong field
 */
export function serve<Served extends Call>(
  server: FastifyInstance,
  call: Served,
  handler: Handler<Served>,
): void {
  serveUnread(server, call, (request, reply) => {
    const { id = '' } = request.params
    const read = call.method === 'post' ? parseRequest(call.request, request.body) : undefined
    // What the schema of this very call has read.
    const body = read as Asked<Served>['body']
    return handler({ request, reply, id, body })
  })
}

/** Registers a call whose handler reads the body itself, since it asks more of it than a schema can. */
export function serveUnread<Served extends Call>(
  server: FastifyInstance,
  { method, path, status = 200 }: Served,
  handler: (
    request: FastifyRequest<Params>,
    reply: FastifyReply,
  ) => Promise<z.input<Served['answer']>>,
  options: RouteShorthandOptions = {},
): void {
  server[method]<Params>(path.replaceAll(/\{(\w+)\}/g, ':$1'), options, (request, reply) => {
    void reply.status(status)
    return handler(request, reply)
  })
}
