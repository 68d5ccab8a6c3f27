import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { decodeFunctionData, erc20Abi, type Hex } from 'viem'

import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import type {
  CosmWasmMessage,
  EvmMessage,
  TransactionBuild,
} from '../../../src/core/terms/shapes.ts'

export function evmMessages(build: TransactionBuild): EvmMessage[] {
  if (build.type !== 'evm') throw new Error('not an EVM build')
  return build.msgs
}

export function cosmWasmMessages(build: TransactionBuild): CosmWasmMessage[] {
  if (build.type !== 'cosmwasm') throw new Error('not a CosmWasm build')
  return build.msgs
}

const dataOf = (message: EvmMessage | undefined): Hex => `0x${message?.data.slice(2) ?? ''}`

/** The factory's function and arguments in a build's last message. */
export function factoryCall(build: TransactionBuild) {
  return decodeFunctionData({ abi: factoryAbi, data: dataOf(evmMessages(build).at(-1)) })
}

/** The approval in a build's first message. */
export function approvalIn(build: TransactionBuild) {
  return decodeFunctionData({ abi: erc20Abi, data: dataOf(evmMessages(build)[0]) })
}

/** What the one CosmWasm message orders: its own key and content, or those that a token's `send` carries. */
export function orderIn(build: TransactionBuild): { key: string; order: Record<string, unknown> } {
  const [message] = cosmWasmMessages(build)
  const [[key, content] = ['', {}]] = Object.entries(message?.msg ?? {})
  if (key !== 'send') return { key, order: record(content) }
  const { msg, amount } = record(content)
  if (typeof msg !== 'string') throw new Error('the send carries no order')
  const inner = record(JSON.parse(fromUtf8(fromBase64(msg))))
  const [[innerKey, order] = ['', {}]] = Object.entries(inner)
  return { key: innerKey, order: { ...record(order), sent: amount } }
}

export function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error(`${String(value)} is no object`)
  return { ...value }
}
