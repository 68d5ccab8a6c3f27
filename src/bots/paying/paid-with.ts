import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { denomOn, tokenOf, type Network, type TokenType } from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import type { PaymentWay } from '../../core/signing/payment-terms.ts'
import type { NewSignRequest, SignRequest } from '../../core/signing/sign-request.ts'

// What says how a chat's request is paid; who gets it is carried over as it is.
const Asset = z.object({ token: z.string() })
const FromTokens = z.object({ amount_in: BaseUnits.in, asset_in: Asset, recipient: z.unknown() })
const FromVouchers = z.object({
  amount: BaseUnits.in,
  token: z.string(),
  recipient_address: z.object({ user: z.unknown() }),
})
const Swap = z.looseObject({
  asset_in: Asset,
  cross_chain_addresses: z.array(z.unknown()).optional(),
})

type Paid = Pick<NewSignRequest, 'operation' | 'chain_uid' | 'request' | 'senderAddress'>

/**
 * The same order as a sign request's, paid in another way. Pure.
 * @throws {Error} the way is not one of that request
 */
export function paidWith(
  { operation, request, chain_uid: oldChain, senderAddress: oldSender }: SignRequest,
  way: PaymentWay,
  network: Network,
): Paid {
  const { chain_uid, address } = way
  const by = { chain_uid, senderAddress: address }
  if (operation === 'withdrawVoucher') return { operation, ...by, request }
  if (operation === 'swap') {
    const { asset_in, cross_chain_addresses, ...swap } = Swap.parse(request)
    // What arrives goes where it would have gone.
    const user = { chain_uid: oldChain, address: oldSender }
    const asset = assetOn(network, asset_in.token, chain_uid)
    const recipients = cross_chain_addresses ?? [{ user }]
    return {
      operation,
      ...by,
      request: { ...swap, asset_in: asset, cross_chain_addresses: recipients },
    }
  }
  const { amount, token, payee } = orderOf(operation, request)
  if (way.kind === 'vouchers') {
    const transfer = { amount, token, recipient_address: { user: payee } }
    return { operation: 'transferVoucher', ...by, request: transfer }
  }
  const own = CrossChainUser.safeParse(payee).data
  const isOwn = own?.chain_uid === oldChain && own.address === oldSender
  const deposit = {
    amount_in: amount,
    asset_in: assetOn(network, token, chain_uid),
    recipient: isOwn ? { chain_uid, address } : payee,
  }
  return { operation: 'deposit', ...by, request: deposit }
}

function orderOf(operation: 'deposit' | 'transferVoucher', request: Record<string, unknown>) {
  if (operation === 'deposit') {
    const { amount_in: amount, asset_in, recipient } = FromTokens.parse(request)
    return { amount, token: asset_in.token, payee: recipient }
  }
  const { amount, token, recipient_address } = FromVouchers.parse(request)
  return { amount, token, payee: recipient_address.user }
}

function assetOn(
  network: Network,
  token: string,
  chainUid: string,
): { token: string; token_type: TokenType } {
  const token_type = denomOn(tokenOf(network, token), chainUid)
  if (!token_type) throw new Error(`${token} has no form on ${chainUid}`)
  return { token, token_type }
}
