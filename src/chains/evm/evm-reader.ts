import {
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  custom,
  erc20Abi,
  getAddress,
  isAddress,
  isAddressEqual,
  isHex,
  numberToHex,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  zeroAddress,
  type Hash,
  type Log,
  type Transaction,
  type TransactionReceipt,
} from 'viem'

import { SignatureErc8010 } from 'ox/erc8010'

import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { OWN_REASONS, type OwnReason } from '../../core/terms/known-reason.ts'
import type { EvmChain, Network } from '../../core/terms/network.ts'
import type { MadeByTransaction } from '../../core/signing/match-build.ts'
import { isNamedIn, txIdOf, type Observation } from '../../core/tracking/observation.ts'
import type { ContractSigned } from '../../services/wallets/check-signature.ts'
import type { PacketKey } from '../../services/tracking/chain-reader-port.ts'
import { factoryViewAbi, packetAbi } from '../../core/tracking/packet-abi.ts'
import { isSameInAnyCase } from '../../core/terms/is-same-in-any-case.ts'
import { revertReason } from '../../core/tracking/revert-reason.ts'
import type { BlockReading, NodeReader, Survey } from '../nodes/agreement.ts'
import { sinceStart } from '../nodes/chain-nodes.ts'
import { blocksSentIn } from './account-calls.ts'
import { accountsFor, fitsHeader, haveTheirLogs, tellsOf } from './block-contents.ts'
import { observeFactory, textOf } from './evm-events.ts'
import { createLogRanges } from './log-ranges.ts'
import {
  causesOf,
  createJsonRpc,
  orUnavailable,
  RpcRefusedError,
  TooLongAnswerError,
  type RpcOptions,
} from '../nodes/json-rpc.ts'
import { isTransient } from './transient.ts'

/** Reasons are asked for so many reverted calls of a block: anybody can fill a block with calls that fail. */
const MAX_REASONS_PER_BLOCK = 5
/** A search for what is old goes over so many ranges of blocks, and looks into so many blocks in which the relayer did something. */
const SEARCH_RANGES = 100
const SEARCH_BLOCKS = 10_000
const SEARCH_CALLS = 50
/** How the code of a key's account begins that lends a contract's: https://eips.ethereum.org/EIPS/eip-7702 */
const DELEGATED = '0xef0100'
const CLOCKS_DIFFER_MS = 60_000
/**
 * Whoever follows a chain asks for its head twice in a block's time. How far it is final moves with its blocks, so that is asked for once; it may move without one, too,
 * and is asked for again after a block's time, though no sooner than this.
 */
const FINAL_AGAIN_MS = 1_000
/** What another relayer brings back meanwhile is found by its packets, as whatever was sent before a chain was read. */
const RELAYER_AGAIN_MS = 5 * 60_000

/** What is read of a transaction's receipt. */
type Receipt = Pick<
  TransactionReceipt,
  | 'transactionHash'
  | 'blockHash'
  | 'blockNumber'
  | 'to'
  | 'status'
  | 'gasUsed'
  | 'logs'
  | 'logsBloom'
>

/** Why a call was reverted: in the contract's words, or in ours with their code. */
type Refusal = Required<Pick<Observation, 'error'>> & Pick<Observation, 'reason'>

const ownRefusal = (reason: OwnReason): Refusal => ({ error: OWN_REASONS[reason], reason })

/**
 * Reads an EVM chain. A block costs at most three calls, plus one for each of the first few calls that failed in it. Which chain the node
 * is of, is asked with each new final block; who the factory's relayer is, every few minutes; how far the chain is final, with each new block.
 */
export function createEvmReader(
  chain: EvmChain,
  network: Network,
  options: RpcOptions = {},
): NodeReader {
  const factory = getAddress(chain.factory)
  const { now = sinceStart } = options
  const rpc = createJsonRpc(chain, options)
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    rpc(method, params ?? [])
  const client = createPublicClient({
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
  })
  const ask = <T>(calls: () => Promise<T>) => orUnavailable(chain.chain_uid, calls)

  /** A node that has not got a block is behind, and says nothing odd. */
  function notThereYet(error: unknown): never {
    if (!(error instanceof BlockNotFoundError)) throw error
    throw new ChainUnavailableError(chain.chain_uid, 'its node has no such block')
  }

  const callsFactory = (to: string | null | undefined) =>
    typeof to === 'string' && isAddress(to) && isAddressEqual(to, factory)

  let relayer: { answer: Promise<string | undefined>; askedMs: number } | undefined
  /** Who alone brings the hub's packets and answers to the factory, in lower case; `undefined` where it does not tell. A factory may be given another one. */
  async function relayerOf(): Promise<string | undefined> {
    if (!relayer || now() - relayer.askedMs >= RELAYER_AGAIN_MS)
      relayer = { answer: askRelayer(), askedMs: now() }
    try {
      return await relayer.answer
    } catch (error) {
      relayer = undefined
      throw error
    }
  }

  async function askRelayer(): Promise<string | undefined> {
    try {
      const query = { address: factory, abi: factoryViewAbi } as const
      const state = await client.readContract({ ...query, functionName: 'get_factory_state' })
      if (isAddressEqual(state.relayer, zeroAddress)) return undefined
      // Who sends through a contract is not known by its address.
      const code = (await client.getCode({ address: state.relayer })) ?? '0x'
      return code === '0x' ? state.relayer.toLowerCase() : undefined
    } catch (error) {
      if (isTransient(error)) throw error
      return undefined // a factory that has no such view
    }
  }

  /** Runs a reverted call again on the state before its block: receipts do not keep reasons. */
  async function reasonOf(call: Transaction, receipt: Receipt): Promise<Refusal> {
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
    at: { receipt: Receipt; timeMs: number; withReason: boolean },
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
    const { chain_uid } = chain
    const place = {
      chain_uid,
      settlement_uid: network.hub.settlement_uid,
      relayer: await relayerOf(),
    }
    const own = { sender: facts.sender, data: call.input }
    return observeFactory(place, facts, logs, ok && callsFactory(call.to) ? own : undefined)
  }

  /** The newest final block of which the node has said which chain it is of. */
  let knownUpTo = -1n
  /** An address may come to lead to a node of another chain: its blocks would be taken for this one's, and these never be read. */
  async function refuseAnother(finalHeight: bigint): Promise<void> {
    if (finalHeight === knownUpTo) return
    await askChainId()
    knownUpTo = finalHeight
  }

  async function askChainId(): Promise<void> {
    const chainId = await client.getChainId()
    if (`${chainId}` !== chain.chain_id)
      throw new Error(`it is of the chain ${chainId}, not of ${chain.chain_id}`)
  }

  const finalAgainMs = Math.max(FINAL_AGAIN_MS, chain.block_time_ms)
  let newest: { head: Awaited<ReturnType<NodeReader['head']>>; askedMs: number } | undefined
  async function head() {
    const height = await client.getBlockNumber()
    const askedMs = now()
    if (newest?.head.height === Number(height) && askedMs - newest.askedMs < finalAgainMs)
      return newest.head
    // The block that holds a transaction is its first confirmation.
    const final = await client.getBlock(
      chain.finality === 'finalized'
        ? { blockTag: 'finalized' }
        : { blockNumber: firstConfirmation(height, BigInt(chain.finality)) },
    )
    if (typeof final.number !== 'bigint') throw new Error('the final block has no number')
    await refuseAnother(final.number)
    const finalTimeMs = Number(final.timestamp) * 1000
    newest = {
      head: { height: Number(height), finalHeight: Number(final.number), finalTimeMs },
      askedMs,
    }
    return newest.head
  }

  async function block(height: number, asWitness: boolean): Promise<BlockReading> {
    const asked = { blockNumber: BigInt(height), includeTransactions: true } as const
    const found = await client.getBlock(asked).catch(notThereYet)
    // An answer without a block in it would read as an empty block, and what is in the block would never be seen.
    if (found.number !== BigInt(height)) throw new Error(`block ${height} came without its number`)
    // By the block's hash, so that all answers are of the same block.
    const blockHash = found.hash
    const timeMs = Number(found.timestamp) * 1000
    const mark = { hash: blockHash, parentHash: found.parentHash, timeMs }
    const nothing = { ...mark, observations: [] }
    if (!fitsHeader(found, found.transactions))
      throw new Error(`block ${height} came without its transactions`)
    if (found.transactions.length === 0) return nothing
    const logs = await client.getLogs({ address: factory, blockHash })
    const touching = new Set(logs.map((log) => log.transactionHash))
    const listed = new Set(found.transactions.map(({ hash }) => hash))
    const isLost = (transactionHash: Hash | null) =>
      transactionHash === null || !listed.has(transactionHash)
    if (logs.some((log) => isLost(log.transactionHash)))
      throw new Error(`block ${height} came without some of its transactions`)
    const calls = found.transactions.filter(
      ({ hash, to }) => touching.has(hash) || callsFactory(to),
    )
    const isTold = logs.length === 0 && tellsOf(found, factory)
    if (calls.length === 0 && !isTold) return nothing
    const { receipts: all, isWhole } = await receiptsIn(found, calls, logs)
    // What logs are searched in may be behind the blocks, or be broken.
    const isHidden = ({ transactionHash, logs: its }: Receipt) =>
      !touching.has(transactionHash) && its.some(({ address }) => isAddressEqual(address, factory))
    const isCut = !haveTheirLogs(all, factory)
    if (all.some(isHidden) || isCut || (isWhole && isTold && !accountsFor(all, factory)))
      throw new Error(`block ${height} came without the factory's logs`)
    if (all.some(({ to, transactionHash }) => callsFactory(to) && isLost(transactionHash)))
      throw new Error(`block ${height} came without some of its transactions`)
    const receipts = new Map(all.map((receipt) => [receipt.transactionHash, receipt]))
    const observations: Observation[] = []
    let reasons = 0
    for (const call of calls) {
      const receipt = receipts.get(call.hash)
      if (!receipt) throw new Error(`block ${height} came without the receipt of ${call.hash}`)
      if (receipt.status === 'reverted') reasons += 1
      const withReason = !asWitness && reasons <= MAX_REASONS_PER_BLOCK
      observations.push(...(await observe(call, { receipt, timeMs, withReason })))
    }
    return { ...mark, observations }
  }

  /**
   * A block's receipts or, where they are more than is read, those of some calls: logs are cheap, and whoever fills a block with them must not stop its chain. Which of
   * them are the factory's is believed then, as the node says it of the logs.
   */
  async function receiptsIn(
    { hash: blockHash, number: blockNumber }: { hash: Hash; number: bigint },
    calls: readonly Transaction[],
    logs: readonly Log<bigint, number, false>[],
  ): Promise<{ receipts: Receipt[]; isWhole: boolean }> {
    const whole = await unlessTooLong(client.getBlockReceipts({ blockHash }))
    if (whole) return { receipts: whole, isWhole: true }
    const receipts: Receipt[] = []
    for (const { hash, to } of calls) {
      const its = logs.filter(({ transactionHash }) => transactionHash === hash)
      // What was reverted has no logs: whatever left some succeeded, and so did what has a long receipt.
      const made = { transactionHash: hash, blockHash, blockNumber, to, logs: its }
      const found =
        its.length === 0 ? await unlessTooLong(client.getTransactionReceipt({ hash })) : undefined
      if (!found) receipts.push({ ...made, status: 'success', gasUsed: 0n, logsBloom: '0x' })
      else if (found.blockHash === blockHash) receipts.push(found)
    }
    return { receipts, isWhole: false }
  }

  const readRange = createLogRanges(
    (from, to) =>
      client.getLogs({ address: factory, fromBlock: BigInt(from), toBlock: BigInt(to) }),
    isRefusal,
  )

  async function headerOf(height: number) {
    const { hash, number, parentHash, timestamp } = await client
      .getBlock({ blockNumber: BigInt(height) })
      .catch(notThereYet)
    if (number !== BigInt(height)) throw new Error(`block ${height} came without its number`)
    return { hash, parentHash, timeMs: Number(timestamp) * 1000 }
  }

  async function survey(from: number, upTo: number): Promise<Survey> {
    // First, so that a node that is not there yet does not read as one that has seen nothing.
    const furthest = await headerOf(upTo)
    const { to, logs } = await readRange(from, upTo)
    const heights = new Set(logs.map(({ blockNumber }) => Number(blockNumber)))
    for await (const height of relayedIn(from, to)) heights.add(height)
    const last = to === upTo ? furthest : await headerOf(to)
    const { parentHash } = from === to ? last : await headerOf(from)
    return { from, to, parentHash, heights, last }
  }

  /**
   * The blocks in which the relayer has sent something: what it brings back leaves no log. Where the node does not know any
   * more what an account had sent at that time, that may be any of them.
   */
  async function* relayedIn(from: number, to: number): AsyncGenerator<number> {
    const address = await relayerOf()
    if (address === undefined) return
    const nonceAfter = (height: number) =>
      client.getTransactionCount({ address: getAddress(address), blockNumber: BigInt(height) })
    try {
      yield* blocksSentIn(nonceAfter, from, to)
    } catch (error) {
      if (!isRefusal(error)) throw error
      for (let height = from; height <= to; height += 1) yield height
    }
  }

  /** What does not add up is not believed: what is taken for somebody else's is not looked at again. */
  async function receiptOf(hash: Hash): Promise<TransactionReceipt | undefined> {
    const receipt = await client.getTransactionReceipt({ hash }).catch(absent)
    if (!receipt) return undefined
    // viem gives what the node said: an answer of another shape has no hash at all.
    if (!isSameInAnyCase(receipt.transactionHash, hash))
      throw new Error('a receipt came without its hash')
    if (!haveTheirLogs([receipt], factory))
      throw new Error(`the receipt of ${hash} came without the factory's logs`)
    return receipt
  }

  async function transaction(hash: Hash): Promise<Observation[] | undefined> {
    const receipt = await receiptOf(hash)
    if (!receipt) return undefined
    const isOurs =
      callsFactory(receipt.to) || receipt.logs.some((log) => isAddressEqual(log.address, factory))
    if (!isOurs) return []
    const [call, { timestamp }] = await Promise.all([
      client.getTransaction({ hash }),
      client.getBlock({ blockHash: receipt.blockHash }),
    ])
    return observe(call, { receipt, timeMs: Number(timestamp) * 1000, withReason: true })
  }

  /** Neither logs nor calls can be searched by their text: they are read from where they can be at the earliest. */
  async function search(packets: readonly PacketKey[], upToHeight: number) {
    const fromHere = packets.filter(({ from_chain_uid }) => from_chain_uid === chain.chain_uid)
    const toHere = packets.filter(({ to_chain_uid }) => to_chain_uid === chain.chain_uid)
    return [
      ...(await searchAnswers(fromHere, upToHeight)),
      ...(await searchReceived(toHere, upToHeight)),
    ]
  }

  /** That the hub's answers came back, in the blocks after the one that the packets were sent in. */
  async function searchAnswers(packets: readonly PacketKey[], upToHeight: number) {
    const found: Observation[] = []
    const heights = packets.flatMap(({ tx_id }) => heightIn(chain, tx_id) ?? [])
    if (heights.length === 0) return found
    const sentAt = Math.min(...heights)
    const missing = new Set(packets.map(({ tx_id }) => tx_id))
    let looked = 0
    for await (const height of relayedIn(sentAt, Math.min(upToHeight, sentAt + SEARCH_BLOCKS))) {
      if (missing.size === 0 || (looked += 1) > SEARCH_CALLS) break
      const { observations } = await block(height, true)
      for (const one of observations) {
        const txId = txIdOf(one)
        if (txId === undefined || !missing.has(txId)) continue
        if (!one.events.some(({ kind }) => kind === 'recv_ack')) continue
        found.push(one)
        missing.delete(txId)
      }
    }
    return found
  }

  /** That the hub's packets came here, by the factory's answers to them. A payout may have an id of its own. */
  async function searchReceived(packets: readonly PacketKey[], upToHeight: number) {
    const txIds = packets.map(({ tx_id }) => tx_id)
    const missing = new Set(packets.map(({ sequence }) => sequence))
    const times = packets.flatMap(({ sentMs }) => (sentMs === undefined ? [] : [sentMs]))
    const found: Observation[] = []
    if (missing.size === 0 || times.length < missing.size) return found
    let from = await heightAt(Math.min(...times), upToHeight)
    for (let ranges = 0; from <= upToHeight && missing.size > 0; ranges += 1) {
      if (ranges === SEARCH_RANGES) break
      const { to, logs } = await readRange(from, upToHeight)
      for (const hash of hashesOf(logs)) {
        const said = (await transaction(hash)) ?? []
        for (const one of said.filter((observation) => isNamedIn(txIds, txIdOf(observation)))) {
          found.push(one)
          for (const event of one.events)
            if (event.kind === 'write_ack') missing.delete(event.sequence)
        }
      }
      from = to + 1
    }
    return found

    function hashesOf(logs: readonly Log[]): Set<Hash> {
      const answers = parseEventLogs({ abi: packetAbi, logs: [...logs] }).filter(
        ({ eventName, args }) =>
          eventName === 'WriteAcknowledgment' && missing.has(`${args.packet_sequence}`),
      )
      return new Set(answers.map(({ transactionHash }) => transactionHash))
    }
  }

  /** The newest block that is not younger than that, for chains' clocks differ a little. Units: unix milliseconds. */
  async function heightAt(timeMs: number, upToHeight: number): Promise<number> {
    let [low, high] = [0, upToHeight]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((await headerOf(middle)).timeMs > timeMs - CLOCKS_DIFFER_MS) high = middle - 1
      else low = middle
    }
    return low
  }

  async function callOf(hash: Hash): Promise<Transaction | undefined> {
    const call = await client.getTransaction({ hash }).catch(absent)
    if (call && !isSameInAnyCase(call.hash, hash))
      throw new Error('a transaction came without its hash')
    return call
  }

  async function callsOf(hash: Hash): Promise<MadeByTransaction[] | undefined> {
    const call = await callOf(hash)
    if (!call) return undefined
    const { from: sender, to: contract, input: data, value } = call
    if (contract !== null && callsFactory(contract))
      return [{ sender, contract, data, value: `${value}` }]
    // Smart accounts call the factory from within, and only the block shows whether they did.
    const receipt = await receiptOf(hash)
    if (!receipt) return undefined
    const logs = receipt.logs.filter(({ address }) => isAddressEqual(address, factory))
    return parseEventLogs({ abi: packetAbi, logs }).flatMap(({ eventName, args }) =>
      eventName === 'SendPacket'
        ? [{ chain_uid: chain.chain_uid, contract: factory, packet: textOf(args.msg) }]
        : [],
    )
  }

  async function takesSignature({ address, text, signature }: ContractSigned): Promise<boolean> {
    // An authorization of EIP-7702 that comes with a signature would be run with whatever else is in it.
    if (!isHex(signature) || SignatureErc8010.validate(signature)) return false
    let trouble: Error | undefined
    const asked = createPublicClient({
      transport: custom(
        {
          async request(call: { method: string; params?: unknown }): Promise<unknown> {
            try {
              return await request(call)
            } catch (error) {
              if (error instanceof Error && !(error instanceof RpcRefusedError)) trouble = error
              throw error
            }
          },
        },
        { retryCount: 0 },
      ),
    })
    const message = { address: getAddress(address), message: text, signature }
    const isTaken = await asked.verifyMessage(message)
    // viem takes a node that does not answer for a contract that does not.
    if (!isTaken && trouble) throw trouble
    return isTaken
  }

  return {
    chain_uid: chain.chain_uid,
    head: () => ask(head),
    block: (height, asWitness = false) => ask(() => block(height, asWitness)),
    survey: (from, upTo) => ask(() => survey(from, upTo)),
    transaction: async (txHash) => (isHash(txHash) ? ask(() => transaction(txHash)) : undefined),
    isWaiting: async (txHash) =>
      isHash(txHash) && ask(async () => (await callOf(txHash)) !== undefined),
    search: (_txIds, packets, upToHeight) => ask(() => search(packets, upToHeight)),
    callsOf: async (txHash) => (isHash(txHash) ? ask(() => callsOf(txHash)) : undefined),
    takesSignature: (signed) => ask(() => takesSignature(signed)),
    isContract: (address) =>
      ask(async () => {
        const code = await client.getCode({ address: getAddress(address) })
        if (code === undefined) await askChainId() // on another chain there is none, of course
        return code !== undefined && !code.startsWith(DELEGATED)
      }),
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

/** `undefined` where it is longer than is read, or than the node gives. */
async function unlessTooLong<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (causesOf(error).some((cause) => cause instanceof TooLongAnswerError)) return undefined
    throw error
  }
}

function firstConfirmation(height: bigint, confirmations: bigint): bigint {
  return height < confirmations ? 0n : height - confirmations + 1n
}

function isHash(text: string): text is Hash {
  return /^0x[0-9a-fA-F]{64}$/.test(text)
}

/** The block of a transaction that began on that chain: the fourth part of `chain_uid:sender:chain_id:block:sequence`. */
function heightIn({ chain_uid, chain_id }: EvmChain, txId: string): number | undefined {
  const [uid, , id, height = ''] = txId.split(':')
  return uid === chain_uid && id === chain_id && /^\d{1,15}$/.test(height)
    ? Number(height)
    : undefined
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
