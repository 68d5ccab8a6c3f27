import { toBase64 } from '@cosmjs/encoding'
import { z } from 'zod'

import type { Chain, CosmWasmChain, EvmChain, Network } from '../network.ts'
import {
  CrossChainUser,
  NO_CLAIMER,
  PositiveUnits,
  Timeout,
  TokenWithDenom,
  UserOrSocial,
  type Claimer,
  type CosmWasmMessage,
  type EvmMessage,
  type TransactionBuild,
} from '../shapes.ts'
import { checkAmount } from './amount-range.ts'
import { parseAsset } from './asset.ts'
import { cosmWasmBuild, crossChainConfig, cw20Send } from './encode-cosmwasm.ts'
import { encodeCall, evmApprovals, evmConfig, evmOperation, evmTokenType } from './encode-evm.ts'
import { evmRecipient, liveRecipient } from './encode-payouts.ts'
import type { Payout } from './payouts.ts'
import { parseRecipient, parseSender, type Recipient } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'
import { voucherPayout } from './voucher-payout.ts'

export const DepositRequest = z.object({
  amount_in: PositiveUnits,
  asset_in: TokenWithDenom,
  sender: CrossChainUser,
  recipient: UserOrSocial,
  timeout: Timeout,
})
export type DepositRequest = z.infer<typeof DepositRequest>
export type DepositRequestJson = z.input<typeof DepositRequest>

/** A deposit whose every part was checked against the network. `amount` is base units. */
export type Deposit = {
  chain: Chain
  asset: TokenWithDenom
  amount: bigint
  sender: CrossChainUser
  recipient: Recipient
  timeout: PacketTimeout
}

/**
 * Checks a deposit against the network.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError}
 * {InvalidHandleError} {InvalidAmountError} {InvalidRequestError}
 */
export function parseDeposit(network: Network, request: DepositRequest): Deposit {
  const { chain } = parseSender(network, request.sender)
  checkAmount(chain, request.amount_in, 'amount_in')
  return {
    chain,
    asset: parseAsset(network, chain, request.asset_in, 'asset_in'),
    amount: request.amount_in,
    sender: request.sender,
    recipient: parseRecipient(network, request.recipient, 'recipient'),
    timeout: parseTimeout(request.timeout),
  }
}

/**
 * Builds the unsigned transaction that turns tokens into vouchers for the recipient. Pure: it neither signs nor sends.
 * `claimer` is the record behind a social recipient, and absent for any other.
 */
export function buildDeposit(
  network: Network,
  deposit: Deposit,
  claimer?: Claimer,
): TransactionBuild {
  const { chain, sender } = deposit
  const payout = voucherPayout(network, deposit, claimer)
  if (chain.family === 'evm')
    return {
      type: 'evm',
      msgs: evmMessages(chain, deposit, payout),
      claimer: claimer ?? NO_CLAIMER,
    }
  return cosmWasmBuild(chain, sender, [cosmWasmMessage(chain, deposit, payout)], claimer)
}

function evmMessages(
  chain: EvmChain,
  { asset, amount, timeout }: Deposit,
  payout: Payout,
): EvmMessage[] {
  const target = { chainId: chain.chain_id, factory: chain.factory }
  const data = encodeCall('depositToken', [
    { token: asset.token, token_type: evmTokenType(asset.token_type) },
    amount,
    [evmRecipient(payout)],
    evmConfig(timeout.seconds),
  ])
  const value = 'native' in asset.token_type ? amount : 0n
  return [...evmApprovals(target, asset.token_type, amount), evmOperation(target, data, value)]
}

function cosmWasmMessage(chain: CosmWasmChain, deposit: Deposit, payout: Payout): CosmWasmMessage {
  const { asset, amount, timeout } = deposit
  const terms =
    chain.message_set === 'live'
      ? { recipients: [liveRecipient(payout)], cross_chain_config: crossChainConfig(timeout) }
      : { timeout: timeout.wire, ...interfaceRecipient(deposit, payout) }
  if ('native' in asset.token_type) {
    return {
      contractAddress: chain.factory,
      msg: { deposit_token: { amount_in: `${amount}`, asset_in: asset, ...terms } },
      funds: [{ denom: asset.token_type.native.denom, amount: `${amount}` }],
    }
  }
  return cw20Send(asset.token_type.smart.contract_address, chain.factory, amount, {
    deposit: { token: asset.token, ...terms },
  })
}

/** The interface's message keeps the identity that was asked for beside the claimer contract's address. */
function interfaceRecipient({ recipient }: Deposit, { user, forwardingMessage }: Payout) {
  return {
    recipient: recipient.kind === 'social' ? { ...user, social: recipient.social } : user,
    ...(forwardingMessage && { msg: toBase64(forwardingMessage) }),
  }
}
