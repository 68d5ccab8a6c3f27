import type { Identity } from '../../../core/identity.ts'
import { DepositRequest } from '../../../core/payloads/deposit.ts'
import { identityOf } from '../../../core/payloads/recipient.ts'
import { VoucherTransferRequest } from '../../../core/payloads/voucher-transfer.ts'
import type { Payee } from '../../../core/payloads/shares.ts'
import type { SignRequest } from '../../../core/signing/sign-requests.ts'

/** What a chat's tip sends, read from the request itself. `amount` is base units. */
export type AskedFor = {
  token: string
  amount: bigint
  recipient: Identity
  paysWith: 'tokens' | 'vouchers'
}

const Deposit = DepositRequest.omit({ sender: true })
const VoucherTransfer = VoucherTransferRequest.omit({ sender: true })

export function askedFor({ id, operation, request }: SignRequest): AskedFor {
  if (operation === 'deposit') {
    const { asset_in, amount_in, recipient } = Deposit.parse(request)
    return {
      token: asset_in.token,
      amount: amount_in,
      recipient: personOf(id, recipient),
      paysWith: 'tokens',
    }
  }
  if (operation !== 'transferVoucher')
    throw new Error(`sign request ${id} is a ${operation}, not a tip`)
  const { token, amount, recipient_address } = VoucherTransfer.parse(request)
  return { token, amount, recipient: personOf(id, recipient_address.user), paysWith: 'vouchers' }
}

function personOf(id: string, recipient: Payee): Identity {
  if (!('social' in recipient)) throw new Error(`sign request ${id} of a chat goes to a wallet`)
  return identityOf(recipient.social)
}
