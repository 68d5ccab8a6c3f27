import {
  BaseError,
  createPublicClient,
  custom,
  erc20Abi,
  getAbiItem,
  getAddress,
  isAddress,
  isAddressEqual,
  numberToHex,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type Hash,
  type Transaction,
  type TransactionReceipt,
} from 'viem'

import { OWN_REASONS, type OwnReason } from '../../core/terms/known-reason.ts'
import type { EvmChain, Network } from '../../core/terms/network.ts'
import type { ChainCall } from '../../core/signing/match-build.ts'
import { txIdOf, type Observation } from '../../core/tracking/observation.ts'
import type { PacketKey } from '../../services/tracking/chain-reader-port.ts'
import { packetAbi } from '../../core/tracking/packet-abi.ts'
import type { BlockReading, NodeReader, Survey } from '../nodes/agreement.ts'
import { observeFactoryLogs } from './evm-events.ts'
import {
  createJsonRpc,
  orUnavailable,
  RpcRefusedError,
  type RpcOptions,
} from '../nodes/json-rpc.ts'
import { revertReason } from './revert-reason.ts'

/** Reasons are asked for so many reverted calls of a block: anybody can fill a block with calls that fail. */
const MAX_REASONS_PER_BLOCK = 5
/** Logs of so many blocks are asked for at once: the fewest that providers allow without a plan, but for some. */
const SURVEY_BLOCKS = 10

/** What ends a packet here: the hub's answer to one of ours, and our answer to one of the hub's. */
const ANSWERS = [
  [getAbiItem({ abi: packetAbi, name: 'ReceiveAcknowledgement' }), 'from_chain_uid'],
  [getAbiItem({ abi: packetAbi, name: 'WriteAcknowledgement' }), 'to_chain_uid'],
] as const

/** Why a call was reverted: in the contract's words, or in ours with their code. */
type Refusal = Required<Pick<Observation, 'error'>> & Pick<Observation, 'reason'>

const ownRefusal = (reason: OwnReason): Refusal => ({ error: OWN_REASONS[reason], reason })

/** Reads an EVM chain. A block costs at most three calls, plus one for each of the first few calls that failed in it. */
export function createEvmReader(
  chain: EvmChain,
  network: Network,
  options: RpcOptions = {},
): NodeReader {
  const factory = getAddress(chain.factory)
  const place = { chain_uid: chain.chain_uid, settlement_uid: network.hub.settlement_uid }
  const rpc = createJsonRpc(chain, options)
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    rpc(method, params ?? [])
  const client = createPublicClient({
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
  })
  const ask = <T>(calls: () => Promise<T>) => orUnavailable(chain.chain_uid, calls)

  const callsFactory = (to: string | null | undefined) =>
    typeof to === 'string' && isAddress(to) && isAddressEqual(to, factory)

  /** Runs a reverted call again on the state before its block: receipts do not keep reasons. */
  async function reasonOf(call: Transaction, receipt: TransactionReceipt): Promise<Refusal> {
    if (receipt.gasUsed >= call.gas) return ownRefusal('out_of_gas')
    const { from, to, input: data } = call
    const again = { from, to, data, value: numberToHex(call.value), gas: numberToHex(call.gas) }
    try {
      await rpc('eth_call', [again, numberToHex(receipt.blockNumber - 1n)])
      return ownRefusal('unexplained') // it would have worked then: something earlier in its block stood in its way
    } catch (error) {
      if (!(error instanceof RpcRefusedError)) throw error
      const words = revertReason(error.data)
      return words === undefined ? ownRefusal('unexplained') : { error: words }
    }
  }

  async function observe(
    call: Transaction,
    at: { receipt: TransactionReceipt; timeMs: number; withReason: boolean },
  ): Promise<Observation[]> {
    const { receipt } = at
    const ok = receipt.status === 'success'
    const refusal =
      !ok && (at.withReason ? await reasonOf(call, receipt) : ownRefusal('unexplained'))
    const facts = {
      tx_hash: call.hash,
      height: Number(receipt.blockNumber),
      timeMs: at.timeMs,
      ok,
      ...(refusal !== false && refusal),
      sender: call.from.toLowerCase(),
    }
    const logs = receipt.logs.filter((log) => isAddressEqual(log.address, factory))
    return observeFactoryLogs(place, facts, logs)
  }

  async function block(height: number, asWitness: boolean): Promise<BlockReading> {
    const found = await client.getBlock({
      blockNumber: BigInt(height),
      includeTransactions: true,
    })
    // An answer without a block in it would read as an empty block, and what is in the block would never be seen.
    if (found.number !== BigInt(height)) throw new Error(`block ${height} came without its number`)
    // By the block's hash, so that all answers are of the same block.
    const blockHash = found.hash
    const timeMs = Number(found.timestamp) * 1000
    const nothing = { hash: blockHash, timeMs, observations: [] }
    if (found.transactions.length === 0) return nothing
    const logs = await client.getLogs({ address: factory, blockHash })
    const touching = new Set(logs.map((log) => log.transactionHash))
    const calls = found.transactions.filter(
      ({ hash, to }) => touching.has(hash) || callsFactory(to),
    )
    if (calls.length === 0) return nothing
    const receipts = new Map(
      (await client.getBlockReceipts({ blockHash })).map((receipt) => [
        receipt.transactionHash,
        receipt,
      ]),
    )
    const observations: Observation[] = []
    let reasons = 0
    for (const call of calls) {
      const receipt = receipts.get(call.hash)
      if (!receipt) throw new Error(`block ${height} came without the receipt of ${call.hash}`)
      if (receipt.status === 'reverted') reasons += 1
      const withReason = !asWitness && reasons <= MAX_REASONS_PER_BLOCK
      observations.push(...(await observe(call, { receipt, timeMs, withReason })))
    }
    return { hash: blockHash, timeMs, observations }
  }

  let surveyBlocks = SURVEY_BLOCKS
  async function survey(from: number, upTo: number): Promise<Survey> {
    const to = Math.min(upTo, from + surveyBlocks - 1)
    // First, so that a node that is not there yet does not read as one that has seen nothing.
    const { hash, number, timestamp } = await client.getBlock({ blockNumber: BigInt(to) })
    if (number !== BigInt(to)) throw new Error(`block ${to} came without its number`)
    try {
      const range = { fromBlock: BigInt(from), toBlock: BigInt(to) }
      const logs = await client.getLogs({ address: factory, ...range })
      const heights = new Set(logs.map(({ blockNumber }) => Number(blockNumber)))
      return { from, to, heights, last: { hash, timeMs: Number(timestamp) * 1000 } }
    } catch (error) {
      if (surveyBlocks === 1 || !isRefusal(error)) throw error
      surveyBlocks = 1 // some providers allow less, and none allows less than one
      return survey(from, upTo)
    }
  }

  async function transaction(hash: Hash): Promise<Observation[] | undefined> {
    const receipt = await client.getTransactionReceipt({ hash }).catch(absent)
    if (!receipt) return undefined
    if (!isSame(receipt.transactionHash, hash)) throw new Error('a receipt came without its hash')
    const isOurs =
      callsFactory(receipt.to) || receipt.logs.some((log) => isAddressEqual(log.address, factory))
    if (!isOurs) return []
    const [call, { timestamp }] = await Promise.all([
      client.getTransaction({ hash }),
      client.getBlock({ blockHash: receipt.blockHash }),
    ])
    return observe(call, { receipt, timeMs: Number(timestamp) * 1000, withReason: true })
  }

  /** The factory's logs can be searched by their packets' numbers, not by their text. */
  async function search(txId: string, packets: readonly PacketKey[], upToHeight: number) {
    const found = new Set<Hash>()
    for (const [event, side] of ANSWERS) {
      const here = packets.filter((packet) => packet[side] === chain.chain_uid)
      if (here.length === 0) continue
      const logs = await client.getLogs({
        address: factory,
        event,
        args: { sequence: here.map(({ sequence }) => BigInt(sequence)) },
        fromBlock: 0n,
        toBlock: BigInt(upToHeight),
      })
      for (const log of logs) if (log.args.tx_id === txId) found.add(log.transactionHash)
    }
    const observed: Observation[] = []
    for (const hash of found) observed.push(...((await transaction(hash)) ?? []))
    return observed.filter((observation) => txIdOf(observation) === txId)
  }

  async function callsOf(hash: Hash): Promise<ChainCall[] | undefined> {
    const call = await client.getTransaction({ hash }).catch(absent)
    if (!call) return undefined
    if (!isSame(call.hash, hash)) throw new Error('a transaction came without its hash')
    // `to` is null where a contract was created.
    return [
      { sender: call.from, contract: call.to ?? '', data: call.input, value: `${call.value}` },
    ]
  }

  return {
    chain_uid: chain.chain_uid,
    head: () =>
      ask(async () => {
        const height = await client.getBlockNumber()
        // The block that holds a transaction is its first confirmation.
        const final = await client.getBlock(
          chain.finality === 'finalized'
            ? { blockTag: 'finalized' }
            : { blockNumber: firstConfirmation(height, BigInt(chain.finality)) },
        )
        if (typeof final.number !== 'bigint') throw new Error('the final block has no number')
        const finalTimeMs = Number(final.timestamp) * 1000
        return { height: Number(height), finalHeight: Number(final.number), finalTimeMs }
      }),
    block: (height, asWitness = false) => ask(() => block(height, asWitness)),
    survey: (from, upTo) => ask(() => survey(from, upTo)),
    transaction: async (txHash) => (isHash(txHash) ? ask(() => transaction(txHash)) : undefined),
    isWaiting: async (txHash) =>
      isHash(txHash) && ask(async () => (await callsOf(txHash)) !== undefined),
    search: (txId, packets, upToHeight) => ask(() => search(txId, packets, upToHeight)),
    callsOf: async (txHash) => (isHash(txHash) ? ask(() => callsOf(txHash)) : undefined),
    gasCost: (gas) => ask(async () => gas * (await client.getGasPrice())),
    balanceOf: (text, tokenType) =>
      ask(async () => {
        const address = getAddress(text)
        if ('native' in tokenType) return client.getBalance({ address })
        return client.readContract({
          abi: erc20Abi,
          address: getAddress(tokenType.smart.contract_address),
          functionName: 'balanceOf',
          args: [address],
        })
      }),
  }
}

function firstConfirmation(height: bigint, confirmations: bigint): bigint {
  return height < confirmations ? 0n : height - confirmations + 1n
}

function isHash(text: string): text is Hash {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

/** viem gives what the node said, so an answer of another shape has no hash at all. */
function isSame(answered: string | undefined, asked: Hash): boolean {
  return answered?.toLowerCase() === asked.toLowerCase()
}

/** viem wraps what the node said. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof RpcRefusedError) instanceof RpcRefusedError
  )
}

/** Turns viem's "there is none" into `undefined`; anything else stays a failure. */
function absent(error: unknown): undefined {
  if (error instanceof TransactionNotFoundError || error instanceof TransactionReceiptNotFoundError)
    return undefined
  throw error
}
