import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  hexToString,
  type Address,
  type Hash,
  type Hex,
  type LocalAccount,
} from 'viem'

import { patientHttp } from '../evm/patient-http.ts'
import { packetAbi } from '../../core/tracking/packet-abi.ts'
import { acknowledgementOk } from '../../core/tracking/packet-json.ts'
import { localFactoryAbi } from '../evm/local-factory-abi.ts'
import type { ChainPort, FactoryCall, FinalBlock } from './chain-port.ts'
import type { Acknowledgement, Packet } from './packet.ts'

// Fixed, not estimated: an estimate would find the least gas with which the call does not revert, and a release that
// runs short of gas does not revert, it is refused. The factory insists on 400,000 being left. The most is needed by an
// acknowledgement that creates an LP token.
const CALL_GAS = 3_000_000n
/** Logs of so many blocks are asked for at once. */
const BLOCKS_AT_ONCE = 1_000n

/** An EVM chain's factory over its RPC, asked anew once `finalHeight` has moved. It reads the factory's events once, from block 0 on, and only those of final blocks. */
export function connectEvm(deps: {
  rpcUrl: string
  chainId: number
  factory: Address
  account: LocalAccount
  blockTimeMs: number
  finalHeight(): number
}): ChainPort {
  const chain = defineChain({
    id: deps.chainId,
    name: `chain ${deps.chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [deps.rpcUrl] } },
  })
  const reader = createPublicClient({
    chain,
    transport: patientHttp(undefined, { batch: true }),
    cacheTime: 0,
  })
  const wallet = createWalletClient({ chain, transport: patientHttp(), account: deps.account })
  const factory = { address: deps.factory, abi: localFactoryAbi } as const
  const address = deps.account.address

  const sent = new Map<bigint, Packet>()
  const answers = new Map<bigint, Acknowledgement>()
  let nextBlock = 0n
  let final: FinalBlock | undefined

  const readEvents = async (upTo: bigint) => {
    while (nextBlock <= upTo) {
      const last = nextBlock + BLOCKS_AT_ONCE - 1n
      const toBlock = last < upTo ? last : upTo
      const range = { fromBlock: nextBlock, toBlock }
      const found = await reader.getLogs({
        address: deps.factory,
        events: packetAbi,
        ...range,
        strict: true,
      })
      for (const { eventName, args } of found) {
        const { packet_sequence: sequence, msg } = args
        if (eventName === 'SendPacket')
          sent.set(sequence, { sequence, msg, timeoutAt: args.timeout })
        else answers.set(sequence, answerOf(args.acknowledgment))
      }
      nextBlock = toBlock + 1n
    }
  }

  /** What was answered leaves no event. */
  const forgetAnswered = async (blockNumber: bigint) => {
    const functionName = 'awaitsAcknowledgement'
    await Promise.all(
      [...sent.keys()].map(async (sequence) => {
        const query = { ...factory, functionName, args: [sequence], blockNumber } as const
        if (!(await reader.readContract(query))) sent.delete(sequence)
      }),
    )
  }

  /** In the latest block rather than the last final one. */
  const isUnprocessed = async ({ kind, sequence }: FactoryCall) => {
    const args = [sequence] as const
    return kind === 'receive'
      ? !(await reader.readContract({ ...factory, functionName: 'received', args }))
      : reader.readContract({ ...factory, functionName: 'awaitsAcknowledgement', args })
  }

  return {
    async finalBlock() {
      const height = BigInt(deps.finalHeight())
      if (final?.height === height) return final
      const { timestamp } = await reader.getBlock({ blockNumber: height })
      final = { height, timeSec: timestamp, changedAt: height }
      return final
    },
    async sentPackets({ height }) {
      await readEvents(height)
      await forgetAnswered(height)
      return sent
    },
    async answersTo(sequences) {
      const asked = new Set(sequences)
      for (const sequence of answers.keys()) if (!asked.has(sequence)) answers.delete(sequence)
      return answers
    },
    async isOpen(call) {
      if (!(await isUnprocessed(call))) return false
      await reader.call({ account: address, to: deps.factory, data: dataOf(call), gas: CALL_GAS })
      return true
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
      const deadline = performance.now() + 30_000 + 20 * deps.blockTimeMs
      while ((await reader.getTransactionCount({ address })) < first + calls.length) {
        const known = await reader.getTransactionCount({ address, blockTag: 'pending' })
        if (known < first + calls.length)
          throw new Error(`a re-org has dropped transactions from ${address}`)
        if (performance.now() > deadline)
          throw new Error(`${calls.length} transactions from ${address} are still in no block`)
        await new Promise((resolve) => setTimeout(resolve, Math.min(500, deps.blockTimeMs / 2)))
      }
      return Promise.all(
        hashes.map(async (hash) => {
          // A node may count a block before it knows the receipts in it.
          const { status } = await reader.waitForTransactionReceipt({ hash, timeout: 30_000 })
          return status === 'success' ? undefined : new Error(`transaction ${hash} reverted`)
        }),
      )
    },
    disconnect: () => undefined,
  }
}

function answerOf(msg: Hex): Acknowledgement {
  return { ok: acknowledgementOk(hexToString(msg)) === true, msg }
}

function dataOf(call: FactoryCall): Hex {
  if (call.kind === 'receive') {
    const args = [call.sequence, call.msg, call.timeoutAt] as const
    return encodeFunctionData({ abi: localFactoryAbi, functionName: 'receivePacket', args })
  }
  const args = [call.sequence, call.packet, call.msg] as const
  return encodeFunctionData({ abi: localFactoryAbi, functionName: 'acknowledgePacket', args })
}
