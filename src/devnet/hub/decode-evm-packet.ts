import { decodeAbiParameters, decodeFunctionData, hexToString, toHex } from 'viem'

import type { TokenType } from '../../core/terms/network.ts'
import { factoryAbi } from '../../core/payloads/factory-abi.ts'
import { factoryPacketAbi } from '../../core/tracking/packet-abi.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import {
  LpTokenFacts,
  type CallAsset,
  type CallRecipient,
  type Limit,
  type PacketCall,
  type PoolCurve,
} from './packet-call.ts'

const MAX_TIMEOUT_SEC = 240
/** A new pool may wait longer, as the interface lets it. */
const MAX_POOL_TIMEOUT_SEC = 3600

type AbiDenom = { token_type: string; native_denom: string; erc20_address: string }
type AbiRecipient = {
  recipient: { chain_uid: string; sender: string }
  amount: { limit_type: string; value: bigint }
  denom: AbiDenom
  forwarding_message: `0x${string}`
}

/** A packet of an EVM factory: who called it, and with which calldata. */
export type EvmPacket = { txId: string; sender: string; calldata: `0x${string}` }

/** @throws {ContractError} not a factory packet */
export function decodeEvmPacket(msg: Uint8Array): EvmPacket {
  try {
    const [{ tx_id, sender, call }] = decodeAbiParameters(factoryPacketAbi, toHex(msg))
    return { txId: tx_id, sender: sender.toLowerCase(), calldata: call }
  } catch {
    throw new ContractError('the packet is not a factory packet')
  }
}

/**
 * Reads a factory call as the hub runs it. `packet.sender` must be the `from` of a voucher transfer.
 * @throws {ContractError} an unknown call, or a malformed one
 */
export function decodeEvmCall(chainUid: string, packet: EvmPacket): PacketCall {
  const { functionName, args } = decodeCalldata(packet.calldata)
  if (functionName === 'depositToken') {
    const [asset, amount, recipients, config] = args
    const denom = readDenom(asset.token_type)
    if (denom === 'voucher') throw new ContractError('vouchers cannot be deposited')
    return {
      type: 'deposit_token',
      token: asset.token,
      denom,
      amount,
      recipients: recipients.map(readRecipient),
      timeoutSec: readTimeout(config.timeout),
    }
  }
  if (functionName === 'transferVoucher') {
    const [token, amount, from, recipients, config] = args
    if (from.chain_uid !== chainUid || from.sender.toLowerCase() !== packet.sender) {
      throw new ContractError(
        `vouchers of ${from.chain_uid}:${from.sender} cannot be moved by ${chainUid}:${packet.sender}`,
      )
    }
    return {
      type: 'transfer_voucher',
      token,
      amount,
      recipients: recipients.map(readRecipient),
      timeoutSec: readTimeout(config.timeout),
    }
  }
  if (functionName === 'swap') {
    const [asset, amount, assetOut, minAmountOut, swaps, recipients, fee, config] = args
    return {
      type: 'swap',
      asset: { token: asset.token, denom: readDenom(asset.token_type), amount },
      assetOut,
      minAmountOut,
      swaps: swaps.map(({ token_in, token_out }) => ({ token_in, token_out })),
      recipients: recipients.map(readRecipient),
      ...(fee.partner_fee_bps > 0n && { partnerFee: readPartnerFee(fee) }),
      timeoutSec: readTimeout(config.timeout),
    }
  }
  if (functionName === 'add_liquidity') {
    const [pair, slippage, config] = args
    return {
      type: 'add_liquidity',
      assets: [readAsset(pair.token_1), readAsset(pair.token_2)],
      slippageBps: readSlippage(slippage),
      timeoutSec: readTimeout(config.timeout),
    }
  }
  if (functionName === 'remove_liquidity') {
    const [pair, lpAmount, { chain_uid, sender: address }, config] = args
    return {
      type: 'remove_liquidity',
      pair,
      lpAmount,
      recipients: [{ user: { chain_uid, address }, limit: { type: 'dynamic' }, denom: 'real' }],
      timeoutSec: readTimeout(config.timeout),
    }
  }
  const [pair, curve, name, symbol, decimals, slippage, config] = args
  return {
    type: 'pool_creation',
    assets: [readAsset(pair.token_1), readAsset(pair.token_2)],
    curve: readCurve(curve),
    lpToken: readLpToken({ name, symbol, decimals }),
    slippageBps: readSlippage(slippage),
    timeoutSec: readTimeout(config.timeout, MAX_POOL_TIMEOUT_SEC),
  }
}

function readAsset(side: { token: string; amount: bigint; token_type: AbiDenom }): CallAsset {
  return { token: side.token, denom: readDenom(side.token_type), amount: side.amount }
}

function readPartnerFee(fee: { partner_fee_bps: bigint; recipient: string }) {
  if (fee.partner_fee_bps > 30n)
    throw new ContractError(`a partner fee of ${fee.partner_fee_bps} bps is over 30`)
  return { bps: Number(fee.partner_fee_bps), recipient: fee.recipient.toLowerCase() }
}

function readCurve(config: { pool_type: string; amp_factor: bigint }): PoolCurve {
  if (config.pool_type === 'cp') return { type: 'constant_product' }
  if (config.pool_type === 'stable')
    return { type: 'stable', ampFactor: config.amp_factor === 0n ? 1000n : config.amp_factor }
  throw new ContractError(`"${config.pool_type}" is not a pool type`)
}

function readLpToken(facts: LpTokenFacts): LpTokenFacts {
  const parsed = LpTokenFacts.safeParse(facts)
  if (!parsed.success)
    throw new ContractError(
      'the LP token needs a name of 1 to 64 and a symbol of 1 to 32 characters',
    )
  return parsed.data
}

function readSlippage(bps: bigint): number {
  if (bps > 10_000n) throw new ContractError(`a slippage tolerance of ${bps} bps is over 10000`)
  return Number(bps)
}

function decodeCalldata(data: `0x${string}`) {
  try {
    return decodeFunctionData({ abi: factoryAbi, data })
  } catch {
    throw new ContractError(`the hub does not know the call ${data.slice(0, 10)}`)
  }
}

function readRecipient({
  recipient,
  amount,
  denom,
  forwarding_message,
}: AbiRecipient): CallRecipient {
  return {
    user: { chain_uid: recipient.chain_uid, address: recipient.sender },
    limit: readLimit(amount),
    denom: readDenom(denom),
    ...(forwarding_message !== '0x' && { forwardingMessage: hexToString(forwarding_message) }),
  }
}

function readLimit({ limit_type, value }: { limit_type: string; value: bigint }): Limit {
  if (limit_type === 'dynamic') return { type: 'dynamic' }
  if (
    limit_type === 'equal' ||
    limit_type === 'less_than_or_equal' ||
    limit_type === 'greater_than_or_equal'
  ) {
    return { type: limit_type, value }
  }
  throw new ContractError(`"${limit_type}" is not a limit`)
}

function readDenom({ token_type, native_denom, erc20_address }: AbiDenom): TokenType | 'voucher' {
  if (token_type === 'voucher') return 'voucher'
  if (token_type === 'native') return { native: { denom: native_denom } }
  if (token_type === 'smart') return { smart: { contract_address: erc20_address } }
  throw new ContractError(`"${token_type}" is not a token type`)
}

/** Seconds; 0 means the default of 60. */
function readTimeout(timeout: bigint, maxSec = MAX_TIMEOUT_SEC): number {
  if (timeout > maxSec)
    throw new ContractError(`the timeout of ${timeout} seconds is over ${maxSec}`)
  return timeout === 0n ? 60 : Number(timeout)
}
