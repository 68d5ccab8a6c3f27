import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import {
  Approval,
  MadeKey,
  NewKey,
  SignOrder,
  Waiting,
  type SignerDesk,
  type Signer,
} from '../../claims/signer.ts'
import { isSameSecret } from '../../services/flow/is-same-secret.ts'
import { parseRequest } from '../../core/terms/request.ts'
import { errorBody } from '../error-body.ts'

const Wanted = z.object({ wanted: z.array(NewKey).min(1).max(500) })

/** The signer for the service that asks it: only whoever has the token is answered. */
export const signerRoutes =
  ({ signer, token }: { signer: Signer & SignerDesk; token: string }) =>
  (server: FastifyInstance) => {
    server.addHook('onRequest', async (request, reply) => {
      const [, given = ''] = /^Bearer (\S{1,256})$/.exec(request.headers.authorization ?? '') ?? []
      if (isSameSecret(given, token)) return
      await reply
        .status(401)
        .send(
          errorBody(
            'PROOF_REQUIRED',
            "This is not the signer's token.",
            'Set SIGNER_TOKEN to the same on both sides.',
            request.id,
          ),
        )
    })
    server.get('/health', async () => {
      const { isPaused: paused } = await signer.standing()
      return { status: 'ok', keys: await signer.keyIds(), paused }
    })
    server.post('/keys', async ({ body }) => {
      const answer = await signer.makeKeys(parseRequest(Wanted, body).wanted)
      return 'keys' in answer ? { keys: answer.keys.map((key) => MadeKey.encode(key)) } : answer
    })
    server.post('/sign', ({ body }) => signer.sign(parseRequest(SignOrder, body)))
    server.get('/waiting', async () => ({
      waiting: (await signer.waiting()).map((each) => Waiting.encode(each)),
    }))
    server.post('/approve', async ({ body }) => ({
      approved: await signer.approve(parseRequest(Approval, body)),
    }))
  }
