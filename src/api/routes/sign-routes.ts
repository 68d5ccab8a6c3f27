import type { FastifyInstance } from 'fastify'

import { announcedItems } from '../../core/claims/claim-limits.ts'
import { claimerContractOf } from '../../core/generations/generations.ts'
import { identityOf } from '../../core/payloads/recipient.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import {
  nameIdentity,
  placeOf as platformName,
  readAccountKey,
  showIdentity,
  type Platform,
} from '../../core/terms/identity.ts'
import { NotFoundError } from '../../core/terms/errors.ts'
import { writeUsd } from '../../core/reference/token-worth.ts'
import type { Language } from '../../core/terms/language.ts'
import {
  chainOf,
  denomOn,
  shownToken,
  type Chain,
  type Network,
  type TokenType,
} from '../../core/terms/network.ts'
import { payoutFee } from '../../core/terms/payout-terms.ts'
import type { ReadPayoutTerms } from '../../services/market/hub-reads-port.ts'
import { publicRpcOf } from '../../core/terms/public-rpc.ts'
import type { SignableBuild } from '../../core/payloads/meta-transaction.ts'
import type { Claimer, CrossChainUser } from '../../core/terms/shapes.ts'
import { signCalls, type SignView } from '../../calls/sign-calls.ts'
import { askedOf, homeOf, type AskedSwap } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import { canTryAgain } from '../../core/signing/can-try-again.ts'
import { leftByRequest } from '../../core/signing/left-by-request.ts'
import { waysOut, type LeftVouchers } from '../../core/wallets/left-vouchers.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import type { ClaimState } from '../../calls/claim-calls.ts'
import { canComeBack } from '../../claims/can-come-back.ts'
import type { ChatClaims } from '../../claims/claims.ts'
import { leftByClaim } from '../../claims/left-by-claim.ts'
import { takeOut } from '../../services/signing/take-out.ts'
import type { SignRequests } from '../../services/signing/sign-requests.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import { clientOf } from '../client-of.ts'
import { serve } from '../serve.ts'
import { AT_LEADER } from '../shared.ts'
import { worthNow, type ReadPrices } from '../../services/market/worth-now.ts'

type Deps = {
  network: Network
  signRequests: SignRequests
  tracker: Tracker
  claims: Pick<ChatClaims, 'viewOwn'>
  /** A user's vouchers of one token, read from the hub. */
  voucher: (user: CrossChainUser, token: string) => Promise<bigint>
  isContract: (user: CrossChainUser) => Promise<boolean>
  /** Where whoever asked for something goes back to, where an address leads there. */
  chatUrlOf(place: { platform: Platform; askedIn: string | undefined }): string | undefined
  /** What somebody speaks, where that is known. */
  languageOf(accountKey: string): Promise<Language | undefined>
  /** As far as the hub can be asked now: to be shown, and no more. */
  payoutTerms: ReadPayoutTerms
  prices: ReadPrices
}

/** `/api/v1/sign/{id}`: what the sign page shows, and what it reports. */
export const signRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { signRequests } = deps
  serve(server, signCalls.getSignRequest, async ({ id }) =>
    present(deps, await signRequests.find(id)),
  )
  serve(server, signCalls.prepareSignRequest, async ({ request, id, body }) =>
    present(deps, await signRequests.prepare(id, body.address, clientOf(request))),
  )
  serve(server, signCalls.reportSigned, async ({ id, body }) =>
    present(deps, await signRequests.report(id, body.tx_hash)),
  )
  serve(
    server,
    signCalls.handInSigned,
    async ({ id, body }) => present(deps, (await signRequests.handIn(id, body)).request),
    AT_LEADER,
  )
  serve(server, signCalls.payOwnGas, async ({ request, id }) =>
    present(deps, await signRequests.payOwnGas(id, clientOf(request))),
  )
  // Whoever presses: that wallet alone can sign it, and it goes to an address of its own.
  serve(server, signCalls.takeOutSigned, async ({ id, body }) => {
    const asked = await signRequests.find(id)
    const { left } = await whatCameOf(deps, asked)
    const to =
      left && waysOut(deps.network, left).find(({ chain_uid }) => chain_uid === body.chain_uid)
    if (!to)
      throw new NotFoundError(
        'This request has left no vouchers that could be taken out there.',
        'Look at its `ways_out`.',
      )
    const { ownerAccount, ownerName } = asked
    return { sign_id: (await takeOut(deps, left, to, { ownerAccount, ownerName })).id }
  })
}

/** How far what was signed is, what became of its claim, whether that was paid too much, and what it has left its sender with as vouchers. */
async function whatCameOf(
  { tracker, claims }: Pick<Deps, 'tracker' | 'claims'>,
  request: SignRequest,
): Promise<{
  progress: Progress | undefined
  claimState: ClaimState | undefined
  overpaid: SignView['overpaid']
  left: LeftVouchers | undefined
}> {
  const { txHash, sentOn, build } = request
  const progress = txHash === undefined ? undefined : await tracker.progress(sentOn, txHash)
  const claimerId = txHash === undefined ? undefined : build?.claimer?._id
  const claim = claimerId === undefined ? undefined : await claims.viewOwn(claimerId)
  const sent = claim ? announcedItems(claim) : []
  // What its recipient was left with is not its sender's: only what came back is.
  const back = sent.find(({ status }) => status === 'cancelled' || status === 'returned')
  const left =
    (progress && leftByRequest(request, progress)) ??
    (claim && back && leftByClaim(claim, back.claimId, undefined))
  const tooMuch = request.billId === undefined ? undefined : claim?.items.find(canComeBack)
  const overpaid = claim && tooMuch ? { id: claim.id, claim_id: tooMuch.claimId } : null
  return { progress, claimState: sent.at(-1)?.status, overpaid, left }
}

/** What was signed of those whose place a request took, unless that came to nothing: then the same may be asked for again. */
async function signedInstead(
  { signRequests, tracker }: Pick<Deps, 'signRequests' | 'tracker'>,
  request: SignRequest,
): Promise<SignRequest | undefined> {
  let signed = await signRequests.signedInstead(request)
  for (; signed?.txHash !== undefined; signed = await signRequests.signedInstead(signed)) {
    // Its end before its standing, as below.
    const progress = await tracker.progress(signed.sentOn, signed.txHash)
    if (!progress || !canTryAgain(progress)) return signed
    if ((await signRequests.standing(signed)) === 'unseen') return signed
  }
  return undefined
}

async function present(deps: Deps, found: SignRequest): Promise<SignView> {
  const { network, signRequests, languageOf, chatUrlOf, payoutTerms, prices } = deps
  // Its end before its standing: where that is asked first, its text may fail in between, and nobody looks for what was sent beside it.
  const cameOfIt = await whatCameOf(deps, found)
  const standing = await signRequests.standing(found)
  // What was sent beside its text may have taken its place by that.
  const request = found.txHash === undefined ? found : await signRequests.find(found.id)
  const isSame = request.txHash === found.txHash
  const { progress, claimState, overpaid, left } = isSame
    ? cameOfIt
    : await whatCameOf(deps, request)
  const chain = chainOf(network, request.chain_uid)
  const { chain_uid, name, chain_id, family, factory, explorer_tx_url } = chain
  const asked = describeAsked(request)
  const { token, decimals } = shownToken(network, asked.token)
  const sent = request.txHash === undefined ? standing : 'signed'
  const status = sent === 'over' ? 'expired' : sent
  const worthOf = await worthNow(network, prices)
  // Whoever has the page's address reads it: once nobody can sign any more, whose wallet it was for is nobody's business.
  const { senderAddress, build } = status === 'expired' || status === 'unseen' ? {} : request
  const { ownerAccount, askedIn, billId } = request
  const platform = ownerAccount === undefined ? undefined : readAccountKey(ownerAccount).platform
  const instead = status === 'unseen' ? await signedInstead(deps, request) : undefined
  const chatUrl = platform && chatUrlOf({ platform, askedIn })
  return {
    id: request.id,
    status,
    owner_name: request.ownerName,
    language: ownerAccount === undefined ? null : ((await languageOf(ownerAccount)) ?? null),
    operation: request.operation,
    chain: {
      chain_uid,
      name,
      chain_id,
      family,
      rpc_url: publicRpcOf(chain),
      factory,
      explorer_tx_url,
      native_currency: 'native_currency' in chain ? chain.native_currency : null,
    },
    claimer_contract: claimerContractOf(network),
    token: { token, decimals },
    asset: asked.asset ?? null,
    paid_asset: paidAsset(network, asked),
    amount: asked.amount,
    usd: writeUsd(worthOf({ token, units: BigInt(asked.amount) })),
    payout: status === 'open' ? await payoutView(network, payoutTerms, asked) : null,
    receive: asked.receive ? receiveView(network, asked.receive) : null,
    legs: asked.legs ?? null,
    recipient: nameOf(asked.payee),
    payee: asked.payee,
    shares: asked.shares ?? null,
    note: request.note ?? null,
    sender_address: senderAddress ?? null,
    passkey: await signRequests.isOfPasskey(request),
    build: build ? withoutSecrets(build) : null,
    tx_hash: request.txHash ?? null,
    sent_beside: standing === 'unseen' && isSame && request.txHash !== undefined,
    signed_instead: instead?.id ?? null,
    sent_on: placeOf(chainOf(network, request.sentOn)),
    hub: { router: network.hub.router, contract: network.hub.meta_transaction ?? '' },
    expires_at: request.expiresAt.toISOString(),
    progress: progress ?? null,
    claim_state: claimState ?? null,
    overpaid,
    ways_out: left
      ? waysOut(network, left).map((way) => ({
          chain_uid: way.chain_uid,
          name: chainOf(network, way.chain_uid).name,
        }))
      : [],
    invoice_id: ownerAccount === undefined ? (billId ?? null) : null,
    chat: platform && chatUrl !== undefined ? { url: chatUrl, platform } : null,
  }
}

function paidAsset(
  network: Network,
  { token, receive, paidOn }: ReturnType<typeof describeAsked>,
): TokenType | null {
  if (paidOn === undefined) return null
  return denomOn(shownToken(network, receive?.token ?? token), paidOn) ?? null
}

async function payoutView(
  network: Network,
  payoutTerms: ReadPayoutTerms,
  { token, amount, receive, paidOn }: ReturnType<typeof describeAsked>,
): Promise<SignView['payout']> {
  if (paidOn === undefined) return null
  const terms = await payoutTerms(receive?.token ?? token, paidOn)
  const fee = payoutFee(terms, receive?.expected ?? BigInt(amount))
  return { chain: chainOf(network, paidOn).name, fee: `${fee}`, locked: terms.isLocked }
}

function receiveView(network: Network, { token, expected, minimum }: AskedSwap['receive']) {
  const { decimals } = shownToken(network, token)
  return { token: { token, decimals }, expected: `${expected}`, minimum: `${minimum}` }
}

/** What was asked for, read from the request itself, so that the page can hold the bytes against it. */
function describeAsked(request: SignRequest): {
  token: string
  asset?: TokenType
  amount: string
  payee: Payee
  shares?: SignView['shares']
  receive?: AskedSwap['receive']
  legs?: SignView['legs']
  /** The chain where real tokens are paid out; absent where the recipient gets vouchers. */
  paidOn?: string
} {
  const signerHere: Payee = { kind: 'signer', name: '', place: request.chain_uid }
  const asked = askedOf(request)
  const sum = { token: asked.token, amount: `${asked.amount}` }
  switch (asked.kind) {
    case 'swap': {
      const { asset, receive, recipient, legs } = asked
      const payee = recipient ? walletOf(recipient) : signerHere
      const paid = { ...sum, ...(asset && { asset }) }
      const swap = { ...paid, payee, receive, paidOn: paidOn(recipient) }
      return legs.length === 1 ? swap : { ...swap, legs: legs.map(inText) }
    }
    case 'withdraw': {
      const { recipient } = asked
      const payee = recipient ? walletOf(recipient) : signerHere
      return { ...sum, payee, paidOn: paidOn(recipient) }
    }
    case 'deposit':
      return { ...sum, asset: asked.asset, payee: walletOf(asked.recipient) }
    case 'gift': {
      const { asset, payee } = asked
      const home = homeOf(request)
      const gift = { ...sum, ...(asset && { asset }) }
      if (!('shares' in payee)) return { ...gift, payee: payeeOf(payee, home) }
      const shares = payee.shares.map((share) => ({
        recipient: nameOf(payeeOf(share.to, home)),
        amount: `${share.amount}`,
      }))
      return { ...gift, payee: { kind: 'people', name: `${shares.length}`, place: null }, shares }
    }
  }

  function paidOn(recipient: CrossChainUser | undefined): string {
    return recipient?.chain_uid ?? request.chain_uid
  }
}

const placeOf = ({ chain_uid, name, explorer_tx_url }: Chain) => ({
  chain_uid,
  name,
  explorer_tx_url,
})

const inText = ({ amount, minimum }: AskedSwap['legs'][number]) => ({
  amount: `${amount}`,
  minimum: `${minimum}`,
})

type Payee = SignView['payee']

const walletOf = ({ address, chain_uid }: CrossChainUser): Payee => ({
  kind: 'wallet',
  name: address,
  place: chain_uid,
})

/** Whoever has the page's address can read it, so it is named as in a group. */
function payeeOf(payee: Exclude<ChatPayee, { shares: unknown }>, home: Platform): Payee {
  if ('first_come' in payee) return { kind: 'first_come', name: '', place: null }
  if ('account' in payee) return { kind: 'person', name: payee.name, place: null }
  if (!('social' in payee)) return walletOf(payee)
  const identity = identityOf(payee.social)
  const { platform, handle } = identity
  if (platform === home || platform === 'email')
    return { kind: 'person', name: nameIdentity(identity), place: null }
  const name = handle === '' ? showIdentity(identity) : handle
  return { kind: 'person', name, place: platformName(platform) }
}

/** In English, as people write it. */
function nameOf({ kind, name, place }: Payee): string {
  if (kind === 'first_come') return 'whoever takes it first'
  if (kind === 'people') return `${name} people, a share each`
  if (kind === 'signer') return `the wallet that signs, on ${place}`
  return place === null ? name : `${name} on ${place}`
}

/** What is signed stays as it is; the sender's PIN and the recipient's whole address are not for whoever has the page's address. */
function withoutSecrets(build: SignableBuild): SignableBuild {
  const { claimer, claimers } = build
  return {
    ...build,
    ...(claimer && { claimer: openPart(claimer) }),
    ...(claimers && { claimers: claimers.map(openPart) }),
  }
}

function openPart({ public_secret, _id, created_at }: Claimer): Claimer {
  return { public_secret, _id, created_at, otp: '' }
}
