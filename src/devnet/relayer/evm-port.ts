import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  getAbiItem,
  http,
  type Address,
  type Hash,
  type Hex,
  type LocalAccount,
} from 'viem'

import { packetAbi } from '../../core/tracking/packet-abi.ts'
import type { Acknowledgement, Packet } from './packet.ts'

// Fixed, not estimated: an estimate would find the least gas with which the call does not revert, and a release that
// runs short of gas does not revert, it is refused. The factory insists on 300,000 being left.
const CALL_GAS = 600_000n

/** What happened on the factory, in the chain's own order. */
export type FactoryLog =
  | { kind: 'sent'; packet: Packet }
  | { kind: 'answered'; sequence: bigint; acknowledgement: Acknowledgement }
  | { kind: 'ended'; sequence: bigint }

/** A call of the relayer to the factory. */
export type FactoryCall =
  | { functionName: 'receivePacket'; args: readonly [bigint, Hex, bigint] }
  | { functionName: 'acknowledgePacket'; args: readonly [bigint, boolean, Hex] }

export type EvmPort = {
  finalizedBlock(): Promise<bigint>
  logs(fromBlock: bigint, toBlock: bigint): Promise<FactoryLog[]>
  received(sequence: bigint): Promise<boolean>
  awaitsAcknowledgement(sequence: bigint): Promise<boolean>
  /** Throws the factory's reason when the call would revert now. */
  simulate(call: FactoryCall): Promise<void>
  /** Sends the calls in order, as one transaction each, and returns their hashes once all are in blocks. */
  send(calls: FactoryCall[]): Promise<Hash[]>
  succeeded(hash: Hash): Promise<boolean>
}

/** The factory as the relayer sees it, over the chain's public RPC address. */
export function connectEvm(deps: {
  rpcUrl: string
  chainId: number
  factory: Address
  account: LocalAccount
  blockTimeMs: number
}): EvmPort {
  const chain = defineChain({
    id: deps.chainId,
    name: `chain ${deps.chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [deps.rpcUrl] } },
  })
  const reader = createPublicClient({ chain, transport: http(), cacheTime: 0 })
  const wallet = createWalletClient({ chain, transport: http(), account: deps.account })
  const factory = { address: deps.factory, abi: packetAbi } as const
  const address = deps.account.address

  return {
    async finalizedBlock() {
      return (await reader.getBlock({ blockTag: 'finalized' })).number
    },
    async logs(fromBlock, toBlock) {
      const events = [
        getAbiItem({ abi: packetAbi, name: 'SendPacket' }),
        getAbiItem({ abi: packetAbi, name: 'WriteAcknowledgement' }),
        getAbiItem({ abi: packetAbi, name: 'ReceiveAcknowledgement' }),
      ]
      const found = await reader.getLogs({
        address: deps.factory,
        events,
        fromBlock,
        toBlock,
        strict: true,
      })
      return found.map((log): FactoryLog => {
        if (log.eventName === 'SendPacket') {
          const { sequence, msg, timeout_at } = log.args
          return { kind: 'sent', packet: { sequence, msg, timeoutAt: timeout_at } }
        }
        const { sequence, ok, msg } = log.args
        if (log.eventName === 'WriteAcknowledgement')
          return { kind: 'answered', sequence, acknowledgement: { ok, msg } }
        return { kind: 'ended', sequence }
      })
    },
    received: (sequence) =>
      reader.readContract({ ...factory, functionName: 'received', args: [sequence] }),
    awaitsAcknowledgement: (sequence) =>
      reader.readContract({ ...factory, functionName: 'awaitsAcknowledgement', args: [sequence] }),
    async simulate(call) {
      await reader.call({ account: address, to: deps.factory, data: dataOf(call), gas: CALL_GAS })
    },
    async send(calls) {
      const first = await reader.getTransactionCount({ address, blockTag: 'pending' })
      const fees = await reader.estimateFeesPerGas()
      const hashes: Hash[] = []
      for (const [index, call] of calls.entries()) {
        hashes.push(
          await wallet.sendTransaction({
            to: deps.factory,
            data: dataOf(call),
            ...fees,
            gas: CALL_GAS,
            nonce: first + index,
          }),
        )
      }
      const deadline = Date.now() + 30_000 + 20 * deps.blockTimeMs
      while ((await reader.getTransactionCount({ address })) < first + calls.length) {
        if (Date.now() > deadline)
          throw new Error(`${calls.length} transactions from ${address} are still in no block`)
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, deps.blockTimeMs / 2)))
      }
      return hashes
    },
    async succeeded(hash) {
      return (await reader.getTransactionReceipt({ hash })).status === 'success'
    },
  }
}

function dataOf(call: FactoryCall): Hex {
  return call.functionName === 'receivePacket'
    ? encodeFunctionData({ abi: packetAbi, functionName: call.functionName, args: call.args })
    : encodeFunctionData({ abi: packetAbi, functionName: call.functionName, args: call.args })
}
