import type { Token } from '../../core/terms/network.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import type { Payment } from './choose-payment.ts'

/** The interface's own request for what a chat sends to one or to several, without its sender. */
export function requestGift(payee: ChatPayee, { token }: Token, payment: Payment) {
  if (payment.kind === 'vouchers') {
    const { chain_uid, address } = payment.wallet
    const request = { amount: payment.amount, token, recipient_address: { user: payee } }
    return { operation: 'transferVoucher', chain_uid, senderAddress: address, request } as const
  }
  const { chain_uid, tokenType, wallet } = payment
  const asset_in = { token, token_type: tokenType }
  const request = { amount_in: payment.amount, asset_in, recipient: payee }
  return { operation: 'deposit', chain_uid, senderAddress: wallet?.address, request } as const
}
