import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'

import type { Call } from '../calls/call.ts'
import {
  parseExactRequest,
  parseRequest,
  refuseLongLists,
  refuseLostFields,
  refuseMisspelt,
} from '../core/terms/request.ts'

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

const REFUSALS = { lost: refuseLostFields, misspelt: refuseMisspelt }

/**
 * Registers a call at its method and path, and at its alias. A body that is not what the call says is refused before the handler runs.
 * @throws {InvalidRequestError} names the first wrong field
 */
export function serve<Served extends Call>(
  server: FastifyInstance,
  call: Served,
  handler: Handler<Served>,
  options: RouteShorthandOptions = {},
): void {
  for (const path of call.alias ? [call.path, call.alias] : [call.path]) {
    const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
    server[call.method]<Params>(url, options, (request, reply) => {
      void reply.status(call.status ?? 200)
      const { id = '' } = request.params
      const read = call.method === 'post' ? readBody(call, request.body) : undefined
      // What the schema of this very call has read.
      const body = read as Asked<Served>['body']
      return handler({ request, reply, id, body })
    })
  }
}

function readBody({ request, refuses }: Post, json: unknown): unknown {
  refuseLongLists(json)
  return refuses && request instanceof z.ZodObject
    ? parseExactRequest(request, json, REFUSALS[refuses])
    : parseRequest(request, json)
}
