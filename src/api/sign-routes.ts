import type { FastifyInstance } from 'fastify'

import { DepositRequest } from '../core/payloads/deposit.ts'
import { identityOf } from '../core/payloads/recipient.ts'
import { VoucherTransferRequest } from '../core/payloads/voucher-transfer.ts'
import { VoucherWithdrawRequest } from '../core/payloads/voucher-withdraw.ts'
import { nameIdentity, Platform } from '../core/identity.ts'
import { chainOf, tokenOf, type Network, type TokenType } from '../core/network.ts'
import { parseRequest } from '../core/request.ts'
import type { TransactionBuild, UserOrSocial } from '../core/shapes.ts'
import { PrepareRequest, ReportRequest, type SignView } from '../core/sign-calls.ts'
import { askedSwap, type AskedSwap } from '../core/signing/asked-swap.ts'
import type { SignRequest, SignRequests } from '../core/signing/sign-requests.ts'
import type { Tracker } from '../core/tracking/tracker.ts'

type Params = { Params: { id: string } }

type Deps = { network: Network; signRequests: SignRequests; tracker: Tracker; now: () => Date }

/** `/api/v1/sign/{id}`: what the sign page shows, and what it reports. */
export const signRoutes = (deps: Deps) => (server: FastifyInstance) => {
  const { signRequests } = deps
  server.get<Params>('/api/v1/sign/:id', async ({ params }) =>
    present(deps, await signRequests.find(params.id)),
  )
  server.post<Params>('/api/v1/sign/:id/prepare', async ({ params, body }) => {
    const { address } = parseRequest(PrepareRequest, body)
    return present(deps, await signRequests.prepare(params.id, address))
  })
  server.post<Params>('/api/v1/sign/:id/report', async ({ params, body }) => {
    const { tx_hash } = parseRequest(ReportRequest, body)
    return present(deps, await signRequests.report(params.id, tx_hash))
  })
}

async function present({ network, tracker, now }: Deps, request: SignRequest): Promise<SignView> {
  const { chain_uid, name, chain_id, family, rpc_url, factory, explorer_tx_url, ...chain } =
    chainOf(network, request.chain_uid)
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
      rpc_url,
      factory,
      explorer_tx_url,
      native_currency: 'native_currency' in chain ? chain.native_currency : null,
    },
    claimer_contract: { chain_uid: network.hub.chain_uid, address: network.hub.claimer },
    token: { token, decimals },
    asset: asked.asset ?? null,
    amount: asked.amount,
    receive: asked.receive ? receiveView(network, asked.receive) : null,
    recipient: asked.recipient,
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
  receive?: AskedSwap['receive']
} {
  const { operation, request, ownerAccount } = asked
  const home = Platform.parse(ownerAccount.split(':')[0])
  if (operation === 'swap') {
    const { token, asset, amount, receive, recipient } = askedSwap(asked)
    const to = recipient ? nameOf(recipient, home) : `the wallet that signs, on ${asked.chain_uid}`
    return { token, asset, amount: `${amount}`, recipient: to, receive }
  }
  if (operation === 'deposit') {
    const { amount_in, asset_in, recipient } = parseRequest(
      DepositRequest.omit({ sender: true }),
      request,
    )
    const { token, token_type: asset } = asset_in
    return { token, asset, amount: `${amount_in}`, recipient: nameOf(recipient, home) }
  }
  if (operation === 'withdrawVoucher') {
    const { amount, token, cross_chain_addresses } = parseRequest(
      VoucherWithdrawRequest.omit({ sender: true }),
      request,
    )
    const [first] = cross_chain_addresses ?? []
    const to = first ? nameOf(first.user, home) : `the wallet that signs, on ${asked.chain_uid}`
    return { token, amount: `${amount}`, recipient: to }
  }
  const { amount, token, recipient_address } = parseRequest(
    VoucherTransferRequest.omit({ sender: true }),
    request,
  )
  return { token, amount: `${amount}`, recipient: nameOf(recipient_address.user, home) }
}

/** Whoever has the page's address can read it, so it is named as in a group. */
function nameOf(recipient: UserOrSocial, home: Platform): string {
  return 'social' in recipient
    ? nameIdentity(identityOf(recipient.social), home)
    : `${recipient.address} on ${recipient.chain_uid}`
}

/** What is signed stays as it is; the sender's PIN and the recipient's whole address are not for whoever has the page's address. */
function withoutSecrets(build: TransactionBuild): TransactionBuild {
  if (!build.claimer) return build
  const { public_secret, _id, created_at } = build.claimer
  return { ...build, claimer: { public_secret, _id, created_at, otp: '' } }
}
