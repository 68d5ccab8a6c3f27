import { VoucherWithdrawRequest } from '../payloads/voucher-withdraw.ts'
import { parseRequest } from '../terms/request.ts'
import type { CrossChainUser } from '../terms/shapes.ts'
import { askedGift } from './asked-gift.ts'
import type { SignRequest } from './sign-request.ts'

/** Tokens to vouchers of a wallet, or vouchers to tokens of one, as a chat asked for it. `amount` is base units. */
export type AskedMove = {
  kind: 'deposit' | 'withdraw'
  token: string
  amount: bigint
  recipient: CrossChainUser
}

const Withdraw = VoucherWithdrawRequest.omit({ sender: true })

/** Reads a sign request that moves value between wallets; `undefined` for one to people, and for a swap. */
export function askedMove(
  signed: Pick<SignRequest, 'id' | 'operation' | 'request'>,
): AskedMove | undefined {
  const { operation, request } = signed
  if (operation === 'withdrawVoucher') {
    const { token, amount, cross_chain_addresses } = parseRequest(Withdraw, request)
    const recipient = cross_chain_addresses?.[0]?.user
    return recipient && { kind: 'withdraw', token, amount, recipient }
  }
  if (operation !== 'deposit') return undefined
  const { token, amount, payee } = askedGift(signed)
  return 'chain_uid' in payee ? { kind: 'deposit', token, amount, recipient: payee } : undefined
}
