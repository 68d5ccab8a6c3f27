import { z } from 'zod'

import { chainOf, type Chain, type Network } from '../network.ts'
import {
  CrossChainUser,
  NO_CLAIMER,
  PositiveUnits,
  Timeout,
  TokenWithDenom,
  UserOrSocial,
  type Claimer,
  type CosmWasmMessage,
  type TransactionBuild,
} from '../shapes.ts'
import { checkAmount } from './amount-range.ts'
import { parseAsset } from './asset.ts'
import { cosmWasmBuild, encodeJson } from './encode-cosmwasm.ts'
import {
  encodeCall,
  evmApprovals,
  evmConfig,
  evmOperation,
  evmTokenType,
  evmVoucherRecipient,
} from './encode-evm.ts'
import { parseRecipient, parseUser, type Recipient } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'
import { voucherTarget } from './voucher-target.ts'

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
  const chain = chainOf(network, request.sender.chain_uid)
  parseUser(network, request.sender)
  checkAmount(chain, request.amount_in)
  return {
    chain,
    asset: parseAsset(network, chain, request.asset_in),
    amount: request.amount_in,
    sender: request.sender,
    recipient: parseRecipient(network, request.recipient),
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
  return deposit.chain.family === 'evm'
    ? buildEvm(network, deposit, claimer)
    : buildCosmWasm(network, deposit, claimer)
}

function buildEvm(
  network: Network,
  { chain, asset, amount, recipient, timeout }: Deposit,
  claimer?: Claimer,
): TransactionBuild {
  const target = { chainId: chain.chain_id, factory: chain.factory }
  const { user, claimMessage } = voucherTarget(network, recipient, claimer)
  const data = encodeCall('depositToken', [
    { token: asset.token, token_type: evmTokenType(asset.token_type) },
    amount,
    [evmVoucherRecipient(user, amount, claimMessage)],
    evmConfig(timeout.seconds),
  ])
  const value = 'native' in asset.token_type ? amount : 0n
  const msgs = [
    ...evmApprovals(target, asset.token_type, amount),
    evmOperation(target, data, value),
  ]
  return { type: 'evm', msgs, claimer: claimer ?? NO_CLAIMER }
}

function buildCosmWasm(network: Network, deposit: Deposit, claimer?: Claimer): TransactionBuild {
  const { chain, asset, amount, recipient, timeout, sender } = deposit
  if (chain.family !== 'cosmwasm') throw new Error(`${chain.chain_uid} is not a CosmWasm chain`)
  const { user, claimMessage } = voucherTarget(network, recipient, claimer)
  const to = recipient.kind === 'social' ? { ...user, social: recipient.social } : user
  const msg = claimMessage === undefined ? {} : { msg: encodeJson(claimMessage) }
  const message: CosmWasmMessage =
    'native' in asset.token_type
      ? {
          contractAddress: chain.factory,
          msg: {
            deposit_token: {
              amount_in: `${amount}`,
              asset_in: asset,
              recipient: to,
              timeout: timeout.wire,
              ...msg,
            },
          },
          funds: [{ denom: asset.token_type.native.denom, amount: `${amount}` }],
        }
      : {
          contractAddress: asset.token_type.smart.contract_address,
          msg: {
            send: {
              amount: `${amount}`,
              contract: chain.factory,
              msg: encodeJson({
                deposit: { token: asset.token, timeout: timeout.wire, recipient: to, ...msg },
              }),
            },
          },
          funds: [],
        }
  return cosmWasmBuild(chain, sender, [message], claimer)
}
