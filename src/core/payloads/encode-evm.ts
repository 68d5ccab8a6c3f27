import {
  getAddress,
  parseAbiItem,
  toHex,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type Hex,
} from 'viem'

import type { EvmChain, TokenType } from '../terms/network.ts'
import type { EvmMessage } from '../terms/shapes.ts'
import { compileCall } from './abi-encoder.ts'
import { factoryAbi } from './factory-abi.ts'
import type { Payout, VoucherMove } from './payout.ts'

// The gas that the public service allows; wallets may estimate on their own.
const OPERATION_GAS = '0x493E0' // 300,000
const APPROVAL_GAS = '0x186A0' // 100,000

type FactoryFunction = ContractFunctionName<typeof factoryAbi, 'payable'>
type FactoryArgs<Name extends FactoryFunction> = ContractFunctionArgs<
  typeof factoryAbi,
  'payable',
  Name
>

const factoryCalls = new Map(factoryAbi.map((abi) => [abi.name, compileCall(abi)]))
const approve = compileCall(
  parseAbiItem('function approve(address spender, uint256 amount) returns (bool)'),
)

/** The calldata of one call of the factory. @throws {Error} a function that its ABI does not have, which no typed caller names */
export function encodeCall<Name extends FactoryFunction>(
  functionName: Name,
  args: FactoryArgs<Name> & readonly unknown[],
): Hex {
  const encode = factoryCalls.get(functionName)
  if (!encode) throw new Error(`the factory has no function ${functionName}`)
  return encode(args)
}

/** The ABI's `TokenType` of a real denomination. */
export function evmTokenType(tokenType: TokenType) {
  return 'native' in tokenType
    ? { token_type: 'native', native_denom: tokenType.native.denom, erc20_address: '' }
    : { token_type: 'smart', native_denom: '', erc20_address: tokenType.smart.contract_address }
}

/** The ABI's `TokenType` that says: pay this recipient in vouchers. */
export const EVM_VOUCHER = { token_type: 'voucher', native_denom: '', erc20_address: '' }

/** The ABI's `Config` of an operation: how long its packets may take, and what is kept with it. Nothing is asked back. */
export function evmConfig(timeoutSec: number, meta = '') {
  return { timeout: BigInt(timeoutSec), ack_response: '0x' as const, meta }
}

type FactoryTarget = { chainId: string; factory: string }

/**
 * The operation's own message: a call of the factory with `value` wei. The gas that the public service allows is enough for
 * one recipient; for several, whose calldata alone may cost more, the wallet estimates it.
 */
export function evmOperation(
  { chainId, factory }: FactoryTarget,
  data: Hex,
  value: bigint,
  shares = 1,
): EvmMessage {
  const wei = `0x${value.toString(16)}`
  const to = getAddress(factory)
  return shares === 1
    ? { chainId, to, data, value: wei, gasLimit: OPERATION_GAS }
    : { chainId, to, data, value: wei }
}

/** The messages that let the factory take `amount` of a token: an approval for a smart token, none for a native one. */
export function evmApprovals(
  { chainId, factory }: FactoryTarget,
  tokenType: TokenType,
  amount: bigint,
): EvmMessage[] {
  if ('native' in tokenType) return []
  const data = approve([factory, amount])
  return [
    {
      chainId,
      to: getAddress(tokenType.smart.contract_address),
      data,
      value: '0x0',
      gasLimit: APPROVAL_GAS,
    },
  ]
}

/** The ABI's `Recipient`. */
export function evmRecipient(payout: Payout) {
  const { user, limit, denom, forwardingMessage, refundAsVoucher } = payout
  return {
    recipient: { chain_uid: user.chain_uid, sender: user.address },
    amount: { limit_type: limit.kind, value: limit.kind === 'dynamic' ? 0n : limit.value },
    denom: denom === 'voucher' ? EVM_VOUCHER : evmTokenType(denom),
    forwarding_message: forwardingMessage ? toHex(forwardingMessage) : ('0x' as const),
    unsafe_refund_as_voucher: refundAsVoucher,
  }
}

/** The EVM factory moves and pays out vouchers with one function. `shares` is how many recipients there are to pay. */
export function evmVoucherCall(
  { chain_id, factory }: EvmChain,
  { token, amount, from, timeout }: VoucherMove,
  payouts: readonly Payout[],
  shares = 1,
): EvmMessage {
  const data = encodeCall('transferVoucher', [
    token,
    amount,
    { chain_uid: from.chain_uid, sender: from.address },
    payouts.map(evmRecipient),
    evmConfig(timeout.seconds),
  ])
  return evmOperation({ chainId: chain_id, factory }, data, 0n, shares)
}
