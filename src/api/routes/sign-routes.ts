import type { FastifyInstance } from 'fastify'

import { claimerContractOf } from '../../core/generations/generations.ts'
import { identityOf } from '../../core/payloads/recipient.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import { nameIdentity, Platform } from '../../core/terms/identity.ts'
import {
  chainOf,
  denomOn,
  tokenOf,
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
import { askedOf, type AskedSwap } from '../../core/signing/asked.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { SignRequests } from '../../services/signing/sign-requests.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import { clientOf } from '../client-of.ts'
import { serve } from '../serve.ts'
import { AT_LEADER } from '../shared.ts'

type Deps = {
  network: Network
  signRequests: SignRequests
  tracker: Tracker
  /** As far as the hub can be asked now: to be shown, and no more. */
  payoutTerms: ReadPayoutTerms
  now: () => Date
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
  serve(server, signCalls.payOwnGas, async ({ id }) =>
    present(deps, await signRequests.payOwnGas(id)),
  )
}

async function present(
  { network, tracker, payoutTerms, now }: Deps,
  request: SignRequest,
): Promise<SignView> {
  const chain = chainOf(network, request.chain_uid)
  const { chain_uid, name, chain_id, family, factory, explorer_tx_url } = chain
  const asked = describeAsked(request)
  const { token, decimals } = tokenOf(network, asked.token)
  const status =
    request.txHash !== undefined ? 'signed' : now() >= request.expiresAt ? 'expired' : 'open'
  return {
    id: request.id,
    status,
    owner_name: request.ownerName,
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
    payout: status === 'open' ? await payoutView(network, payoutTerms, asked) : null,
    receive: asked.receive ? receiveView(network, asked.receive) : null,
    legs: asked.legs ?? null,
    recipient: asked.recipient,
    shares: asked.shares ?? null,
    note: request.note ?? null,
    sender_address: request.senderAddress ?? null,
    build: request.build ? withoutSecrets(request.build) : null,
    tx_hash: request.txHash ?? null,
    sent_on: placeOf(chainOf(network, request.sentOn)),
    hub: { router: network.hub.router, contract: network.hub.meta_transaction ?? '' },
    expires_at: request.expiresAt.toISOString(),
    progress:
      request.txHash === undefined
        ? null
        : ((await tracker.progress(request.sentOn, request.txHash)) ?? null),
  }
}

function paidAsset(
  network: Network,
  { token, receive, paidOn }: ReturnType<typeof describeAsked>,
): TokenType | null {
  if (paidOn === undefined) return null
  return denomOn(tokenOf(network, receive?.token ?? token), paidOn) ?? null
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
  const { decimals } = tokenOf(network, token)
  return { token: { token, decimals }, expected: `${expected}`, minimum: `${minimum}` }
}

/** What was asked for, read from the request itself, so that the page can hold the bytes against it. */
function describeAsked(request: SignRequest): {
  token: string
  asset?: TokenType
  amount: string
  recipient: string
  shares?: SignView['shares']
  receive?: AskedSwap['receive']
  legs?: SignView['legs']
  /** The chain where real tokens are paid out; absent where the recipient gets vouchers. */
  paidOn?: string
} {
  const home = Platform.parse(request.ownerAccount.split(':')[0])
  const signerHere = `the wallet that signs, on ${request.chain_uid}`
  const asked = askedOf(request)
  const sum = { token: asked.token, amount: `${asked.amount}` }
  switch (asked.kind) {
    case 'swap': {
      const { asset, receive, recipient, legs } = asked
      const to = recipient ? nameOf(recipient, home) : signerHere
      const paid = { ...sum, ...(asset && { asset }) }
      const swap = { ...paid, recipient: to, receive, paidOn: paidOn(recipient) }
      return legs.length === 1 ? swap : { ...swap, legs: legs.map(inText) }
    }
    case 'withdraw': {
      const { recipient } = asked
      const to = recipient ? nameOf(recipient, home) : signerHere
      return { ...sum, recipient: to, paidOn: paidOn(recipient) }
    }
    case 'deposit':
      return { ...sum, asset: asked.asset, recipient: nameOf(asked.recipient, home) }
    case 'gift': {
      const { asset, payee } = asked
      const gift = { ...sum, ...(asset && { asset }) }
      if (!('shares' in payee)) return { ...gift, recipient: nameOf(payee, home) }
      const shares = payee.shares.map((share) => ({
        recipient: nameOf(share.to, home),
        amount: `${share.amount}`,
      }))
      return { ...gift, recipient: `${shares.length} people, a share each`, shares }
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

/** Whoever has the page's address can read it, so it is named as in a group. */
function nameOf(payee: Exclude<ChatPayee, { shares: unknown }>, home: Platform): string {
  if ('social' in payee) return nameIdentity(identityOf(payee.social), home)
  if ('account' in payee) return payee.name
  return 'first_come' in payee ? 'whoever takes it first' : `${payee.address} on ${payee.chain_uid}`
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
