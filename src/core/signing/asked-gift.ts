import type { TokenType } from '../terms/network.ts'
import { ChatDepositRequest } from '../payloads/deposit.ts'
import type { ChatPayee } from '../payloads/shares.ts'
import { ChatVoucherTransferRequest } from '../payloads/voucher-transfer.ts'
import { parseRequest } from '../terms/request.ts'
import type { SignRequest } from './sign-request.ts'

/** What a chat's tip sends, to one or to several, read from the request itself. `amount` is base units. */
export type AskedGift = {
  token: string
  /** The token's form, of a deposit. */
  asset: TokenType | undefined
  amount: bigint
  payee: ChatPayee
  paysWith: 'tokens' | 'vouchers'
}

const Deposit = ChatDepositRequest.omit({ sender: true })
const VoucherTransfer = ChatVoucherTransferRequest.omit({ sender: true })

/** Reads a sign request whose operation is a deposit or a voucher transfer. */
export function askedGift({
  id,
  operation,
  request,
}: Pick<SignRequest, 'id' | 'operation' | 'request'>): AskedGift {
  if (operation === 'deposit') {
    const { asset_in, amount_in, recipient } = parseRequest(Deposit, request)
    const { token, token_type } = asset_in
    return { token, asset: token_type, amount: amount_in, payee: recipient, paysWith: 'tokens' }
  }
  if (operation !== 'transferVoucher')
    throw new Error(`sign request ${id} is a ${operation}, not a tip`)
  const { token, amount, recipient_address } = parseRequest(VoucherTransfer, request)
  return { token, asset: undefined, amount, payee: recipient_address.user, paysWith: 'vouchers' }
}
