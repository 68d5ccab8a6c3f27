import { decodeAbiParameters, decodeFunctionData, hexToString, toHex } from 'viem'

import type { TokenType } from '../../core/network.ts'
import { factoryAbi } from '../../core/payloads/factory-abi.ts'
import { factoryPacketAbi } from '../../core/tracking/packet-abi.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { CallRecipient, Limit, PacketCall } from './packet-call.ts'

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
 * @throws {ContractError} an operation that this hub does not run, or a malformed one
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
  throw new ContractError(`the hub does not run the operation ${functionName}`)
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
function readTimeout(timeout: bigint): number {
  if (timeout > 240n) throw new ContractError(`the timeout of ${timeout} seconds is over 240`)
  return timeout === 0n ? 60 : Number(timeout)
}
