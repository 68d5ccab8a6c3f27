import type { FastifyInstance } from 'fastify'

import { identityOf } from '../../core/payloads/recipient.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import { VoucherWithdrawRequest } from '../../core/payloads/voucher-withdraw.ts'
import { nameIdentity, Platform } from '../../core/terms/identity.ts'
import {
  chainOf,
  denomOn,
  tokenOf,
  type Network,
  type TokenType,
} from '../../core/terms/network.ts'
import { publicRpcOf } from '../../core/terms/public-rpc.ts'
import { parseRequest } from '../../core/terms/request.ts'
import type { Claimer, TransactionBuild } from '../../core/terms/shapes.ts'
import { PrepareRequest, ReportRequest, type SignView } from '../../calls/sign-calls.ts'
import { askedGift } from '../../core/signing/asked-gift.ts'
import { askedSwap, type AskedSwap } from '../../core/signing/asked-swap.ts'
import type { SignRequest } from '../../core/signing/sign-request.ts'
import type { SignRequests } from '../../services/signing/sign-requests.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import { clientOf } from '../client-of.ts'

type Params = { Params: { id: string } }

type Deps = { network: Network; signRequests: SignRequests; tracker: Tracker; now: () => Date }

/** `/api/v1/sign/{id}`: what the sign page shows, and what it reports. */
export const signRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { signRequests } = deps
  server.get<Params>('/api/v1/sign/:id', async ({ params }) =>
    present(deps, await signRequests.find(params.id)),
  )
  server.post<Params>('/api/v1/sign/:id/prepare', async (request) => {
    const { address } = parseRequest(PrepareRequest, request.body)
    const { id } = request.params
    return present(deps, await signRequests.prepare(id, address, clientOf(request)))
  })
  server.post<Params>('/api/v1/sign/:id/report', async ({ params, body }) => {
    const { tx_hash } = parseRequest(ReportRequest, body)
    return present(deps, await signRequests.report(params.id, tx_hash))
  })
}

async function present({ network, tracker, now }: Deps, request: SignRequest): Promise<SignView> {
  const chain = chainOf(network, request.chain_uid)
  const { chain_uid, name, chain_id, family, factory, explorer_tx_url } = chain
  const asked = askedFor(request)
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
    claimer_contract: { chain_uid: network.hub.chain_uid, address: network.hub.claimer },
    token: { token, decimals },
    asset: asked.asset ?? null,
    paid_asset: paidAsset(network, asked),
    amount: asked.amount,
    receive: asked.receive ? receiveView(network, asked.receive) : null,
    legs: asked.legs ?? null,
    recipient: asked.recipient,
    shares: asked.shares ?? null,
    note: request.note ?? null,
    sender_address: request.senderAddress ?? null,
    build: request.build ? withoutSecrets(request.build) : null,
    tx_hash: request.txHash ?? null,
    expires_at: request.expiresAt.toISOString(),
    progress:
      request.txHash === undefined
        ? null
        : ((await tracker.progress(chain_uid, request.txHash)) ?? null),
  }
}

function paidAsset(
  network: Network,
  { token, receive, paidOn }: ReturnType<typeof askedFor>,
): TokenType | null {
  if (paidOn === undefined) return null
  return denomOn(tokenOf(network, receive?.token ?? token), paidOn) ?? null
}

function receiveView(network: Network, { token, expected, minimum }: AskedSwap['receive']) {
  const { decimals } = tokenOf(network, token)
  return { token: { token, decimals }, expected: `${expected}`, minimum: `${minimum}` }
}

/** What was asked for, read from the request itself, so that the page can hold the bytes against it. */
function askedFor(asked: SignRequest): {
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
  const { operation, request, ownerAccount } = asked
  const home = Platform.parse(ownerAccount.split(':')[0])
  if (operation === 'swap') {
    const { token, asset, amount, receive, recipient, legs } = askedSwap(asked)
    const to = recipient ? nameOf(recipient, home) : `the wallet that signs, on ${asked.chain_uid}`
    const paidOn = recipient?.chain_uid ?? asked.chain_uid
    const swap = { token, asset, amount: `${amount}`, recipient: to, receive, paidOn }
    return legs.length === 1
      ? swap
      : {
          ...swap,
          legs: legs.map(({ amount: part, minimum }) => ({
            amount: `${part}`,
            minimum: `${minimum}`,
          })),
        }
  }
  if (operation === 'withdrawVoucher') {
    const { amount, token, cross_chain_addresses } = parseRequest(
      VoucherWithdrawRequest.omit({ sender: true }),
      request,
    )
    const [first] = cross_chain_addresses ?? []
    const to = first ? nameOf(first.user, home) : `the wallet that signs, on ${asked.chain_uid}`
    const paidOn = first?.user.chain_uid ?? asked.chain_uid
    return { token, amount: `${amount}`, recipient: to, paidOn }
  }
  const { token, asset, amount, payee } = askedGift(asked)
  const gift = { token, ...(asset && { asset }), amount: `${amount}` }
  if (!('shares' in payee)) return { ...gift, recipient: nameOf(payee, home) }
  const shares = payee.shares.map((share) => ({
    recipient: nameOf(share.to, home),
    amount: `${share.amount}`,
  }))
  return { ...gift, recipient: `${shares.length} people, a share each`, shares }
}

/** Whoever has the page's address can read it, so it is named as in a group. */
function nameOf(payee: Exclude<ChatPayee, { shares: unknown }>, home: Platform): string {
  if ('social' in payee) return nameIdentity(identityOf(payee.social), home)
  if ('account' in payee) return payee.name
  return 'first_come' in payee ? 'whoever takes it first' : `${payee.address} on ${payee.chain_uid}`
}

/** What is signed stays as it is; the sender's PIN and the recipient's whole address are not for whoever has the page's address. */
function withoutSecrets(build: TransactionBuild): TransactionBuild {
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
