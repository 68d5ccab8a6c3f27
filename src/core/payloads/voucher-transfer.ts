import { toBase64 } from '@cosmjs/encoding'
import { z } from 'zod'

import { atField } from '../terms/request.ts'
import { TokenId, tokenOf, type Network } from '../terms/network.ts'
import {
  CrossChainUser,
  PositiveUnits,
  Timeout,
  type CosmWasmMessage,
  type TransactionBuild,
} from '../terms/shapes.ts'
import { checkAmount } from './asset.ts'
import { cosmWasmBuild, liveVoucherMessage } from './encode-cosmwasm.ts'
import { evmVoucherCall } from './encode-evm.ts'
import type { ExactPayout } from './payouts.ts'
import { parseSender } from './recipient.ts'
import {
  ChatPayee,
  parseShares,
  Payee,
  type SharedAmount,
  evmClaimFields,
  voucherPayouts,
  type Claimed,
} from './shares.ts'
import { parseTimeoutOrDeadline } from './timeout.ts'

export const VoucherTransferRequest = z.object({
  amount: PositiveUnits,
  token: TokenId,
  sender: CrossChainUser,
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
  if (chain.message_set === 'live')
    return cosmWasmBuild(chain, sender, [liveVoucherMessage(chain, transfer, payouts)], claimed)
  // This message names one recipient, so each share is a message of its own.
  const msgs = payouts.map((payout) => interfaceMessage(chain.factory, transfer, payout))
  return cosmWasmBuild(chain, sender, msgs, claimed)
}

function interfaceMessage(
  contractAddress: string,
  { token, timeout }: VoucherTransfer,
  { user, limit, forwardingMessage }: ExactPayout,
): CosmWasmMessage {
  const transfer_virtual_balance = {
    token,
    amount: `${limit.value}`,
    recipient_address: user,
    timeout: timeout.wire,
    ...(forwardingMessage && { msg: toBase64(forwardingMessage) }),
  }
  return { contractAddress, msg: { transfer_virtual_balance }, funds: [] }
}
