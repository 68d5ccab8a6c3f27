import type { FastifyInstance } from 'fastify'

import { StoppingError } from '../core/terms/errors.ts'
import { isSameSecret } from '../services/flow/is-same-secret.ts'

// What servers on one database say to each other when one passes on what it was asked.

/** On a request: that one of our servers passes it on, and for whom. */
export const PEER = 'x-vouch-peer'
export const CLIENT = 'x-vouch-client'
/** On an answer: nothing was done of what was asked, so another server may be asked. */
export const UNTOUCHED = 'x-vouch-untouched'

/**
 * Takes the word of our other servers for whom they ask. `secret` is what they find beside our address; whoever names another one has taken us for a server that ended.
 * `onPeer` is told the address that one of them asks from.
 */
export const believePeers =
  ({ secret, onPeer }: { secret: string; onPeer: (address: string) => void }) =>
  (server: FastifyInstance) => {
    server.addHook('onRequest', async (request, reply) => {
      const { [PEER]: named, [CLIENT]: client } = request.headers
      if (named === undefined) return
      if (typeof named !== 'string' || typeof client !== 'string' || !isSameSecret(named, secret)) {
        reply.header(UNTOUCHED, 'yes')
        throw new StoppingError()
      }
      const { remoteAddress } = request.socket
      if (remoteAddress !== undefined) onPeer(remoteAddress)
      Object.defineProperty(request, 'ip', { value: client }) // what the framework finds is the other server's
    })
  }
