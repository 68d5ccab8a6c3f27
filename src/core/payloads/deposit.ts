import { encodeFunctionData, prepareEncodeFunctionData } from 'viem'

import { buildClaimMessage } from '../claim-message.ts'
import { InvalidAmountError, UnknownDenominationError } from '../errors.ts'
import {
  chainOf,
  denomOn,
  tokenOf,
  type Chain,
  type Network,
  type Token,
  type TokenType,
} from '../network.ts'
import {
  NO_CLAIMER,
  type Claimer,
  type CosmWasmMessage,
  type CrossChainUser,
  type DepositRequest,
  type TokenWithDenom,
  type TransactionBuild,
} from '../shapes.ts'
import { cosmWasmBuild, encodeJson } from './encode-cosmwasm.ts'
import {
  evmApprovals,
  evmConfig,
  evmOperation,
  evmTokenType,
  evmVoucherRecipient,
} from './encode-evm.ts'
import { factoryAbi } from './factory-abi.ts'
import { parseRecipient, parseUser, type Recipient } from './recipient.ts'
import { parseTimeout, type PacketTimeout } from './timeout.ts'

const depositToken = prepareEncodeFunctionData({ abi: factoryAbi, functionName: 'depositToken' })

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
  const data = encodeFunctionData({
    ...depositToken,
    args: [
      { token: asset.token, token_type: evmTokenType(asset.token_type) },
      amount,
      [evmVoucherRecipient(user, amount, claimMessage)],
      evmConfig(timeout.seconds),
    ],
  })
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

/** Whose vouchers these become: the user's, or the claimer contract's with the message that names the claimer. */
export function voucherTarget(
  network: Network,
  recipient: Recipient,
  claimer: Claimer | undefined,
): { user: CrossChainUser; claimMessage: object | undefined } {
  if (recipient.kind === 'user') return { user: recipient.user, claimMessage: undefined }
  if (!claimer)
    throw new Error('a social recipient needs a claimer before its payload can be built')
  return {
    user: { chain_uid: network.hub.chain_uid, address: network.hub.claimer },
    claimMessage: buildClaimMessage({
      publicKey: claimer.public_secret,
      pseudoClaimId: claimer._id,
    }),
  }
}

/** @throws {InvalidAmountError} more than the family's contracts can count: uint256 on EVM, uint128 on CosmWasm */
export function checkAmount(chain: Chain, amount: bigint): void {
  const bits = chain.family === 'evm' ? 256n : 128n
  if (amount >> bits > 0n) {
    throw new InvalidAmountError(
      `${amount}`,
      `does not fit the ${bits}-bit amounts of ${chain.chain_uid}`,
      'Give a smaller amount.',
    )
  }
}

/** @throws {UnknownTokenError} {UnknownDenominationError} the token is not on the network, or not in this form on this chain */
function parseAsset(network: Network, chain: Chain, asset: TokenWithDenom): TokenWithDenom {
  const token = tokenOf(network, asset.token)
  const real = denomOn(token, chain.chain_uid)
  if (real === undefined || !isSameDenom(real, asset.token_type))
    throw new UnknownDenominationError(asset.token, chain.chain_uid, describeHomes(token))
  return { token: asset.token, token_type: real }
}

function isSameDenom(left: TokenType, right: TokenType): boolean {
  if ('native' in left) return 'native' in right && left.native.denom === right.native.denom
  return (
    'smart' in right &&
    left.smart.contract_address.toLowerCase() === right.smart.contract_address.toLowerCase()
  )
}

function describeHomes(token: Token): string[] {
  return token.denoms.map(
    ({ chain_uid, token_type }) => `${JSON.stringify(token_type)} on ${chain_uid}`,
  )
}
