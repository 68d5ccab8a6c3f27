import type { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import type { Token } from '../../core/terms/network.ts'
import type { ChatPayee } from '../../core/payloads/shares.ts'
import type { Payment } from './choose-payment.ts'

/** The interface's own request for what a chat sends to one or to several, without its sender. */
export function requestGift(payee: z.input<typeof ChatPayee>, { token }: Token, payment: Payment) {
  const units = BaseUnits.encode(payment.amount)
  if (payment.kind === 'vouchers') {
    const { chain_uid, address } = payment.wallet
    const request = { amount: units, token, recipient_address: { user: payee } }
    return { operation: 'transferVoucher', chain_uid, senderAddress: address, request } as const
  }
  const { chain_uid, tokenType, wallet } = payment
  const asset_in = { token, token_type: tokenType }
  const request = { amount_in: units, asset_in, recipient: payee }
  return { operation: 'deposit', chain_uid, senderAddress: wallet?.address, request } as const
}
