import { z } from 'zod'

import { generationOf } from '../generations/generations.ts'
import type { CosmWasmChain, EvmChain, Network } from '../terms/network.ts'
import {
  Sender,
  PositiveUnits,
  Timeout,
  TokenWithDenom,
  type CosmWasmMessage,
  type EvmMessage,
  type TransactionBuild,
} from '../terms/shapes.ts'
import { checkAmount, parseAsset } from './asset.ts'
import { cosmWasmBuild, cw20Send } from './encode-cosmwasm.ts'
import {
  encodeCall,
  evmApprovals,
  evmConfig,
  evmOperation,
  evmRecipient,
  evmTokenType,
} from './encode-evm.ts'
import type { ExactPayout } from './payout.ts'
import { parseSender } from './recipient.ts'
import {
  ChatPayee,
  parseShares,
  Payee,
  type SharedAmount,
  evmClaimFields,
  type Claimed,
} from './shares.ts'
import { voucherPayouts } from './voucher-payouts.ts'
import { parseTimeout } from './timeout.ts'

export const DepositRequest = z.object({
  amount_in: PositiveUnits,
  asset_in: TokenWithDenom,
  sender: Sender,
  recipient: Payee,
  timeout: Timeout,
})
export type DepositRequestJson = z.input<typeof DepositRequest>

/** A deposit as a chat asks for it. */
export const ChatDepositRequest = DepositRequest.extend({ recipient: ChatPayee })
export type ChatDepositRequest = z.infer<typeof ChatDepositRequest>

/** A deposit whose every part was checked against the network. */
export type Deposit = SharedAmount & { asset: TokenWithDenom }

/**
 * Checks a deposit against the network.
 * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError}
 * {InvalidHandleError} {InvalidAmountError} {InvalidRequestError}
 */
export function parseDeposit(network: Network, request: ChatDepositRequest): Deposit {
  const { chain, from } = parseSender(network, request.sender)
  const { recipient: payee, amount_in: amount } = request
  checkAmount(chain, amount, 'amount_in')
  return {
    chain,
    asset: parseAsset(network, chain, request.asset_in, 'asset_in'),
    amount,
    sender: request.sender,
    from,
    shares: parseShares(network, { payee, path: 'recipient' }, { amount, path: 'amount_in' }),
    timeout: parseTimeout(request.timeout),
  }
}

/**
 * Builds the unsigned transaction that turns tokens into vouchers for the recipients. Pure: it neither signs nor sends.
 * `claimed` are the records behind the people among them, and absent where there are none.
 */
export function buildDeposit(
  network: Network,
  deposit: Deposit,
  claimed?: Claimed,
): TransactionBuild {
  const { chain, sender } = deposit
  const payouts = voucherPayouts(network, deposit.shares, claimed)
  if (chain.family === 'evm') {
    const msgs = evmMessages(chain, deposit, payouts)
    return { type: 'evm', msgs, ...evmClaimFields(claimed) }
  }
  const msgs = generationOf(network)
    .messages.deposit(deposit, payouts)
    .map(({ amount, terms }) => cosmWasmMessage(chain, { ...deposit, amount }, terms))
  return cosmWasmBuild(chain, sender, msgs, claimed)
}

function evmMessages(
  chain: EvmChain,
  { asset, amount, timeout }: Deposit,
  payouts: readonly ExactPayout[],
): EvmMessage[] {
  const target = { chainId: chain.chain_id, factory: chain.factory }
  const data = encodeCall('depositToken', [
    { token: asset.token, token_type: evmTokenType(asset.token_type) },
    amount,
    payouts.map(evmRecipient),
    evmConfig(timeout.seconds),
  ])
  const value = 'native' in asset.token_type ? amount : 0n
  return [
    ...evmApprovals(target, asset.token_type, amount),
    evmOperation(target, data, value, payouts.length),
  ]
}

function cosmWasmMessage(
  chain: CosmWasmChain,
  { asset, amount }: Deposit,
  terms: object,
): CosmWasmMessage {
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
