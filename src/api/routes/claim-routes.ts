import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Claims, ClaimerView } from '../../claims/claims.ts'
import { ProofRequiredError } from '../../claims/errors.ts'
import {
  CancelRequest,
  DocumentRequest,
  ProofRequest,
  RedeemRequest,
  VerifyRequest,
  type ClaimSession,
  type ClaimView,
  type DocumentAnswer,
  type OtherClaims,
  type ProofAnswer,
  type RedeemAnswer,
} from '../../calls/claim-calls.ts'
import { needsPin } from '../../core/claims/claim-limits.ts'
import type { Network } from '../../core/terms/network.ts'
import { parseRequest } from '../../core/terms/request.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import { claimCookie, readClaimCookie } from '../claim-cookie.ts'
import { clientOf } from '../client-of.ts'

type Params = { Params: { id: string } }

type Deps = {
  network: Network
  claims: Claims
  tracker: Tracker
  /** Whether people reach us over https only: browsers take a `__Host-` cookie from nowhere else. */
  isHttps(): boolean
  now(): Date
}

/** `/api/v1/claims/{id}`: the claim page's own interface. The link's secret comes in a header, never in an address. */
export const claimRoutes =
  ({ network, claims, tracker, isHttps, now }: Deps) =>
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

    async function present(view: ClaimerView): Promise<ClaimView> {
      const { recipient, announced, items } = view
      return {
        id: view.id,
        recipient,
        sender_name: view.senderName,
        note: view.note ?? null,
        key_held: view.keyHeld,
        proofs: claims.proofWays(recipient.platform),
        held: view.doubt ?? null,
        claimable_from: view.coolingEndsAt?.toISOString() ?? null,
        announced: { token: announced.token, amount: `${announced.amount}` },
        items: items.map(({ claimId, token, amount, status, expiresAt, isFrozen }) => ({
          claim_id: claimId,
          token,
          amount: `${amount}`,
          status,
          expires_at: expiresAt?.toISOString() ?? null,
          frozen: isFrozen,
          otp_required: needsPin(network, recipient, { token, amount }),
        })),
        // What goes back to the sender is the sender's own business: the state tells enough of it.
        redemptions: await Promise.all(
          view.redemptions
            .filter(({ purpose }) => purpose === 'redeem')
            .map(async ({ claimId, recipient: to, release, txHash, status, error }) => ({
              claim_id: claimId,
              recipient: to,
              tx_hash: txHash,
              release,
              status,
              error: error ?? null,
              progress: (await tracker.progress(network.hub.chain_uid, txHash)) ?? null,
            })),
        ),
        destinations,
        tokens,
      }
    }

    server.get<Params>('/api/v1/claims/:id', async (request): Promise<ClaimView> =>
      present(await claims.view(request.params.id, linkSecretOf(request))),
    )

    server.get<Params>('/api/v1/claims/:id/proven', async (request): Promise<ClaimView> =>
      present(await claims.viewProven(request.params.id, sessionOf(request))),
    )

    server.get<Params>('/api/v1/claims/:id/others', async (request): Promise<OtherClaims> => {
      const others = await claims.othersOf(sessionOf(request))
      return { claims: await Promise.all(others.map(present)) }
    })

    server.post<Params>(
      '/api/v1/claims/:id/proof',
      async (request, reply): Promise<ProofAnswer> => {
        const how = parseRequest(ProofRequest, request.body)
        const begun = await claims.startProof(request.params.id, linkSecretOf(request), how)
        void reply.status(202)
        if (!begun) return {}
        const { expiresAt, ...signIn } = begun
        return { sign_in: { ...signIn, expires_at: expiresAt.toISOString() } }
      },
    )

    server.post<Params>(
      '/api/v1/claims/:id/proof/verify',
      async (request, reply): Promise<ClaimSession> => {
        const shown = parseRequest(VerifyRequest, request.body)
        const link = [request.params.id, linkSecretOf(request)] as const
        const { session, expiresAt } = await ('code' in shown
          ? claims.verifyProof(...link, shown.code)
          : 'sign_in' in shown
            ? claims.endSignIn(...link, shown.sign_in)
            : claims.proveBySignedData(...link, shown.signed_data))
        if (isHttps()) {
          const lifeSec = Math.floor((expiresAt.getTime() - now().getTime()) / 1000)
          const rules = `Path=/; Max-Age=${lifeSec}; Secure; HttpOnly; SameSite=Strict`
          void reply.header('set-cookie', `${claimCookie(request.params.id)}=${session}; ${rules}`)
        }
        return { session, expires_at: expiresAt.toISOString() }
      },
    )

    server.post<Params>('/api/v1/claims/:id/redeem', async (request): Promise<RedeemAnswer> => {
      const { claim_id, recipient, otp, release } = parseRequest(RedeemRequest, request.body)
      const session = sessionOf(request)
      const claimId = claim_id ?? (await claims.onlyClaim(request.params.id, session))
      const proof = { session, pin: otp }
      const { txHash, chain_uid } = await claims.redeem(claimId, proof, recipient, release)
      return { tx_hash: txHash, chain: chain_uid }
    })

    server.post<Params>('/api/v1/claims/:id/document', async (request): Promise<DocumentAnswer> => {
      const { claim_id, recipient, release } = parseRequest(DocumentRequest, request.body)
      const order = { claimId: claim_id, recipient, release: release ?? true }
      const document = await claims.documentFor(request.params.id, linkSecretOf(request), order)
      return { document, contract: network.hub.claimer, chain: network.hub.chain_uid }
    })

    server.post<Params>('/api/v1/claims/:id/cancel', async (request): Promise<RedeemAnswer> => {
      const shown = parseRequest(CancelRequest, request.body)
      const by =
        'otp' in shown
          ? { pin: shown.otp, client: clientOf(request) }
          : { signature: shown.signature, publicKey: shown.pub_key }
      const { txHash, chain_uid } = await claims.cancel(request.params.id, shown.claim_id, by)
      return { tx_hash: txHash, chain: chain_uid }
    })
  }

/** Empty when absent: an unknown claim and a missing or wrong secret all get the same answer. */
function linkSecretOf(request: FastifyRequest): string {
  const secret = request.headers['x-claim-secret']
  return typeof secret === 'string' ? secret : ''
}

/** From the header, or else from the cookie. Neither is ever in an address. */
function sessionOf({ headers, params }: FastifyRequest<Params>): string {
  const [, bearer] = /^Bearer ([\w-]{1,128})$/.exec(headers.authorization ?? '') ?? []
  const token = bearer ?? readClaimCookie(headers.cookie, params.id)
  if (token === undefined || !/^[\w-]{1,128}$/.test(token)) throw new ProofRequiredError()
  return token
}
