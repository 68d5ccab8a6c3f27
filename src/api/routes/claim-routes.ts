import type { FastifyInstance, FastifyRequest } from 'fastify'

import { lastPayOut, leftByClaim } from '../../claims/left-by-claim.ts'
import type {
  ChatClaims,
  ClaimerView,
  ClaimLinks,
  LinkedClaims,
  PayOuts,
} from '../../claims/claims.ts'
import { ProofRequiredError } from '../../claims/errors.ts'
import { canThank, recipientAccount } from '../../claims/thanks.ts'
import { claimCalls, type ClaimView } from '../../calls/claim-calls.ts'
import { announcedItems, needsPin } from '../../core/claims/claim-limits.ts'
import { writeUsd } from '../../core/reference/token-worth.ts'
import { chainOf, homeUidsOf, shownToken, type Network } from '../../core/terms/network.ts'
import { payoutFee } from '../../core/terms/payout-terms.ts'
import type { ReadPayoutTerms } from '../../services/market/hub-reads-port.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { accountKey, nameIdentity, type Platform } from '../../core/terms/identity.ts'
import { acceptedLanguage, type Language } from '../../core/terms/language.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { waysOut, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import { takeOut, type TakeOutDeps } from '../../services/signing/take-out.ts'
import type { WalletLinks } from '../../services/wallets/wallet-links.ts'
import type { WordsRule } from '../../services/wallets/words-rule.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import { claimCookie, readClaimCookie, clientOf } from '../client-of.ts'
import { serve } from '../serve.ts'
import { AT_LEADER } from '../shared.ts'
import { worthNow, type ReadPrices } from '../../services/market/worth-now.ts'

type Deps = {
  network: Network
  claims: LinkedClaims & Pick<ClaimLinks, 'view'> & Pick<ChatClaims, 'isThanked'> & PayOuts
  tracker: Tracker
  signRequests: TakeOutDeps['signRequests']
  /** A user's vouchers of one token, read from the hub. */
  voucher: (user: CrossChainUser, token: string) => Promise<bigint>
  /** Whether a wallet is a contract, as its chain says now. */
  isContract: (user: CrossChainUser) => Promise<boolean>
  /** What somebody speaks, where that is known. */
  languageOf(accountKey: string): Promise<Language | undefined>
  /** Where a claim's recipient finds the chat that it was told in; `undefined` where none is known. */
  chatUrlOf(place: { platform: Platform; askedIn: string | undefined }): string | undefined
  /** As far as the hub can be asked now: to be shown, and no more. */
  payoutTerms: ReadPayoutTerms
  prices: ReadPrices
  /** What an account of a passkey may have before its recovery words are confirmed. */
  wordsRule: WordsRule
  passkeyAt: WalletLinks['passkeyAt']
  /** Whether texts that move vouchers are brought to the hub now. */
  isGasless(): Promise<boolean>
  /** Whether people reach us over https only: browsers take a `__Host-` cookie from nowhere else. */
  isHttps: boolean
  now(): Date
}

/** `/api/v1/claims/{id}`: the claim page's own interface. The link's secret comes in a header, never in an address. */
export const claimRoutes =
  ({ signRequests, voucher, isContract, isHttps, now, ...deps }: Deps) =>
  (server: FastifyInstance) => {
    const { network, claims, tracker } = deps
    const leftOf = leftByClaims({ network, tracker })
    const present = presenter(deps)

    serve(server, claimCalls.getClaim, async ({ request, id }) =>
      present(await claims.view(id, linkSecretOf(request))),
    )

    serve(server, claimCalls.getProvenClaim, async ({ request, id }) =>
      present(await claims.viewProven(id, sessionOf(request))),
    )

    serve(server, claimCalls.getOtherClaims, async ({ request }) => {
      const others = await claims.othersOf(sessionOf(request))
      return { claims: await Promise.all(others.map(present)) }
    })

    serve(server, claimCalls.startProof, async ({ request, id, body }) => {
      const language = acceptedLanguage(request.headers['accept-language'])
      const begun = await claims.startProof(id, linkSecretOf(request), { ...body, language })
      if (!begun) return {}
      const { expiresAt, ...signIn } = begun
      return { sign_in: { ...signIn, expires_at: expiresAt.toISOString() } }
    })

    serve(server, claimCalls.verifyProof, async ({ request, reply, id, body }) => {
      const link = [id, linkSecretOf(request)] as const
      const { session, expiresAt } = await ('code' in body
        ? claims.verifyProof(...link, body.code)
        : 'sign_in' in body
          ? claims.endSignIn(...link, body.sign_in)
          : claims.proveBySignedData(...link, body.signed_data))
      if (isHttps) {
        const lifeSec = Math.floor((expiresAt.getTime() - now().getTime()) / 1000)
        const rules = `Path=/; Max-Age=${lifeSec}; Secure; HttpOnly; SameSite=Strict`
        void reply.header('set-cookie', `${claimCookie(id)}=${session}; ${rules}`)
      }
      return { session, expires_at: expiresAt.toISOString() }
    })

    serve(
      server,
      claimCalls.redeemClaim,
      async ({ request, id, body }) => {
        const { claim_id, recipient, otp, release } = body
        const session = sessionOf(request)
        const claimId = claim_id ?? (await claims.onlyClaim(id, session))
        const proof = { session, pin: otp }
        const { txHash, chain_uid } = await claims.redeem(claimId, proof, recipient, release)
        return { tx_hash: txHash, chain: chain_uid }
      },
      AT_LEADER,
    )

    serve(server, claimCalls.keptWorth, async ({ request, id, body: { address, chain_uid } }) => {
      const asker = recipientAccount(await claims.viewProven(id, sessionOf(request)))
      const evm = network.chains.filter(({ family }) => family === 'evm')
      const named = chain_uid === undefined ? evm : [chainOf(network, chain_uid)]
      const isEvm = named.every(({ family }) => family === 'evm')
      // One key, and so one owner, on all EVM chains.
      const users = (isEvm ? evm : named).map((chain) => ({
        chain_uid: chain.chain_uid,
        address: parseAddress(chain, address),
      }))
      const [user] = users
      const own = asker && user && (await deps.passkeyAt(asker, user))
      return {
        usd: await deps.wordsRule.worthWith(own?.accounts ?? users),
        words: own ? (own.hasWords ? ('confirmed' as const) : ('missing' as const)) : null,
      }
    })

    serve(server, claimCalls.takeOutClaim, async ({ request, id, body }) => {
      const view = await claims.view(id, linkSecretOf(request))
      const left = await leftOf(view, body.claim_id)
      const to =
        left && waysOut(network, left).find(({ chain_uid }) => chain_uid === body.chain_uid)
      if (!to)
        throw new NotFoundError(
          'This claim has left no vouchers that could be taken out there.',
          'Look at `ways_out` of its redemptions.',
        )
      const { platform, handle } = view.recipient
      const asker = {
        ownerAccount: accountKey({ platform, userId: view.boundUserId ?? handle }),
        ownerName: nameIdentity(view.recipient, platform),
      }
      const takes = { network, signRequests, tracker, voucher, isContract }
      const made = await takeOut(takes, left, to, asker)
      return { sign_id: made.id }
    })

    serve(
      server,
      claimCalls.sayThanks,
      async ({ request, id }) => {
        await claims.sayThanksProven(id, sessionOf(request))
        return { thanks: 'said' as const }
      },
      AT_LEADER,
    )

    serve(server, claimCalls.claimDocument, async ({ request, id, body }) => {
      const { claim_id, recipient, release } = body
      const order = { claimId: claim_id, recipient, release: release ?? true }
      const document = await claims.documentFor(id, linkSecretOf(request), order)
      return { document, contract: network.hub.claimer, chain: network.hub.chain_uid }
    })

    serve(
      server,
      claimCalls.cancelClaim,
      async ({ request, id, body }) => {
        const by =
          'otp' in body
            ? { pin: body.otp, client: clientOf(request) }
            : { signature: body.signature, publicKey: body.pub_key }
        const { txHash, chain_uid } = await claims.cancel(id, body.claim_id, by)
        return { tx_hash: txHash, chain: chain_uid }
      },
      AT_LEADER,
    )
  }

/** Returns what tells what a claim has left its recipient with instead of tokens. */
function leftByClaims({ network, tracker }: Pick<Deps, 'network' | 'tracker'>) {
  return async (view: ClaimerView, claimId: string): Promise<LeftVouchers | undefined> => {
    const payOut = lastPayOut(view, claimId)
    if (payOut?.purpose !== 'redeem') return undefined
    const progress = await tracker.progress(network.hub.chain_uid, payOut.txHash)
    return leftByClaim(view, claimId, progress)
  }
}

/** Returns what turns a claimer, as claims see it, into the wire's view of it. */
function presenter({
  network,
  claims,
  tracker,
  languageOf,
  chatUrlOf,
  payoutTerms,
  prices,
  wordsRule,
  isGasless,
}: Omit<Deps, 'signRequests' | 'voucher' | 'isContract' | 'passkeyAt' | 'isHttps' | 'now'>) {
  const destinations = network.chains.map(
    ({ chain_uid, name, family, explorer_tx_url, ...chain }) => ({
      chain_uid,
      name,
      family,
      native_currency: 'native_currency' in chain ? chain.native_currency : null,
      tokens: network.tokens
        .filter(({ denoms }) => denoms.some((denom) => denom.chain_uid === chain_uid))
        .map(({ token }) => token),
      explorer_tx_url,
    }),
  )
  /** A chain is locked for all tokens alike. */
  async function isLocked({ chain_uid, tokens: [any] }: (typeof destinations)[number]) {
    return any !== undefined && (await payoutTerms(any, chain_uid)).isLocked
  }
  async function payoutFees(token: string, amount: bigint) {
    const fees = await Promise.all(
      homeUidsOf(shownToken(network, token)).map(async (chain_uid) => ({
        chain_uid,
        fee: payoutFee(await payoutTerms(token, chain_uid), amount),
      })),
    )
    return fees.flatMap(({ chain_uid, fee }) =>
      fee === 0n ? [] : [{ chain_uid, amount: `${fee}` }],
    )
  }
  const leftOf = leftByClaims({ network, tracker })
  async function waysOutOf(view: ClaimerView, claimId: string, txHash: string) {
    if (lastPayOut(view, claimId)?.txHash !== txHash) return []
    const left = await leftOf(view, claimId)
    return left ? waysOut(network, left) : []
  }
  /** A handle is no account: whose it is, is known once the claim is bound. */
  async function languageOfRecipient({ recipient: { platform }, boundUserId }: ClaimerView) {
    return boundUserId === undefined
      ? undefined
      : languageOf(accountKey({ platform, userId: boundUserId }))
  }
  /** What nobody was paid yet is nothing to thank for. */
  async function thanksOf(view: ClaimerView) {
    const account = recipientAccount(view)
    const isPaid = announcedItems(view).some(({ status }) => status === 'paid')
    if (!isPaid || !account || !canThank(view, account)) return null
    return (await claims.isThanked(view.id)) ? 'said' : 'open'
  }
  const tokens = network.tokens.map(({ token, decimals }) => ({ token, decimals }))

  return async (view: ClaimerView): Promise<ClaimView> => {
    const { recipient, announced, items } = view
    // Without prices everything is as what has none: its owner has to have their words.
    const worthOf = await worthNow(network, prices)
    return {
      id: view.id,
      recipient,
      language: (await languageOfRecipient(view)) ?? null,
      sender_name: view.senderName,
      note: view.note ?? null,
      key_held: view.keyHeld,
      proofs: claims.proofWays(recipient.platform),
      held: view.doubt ?? null,
      claimable_from: view.coolingEndsAt?.toISOString() ?? null,
      code_late: view.isCodeLate,
      words_from_usd: `${wordsRule.fromUsd}`,
      thanks: await thanksOf(view),
      chat_url: chatUrlOf({ platform: view.recipient.platform, askedIn: view.askedIn }) ?? null,
      gasless: await isGasless(),
      announced: { token: announced.token, amount: `${announced.amount}` },
      items: await Promise.all(
        items.map(async ({ claimId, token, amount, status, expiresAt, isFrozen }) => ({
          claim_id: claimId,
          token,
          amount: `${amount}`,
          payout_fees: status === 'funded' ? await payoutFees(token, amount) : [],
          usd: writeUsd(worthOf({ token, units: amount })),
          status,
          expires_at: expiresAt?.toISOString() ?? null,
          frozen: isFrozen,
          otp_required: needsPin(network, recipient, { token, amount }),
        })),
      ),
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
            ways_out: await waysOutOf(view, claimId, txHash),
          })),
      ),
      destinations: await Promise.all(
        destinations.map(async (destination) => ({
          ...destination,
          locked: await isLocked(destination),
        })),
      ),
      tokens,
    }
  }
}

/** Empty when absent: an unknown claim and a missing or wrong secret all get the same answer. */
function linkSecretOf(request: FastifyRequest): string {
  const secret = request.headers['x-claim-secret']
  return typeof secret === 'string' ? secret : ''
}

/** From the header, or else from the cookie. Neither is ever in an address. */
function sessionOf({
  headers,
  params,
}: FastifyRequest<{ Params: Record<string, string> }>): string {
  const [, bearer] = /^Bearer ([\w-]{1,128})$/.exec(headers.authorization ?? '') ?? []
  const token = bearer ?? readClaimCookie(headers.cookie, params['id'] ?? '')
  if (token === undefined || !/^[\w-]{1,128}$/.test(token)) throw new ProofRequiredError()
  return token
}
