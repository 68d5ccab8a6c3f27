import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'

import type { HttpFront } from '../http-listener.ts'
import type { ActiveTroubles } from './active-troubles.ts'
import type { RpcTrouble } from './trouble.ts'

const PAGE = '<!doctype html><title>Just a moment</title><h1>Checking your browser</h1>'

/** What is on for a chain's RPC, before its public address. A batch counts as one request, a browser's preflight as none. */
export function createRpcFront(troubles: ActiveTroubles, chainUid: string): HttpFront {
  const isHere = ({ chain_uid = chainUid }: RpcTrouble) => chain_uid === chainUid
  return (behind) => async (request, response) => {
    if (request.method === 'OPTIONS') return behind(request, response)
    const slow = troubles.take(['slow_rpc'], isHere)
    if (slow) await setTimeout(slow.delay_ms)
    const broken = troubles.take(['break_rpc'], isHere)
    if (!broken) return behind(request, response)
    // A page of another origin must see what the answer is.
    response.setHeader('access-control-allow-origin', '*')
    answers[broken.answer](response)
  }
}

const answers = {
  too_many_requests: (response: ServerResponse) =>
    response
      .writeHead(429, { 'content-type': 'text/plain', 'retry-after': '1' })
      .end('Too Many Requests'),
  html: (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
  hang_up: (response: ServerResponse) => response.destroy(),
}
