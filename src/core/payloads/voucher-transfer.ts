import { z } from 'zod'

import { generationOf } from '../generations/generations.ts'
import { atField } from '../terms/request.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { TokenId, tokenOf, type Network } from '../terms/network.ts'
import { PositiveUnits, Sender, Timeout, type TransactionBuild } from '../terms/shapes.ts'
import { checkAmount } from './asset.ts'
import { cosmWasmBuild, toFactory } from './encode-cosmwasm.ts'
import { evmVoucherCall } from './encode-evm.ts'
import { parseSender } from './recipient.ts'
import {
  ChatPayee,
  parseShares,
  Payee,
  type SharedAmount,
  claimFields,
  evmClaimFields,
  type Claimed,
} from './shares.ts'
import { metaBuild, type MetaBuild, type MetaTerms } from './meta-transaction.ts'
import { voucherPayouts } from './voucher-payouts.ts'
import { parseTimeoutOrDeadline } from './timeout.ts'

export const VoucherTransferRequest = z.object({
  amount: PositiveUnits,
  token: TokenId,
  sender: Sender,
  recipient_address: z.strictObject({ user: Payee }),
  timeout: Timeout,
})
export type VoucherTransferRequestJson = z.input<typeof VoucherTransferRequest>

/** A transfer as a chat asks for it. */
export const ChatVoucherTransferRequest = VoucherTransferRequest.extend({
  recipient_address: z.strictObject({ user: ChatPayee }),
})
export type ChatVoucherTransferRequest = z.infer<typeof ChatVoucherTransferRequest>

/** A voucher transfer whose every part was checked against the network. */
export type VoucherTransfer = SharedAmount & { token: string }

/**
 * Checks a voucher transfer against the network. Units: `nowMs` is unix milliseconds.
 * @throws {UnknownChainError} {UnknownTokenError} {InvalidAddressError} {InvalidHandleError} {InvalidAmountError} {InvalidRequestError}
 */
export function parseVoucherTransfer(
  network: Network,
  request: ChatVoucherTransferRequest,
  nowMs: number,
): VoucherTransfer {
  const { chain, from } = parseSender(network, request.sender)
  const { amount } = request
  checkAmount(chain, amount, 'amount')
  const payee = { payee: request.recipient_address.user, path: 'recipient_address.user' }
  return {
    chain,
    token: atField('token', () => tokenOf(network, request.token)).token,
    amount,
    sender: request.sender,
    from,
    shares: parseShares(network, payee, { amount, path: 'amount' }),
    timeout: parseTimeoutOrDeadline(request.timeout, nowMs),
  }
}

/**
 * Builds the unsigned transaction that moves vouchers to the recipients. Pure: it neither signs nor sends.
 * `claimed` are the records behind the people among them, and absent where there are none.
 */
export function buildVoucherTransfer(
  network: Network,
  transfer: VoucherTransfer,
  claimed?: Claimed,
): TransactionBuild {
  const { chain, sender } = transfer
  const payouts = voucherPayouts(network, transfer.shares, claimed)
  if (chain.family === 'evm') {
    const msgs = [evmVoucherCall(chain, transfer, payouts, payouts.length)]
    return { type: 'evm', msgs, ...evmClaimFields(claimed) }
  }
  const messages = generationOf(network).messages.transferVouchers(transfer, payouts)
  return cosmWasmBuild(chain, sender, toFactory(chain, messages), claimed)
}

/** Whether one text can move so many shares on this network. */
export const fitsOneText = (network: Network, shares: readonly unknown[]): boolean =>
  shares.length <= generationOf(network).meta.mostShares

/**
 * Builds what the owner of vouchers signs to move them to the recipients, in place of a transaction. Pure. `claimed` as for
 * `buildVoucherTransfer`.
 * @throws {InvalidRequestError} there are more shares than the hub moves at once, or the network names no contract that would run it
 */
export function buildMetaTransfer(
  network: Network,
  transfer: VoucherTransfer,
  claimed: Claimed | undefined,
  terms: MetaTerms,
): MetaBuild {
  const { shares, token, amount, from, timeout } = transfer
  if (!fitsOneText(network, shares))
    throw new InvalidRequestError(
      'recipient_address.user.shares',
      `are ${shares.length}, and one signature moves at most ${generationOf(network).meta.mostShares}`,
      'Send them as a transaction, or in parts.',
    )
  const payouts = voucherPayouts(network, shares, claimed)
  const move = { token, amount, from, timeout }
  const calls = generationOf(network).meta.transferVouchers(move, payouts)
  const named = { ...transfer, recipientsField: 'recipient_address' }
  return { ...metaBuild(network, named, calls, terms), ...claimFields(claimed) }
}
