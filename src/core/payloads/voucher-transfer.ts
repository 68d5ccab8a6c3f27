import { z } from 'zod'

import { chainOf, TokenId, tokenOf, type Chain, type Network } from '../network.ts'
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
import { cosmWasmBuild, encodeJson } from './encode-cosmwasm.ts'
import { encodeCall, evmConfig, evmOperation, evmVoucherRecipient } from './encode-evm.ts'
import { parseRecipient, parseUser, type Recipient } from './recipient.ts'
import { parseTimeoutOrDeadline, type PacketTimeout } from './timeout.ts'
import { voucherTarget } from './voucher-target.ts'

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
  const chain = chainOf(network, request.sender.chain_uid)
  checkAmount(chain, request.amount)
  return {
    chain,
    token: tokenOf(network, request.token).token,
    amount: request.amount,
    sender: request.sender,
    from: parseUser(network, request.sender),
    recipient: parseRecipient(network, request.recipient_address.user),
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
  const { chain, token, amount, sender, from, recipient, timeout } = transfer
  const { user, claimMessage } = voucherTarget(network, recipient, claimer)
  if (chain.family === 'evm') {
    const data = encodeCall('transferVoucher', [
      token,
      amount,
      { chain_uid: from.chain_uid, sender: from.address },
      [evmVoucherRecipient(user, amount, claimMessage)],
      evmConfig(timeout.seconds),
    ])
    const msgs = [evmOperation({ chainId: chain.chain_id, factory: chain.factory }, data, 0n)]
    return { type: 'evm', msgs, claimer: claimer ?? NO_CLAIMER }
  }
  const msg = claimMessage === undefined ? {} : { msg: encodeJson(claimMessage) }
  const transfer_virtual_balance = {
    token,
    amount: `${amount}`,
    recipient_address: user,
    timeout: timeout.wire,
    ...msg,
  }
  return cosmWasmBuild(
    chain,
    sender,
    [{ contractAddress: chain.factory, msg: { transfer_virtual_balance }, funds: [] }],
    claimer,
  )
}
