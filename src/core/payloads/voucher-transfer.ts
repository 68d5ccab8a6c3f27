import { toBase64 } from '@cosmjs/encoding'
import { z } from 'zod'

import { atField } from '../at-field.ts'
import { TokenId, tokenOf, type Chain, type Network } from '../network.ts'
import {
  CrossChainUser,
  NO_CLAIMER,
  PositiveUnits,
  Timeout,
  UserOrSocial,
  type Claimer,
  type TransactionBuild,
} from '../shapes.ts'
import { checkAmount } from './amount-range.ts'
import { cosmWasmBuild } from './encode-cosmwasm.ts'
import { evmVoucherCall, liveVoucherMessage } from './encode-vouchers.ts'
import { parseRecipient, parseSender, type Recipient } from './recipient.ts'
import { parseTimeoutOrDeadline, type PacketTimeout } from './timeout.ts'
import { voucherPayout } from './voucher-payout.ts'

export const VoucherTransferRequest = z.object({
  amount: PositiveUnits,
  token: TokenId,
  sender: CrossChainUser,
  recipient_address: z.strictObject({ user: UserOrSocial }),
  timeout: Timeout,
})
export type VoucherTransferRequest = z.infer<typeof VoucherTransferRequest>
export type VoucherTransferRequestJson = z.input<typeof VoucherTransferRequest>

/** A voucher transfer whose every part was checked against the network. `amount` is base units. */
export type VoucherTransfer = {
  chain: Chain
  token: string
  amount: bigint
  sender: CrossChainUser
  /** The sender in the form that the voucher ledger keys it by. */
  from: CrossChainUser
  recipient: Recipient
  timeout: PacketTimeout
}

/**
 * Checks a voucher transfer against the network. Units: `nowMs` is unix milliseconds.
 * @throws {UnknownChainError} {UnknownTokenError} {InvalidAddressError} {InvalidHandleError} {InvalidAmountError} {InvalidRequestError}
 */
export function parseVoucherTransfer(
  network: Network,
  request: VoucherTransferRequest,
  nowMs: number,
): VoucherTransfer {
  const { chain, from } = parseSender(network, request.sender)
  checkAmount(chain, request.amount, 'amount')
  return {
    chain,
    token: atField('token', () => tokenOf(network, request.token)).token,
    amount: request.amount,
    sender: request.sender,
    from,
    recipient: parseRecipient(network, request.recipient_address.user, 'recipient_address.user'),
    timeout: parseTimeoutOrDeadline(request.timeout, nowMs),
  }
}

/**
 * Builds the unsigned transaction that moves vouchers to the recipient. Pure: it neither signs nor sends.
 * `claimer` is the record behind a social recipient, and absent for any other.
 */
export function buildVoucherTransfer(
  network: Network,
  transfer: VoucherTransfer,
  claimer?: Claimer,
): TransactionBuild {
  const { chain, token, amount, sender, timeout } = transfer
  const payout = voucherPayout(network, transfer, claimer)
  if (chain.family === 'evm') {
    const msgs = [evmVoucherCall(chain, transfer, [payout])]
    return { type: 'evm', msgs, claimer: claimer ?? NO_CLAIMER }
  }
  if (chain.message_set === 'live')
    return cosmWasmBuild(chain, sender, [liveVoucherMessage(chain, transfer, [payout])], claimer)
  const { user, forwardingMessage } = payout
  const transfer_virtual_balance = {
    token,
    amount: `${amount}`,
    recipient_address: user,
    timeout: timeout.wire,
    ...(forwardingMessage && { msg: toBase64(forwardingMessage) }),
  }
  return cosmWasmBuild(
    chain,
    sender,
    [{ contractAddress: chain.factory, msg: { transfer_virtual_balance }, funds: [] }],
    claimer,
  )
}
