import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Claims } from '../claims/claims.ts'
import { ProofRequiredError } from '../claims/errors.ts'
import {
  ProofRequest,
  RedeemRequest,
  VerifyRequest,
  type ClaimSession,
  type ClaimView,
  type RedeemAnswer,
} from '../core/claim-calls.ts'
import { needsPin } from '../core/email-cap.ts'
import type { Network } from '../core/network.ts'
import { parseRequest } from '../core/request.ts'
import type { Tracker } from '../core/tracking/tracker.ts'

type Params = { Params: { id: string } }

type Deps = { network: Network; claims: Claims; tracker: Tracker }

/** `/api/v1/claims/{id}`: the claim page's own interface. The link's secret comes in a header, never in an address. */
export const claimRoutes =
  ({ network, claims, tracker }: Deps) =>
  (server: FastifyInstance) => {
    const destinations = network.chains.map(({ chain_uid, name, family, ...chain }) => ({
      chain_uid,
      name,
      family,
      native_currency: 'native_currency' in chain ? chain.native_currency : null,
      tokens: network.tokens
        .filter(({ denoms }) => denoms.some((denom) => denom.chain_uid === chain_uid))
        .map(({ token }) => token),
    }))
    const tokens = network.tokens.map(({ token, decimals }) => ({ token, decimals }))

    server.get<Params>('/api/v1/claims/:id', async (request): Promise<ClaimView> => {
      const view = await claims.view(request.params.id, linkSecretOf(request))
      const { recipient, announced, items } = view
      return {
        id: view.id,
        recipient,
        sender_name: view.senderName,
        note: view.note ?? null,
        key_held: view.keyHeld,
        announced: { token: announced.token, amount: `${announced.amount}` },
        items: items.map(({ claimId, token, amount, status }) => ({
          claim_id: claimId,
          token,
          amount: `${amount}`,
          status,
          otp_required: needsPin(network, recipient, { token, amount }),
        })),
        redemptions: await Promise.all(
          view.redemptions.map(async ({ claimId, recipient: to, txHash, status, error }) => ({
            claim_id: claimId,
            recipient: to,
            tx_hash: txHash,
            status,
            error: error ?? null,
            progress: (await tracker.progress(network.hub.chain_uid, txHash)) ?? null,
          })),
        ),
        destinations,
        tokens,
      }
    })

    server.post<Params>('/api/v1/claims/:id/proof', async (request, reply) => {
      parseRequest(ProofRequest, request.body)
      await claims.startProof(request.params.id, linkSecretOf(request))
      return reply.status(202).send({})
    })

    server.post<Params>(
      '/api/v1/claims/:id/proof/verify',
      async (request): Promise<ClaimSession> => {
        const { code } = parseRequest(VerifyRequest, request.body)
        const { session, expiresAt } = await claims.verifyProof(
          request.params.id,
          linkSecretOf(request),
          code,
        )
        return { session, expires_at: expiresAt.toISOString() }
      },
    )

    server.post<Params>('/api/v1/claims/:id/redeem', async (request): Promise<RedeemAnswer> => {
      const { claim_id, recipient, otp } = parseRequest(RedeemRequest, request.body)
      const { txHash, chain_uid } = await claims.redeem(
        claim_id,
        { session: sessionOf(request), pin: otp },
        recipient,
      )
      return { tx_hash: txHash, chain: chain_uid }
    })
  }

/** Empty when absent: an unknown claim and a missing or wrong secret all get the same answer. */
function linkSecretOf(request: FastifyRequest): string {
  const secret = request.headers['x-claim-secret']
  return typeof secret === 'string' ? secret : ''
}

function sessionOf(request: FastifyRequest): string {
  const [, token] = /^Bearer ([\w-]{1,128})$/.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) throw new ProofRequiredError()
  return token
}
