import { denomOn, tokenOf, type Network, type TokenType } from '../../core/terms/network.ts'
import type { PaymentWay } from '../../core/signing/payment-terms.ts'
import type { NewSignRequest, SignQuestion, SignRequest } from '../../core/signing/sign-request.ts'

type Paid = Pick<NewSignRequest, 'chain_uid' | 'senderAddress'> & SignQuestion

/**
 * The same order as a sign request's, paid in another way. Pure.
 * @throws {Error} the way is not one of that request
 */
export function paidWith(paid: SignRequest, way: PaymentWay, network: Network): Paid {
  const { chain_uid: oldChain, senderAddress: oldSender } = paid
  const { chain_uid, address } = way
  const by = { chain_uid, senderAddress: address }
  if (paid.operation === 'withdrawVoucher')
    return { operation: paid.operation, ...by, request: paid.request }
  if (paid.operation === 'swap') {
    const { asset_in, cross_chain_addresses, ...swap } = paid.request
    // What arrives goes where it would have gone.
    const own =
      oldSender === undefined ? undefined : [{ user: { chain_uid: oldChain, address: oldSender } }]
    const { token } = asset_in
    const asset =
      way.kind === 'vouchers'
        ? { token, token_type: { voucher: {} } }
        : assetOn(network, token, chain_uid)
    return {
      operation: paid.operation,
      ...by,
      request: { ...swap, asset_in: asset, cross_chain_addresses: cross_chain_addresses ?? own },
    }
  }
  const { amount, token, payee } = orderOf(paid)
  if (way.kind === 'vouchers') {
    const transfer = { amount, token, recipient_address: { user: payee } }
    return { operation: 'transferVoucher', ...by, request: transfer }
  }
  const deposit = {
    amount_in: amount,
    asset_in: assetOn(network, token, chain_uid),
    recipient: paid.terms?.toPayer ? { chain_uid, address } : payee,
  }
  return { operation: 'deposit', ...by, request: deposit }
}

function orderOf(paid: Extract<SignQuestion, { operation: 'deposit' | 'transferVoucher' }>) {
  if (paid.operation === 'deposit') {
    const { amount_in: amount, asset_in, recipient } = paid.request
    return { amount, token: asset_in.token, payee: recipient }
  }
  const { amount, token, recipient_address } = paid.request
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
