import { sha256 } from '@cosmjs/crypto'
import { fromBase64, fromBech32, fromHex, toHex, fromUtf8 } from '@cosmjs/encoding'
import { QueryClientImpl as BankQueries } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { z } from 'zod'
import { decodeTxRaw } from '@cosmjs/proto-signing'
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { contractsOn, type CosmWasmChain, type Network } from '../../core/terms/network.ts'
import { isNamedIn, txIdOf, type Observation } from '../../core/tracking/observation.ts'
import type { PacketKey } from '../../services/tracking/chain-reader-port.ts'
import type { BlockReading, NodeReader } from '../nodes/agreement.ts'
import { createComet, type CometTx, type TxResult } from './comet-client.ts'
import { createQuietBlocks } from './quiet-blocks.ts'
import { blockMark } from './block-mark.ts'
import { contractsIn, observeTransaction } from './cosmwasm-events.ts'
import { isDataOf } from '../../core/terms/data-hash.ts'
import { orUnavailable, type RpcOptions } from '../nodes/json-rpc.ts'
import type { ChainCall } from '../../core/signing/match-build.ts'

const Cw20Balance = z.object({ balance: BaseUnits })
const UnconfirmedTxs = z.object({ txs: z.array(z.string()).nullable() })
/** A contract's address has 32: https://github.com/CosmWasm/wasmd/blob/main/x/wasm/keeper/addresses.go */
const KEY_ACCOUNT_BYTES = 20
/** The most that a node gives of its mempool. */
const MEMPOOL_PAGE = '100'

/** The events that name their transaction. Of a packet that was refused, only the plain one does. */
const NAMING_EVENTS = [
  'wasm',
  'wasm-euclid',
  'wasm-euclid-write-acknowledgement',
  'wasm-euclid-receive-acknowledgement',
  'wasm-euclid-timeout-packet',
]
/** The most that a node tells at once. */
const SEARCH_PAGE = 100
/** So many acknowledgements that name no transaction are searched for. */
const SEARCHED_ANSWERS = 20
const ANSWER_EVENT = 'wasm-euclid-receive-acknowledgement'

/**
 * Reads a CosmWasm chain. Every block is final. A block costs one call, and one more when it holds transactions; far behind the newest
 * one, 20 blocks without any cost one together.
 */
export function createCosmWasmReader(
  chain: CosmWasmChain,
  network: Network,
  options: RpcOptions = {},
): NodeReader {
  const comet = createComet(chain, options)
  const bank = new BankQueries(comet.queries)
  const quietBlocks = createQuietBlocks(comet, chain.chain_id)
  const ours = contractsOn(network, chain)
  const ask = <T>(calls: () => Promise<T>) => orUnavailable(chain.chain_uid, calls)

  /** An address may come to lead to a node of another chain: its blocks would be taken for this one's, and these never be read. */
  function refuseAnother(chainId: string): void {
    if (chainId !== chain.chain_id) throw new Error(`it is of ${chainId}, not of ${chain.chain_id}`)
  }

  async function block(height: number): Promise<BlockReading> {
    const nothing = await quietBlocks.at(height)
    if (nothing) return nothing
    const client = await comet.client()
    const { blockId, block: found } = await client.block(height)
    const { header, txs } = found
    refuseAnother(header.chainId)
    const at = blockMark(blockId, header)
    const { timeMs } = at
    // What does not add up is not taken in: what a block holds is never looked at again.
    if (!isDataOf(header.dataHash, txs))
      throw new Error(`block ${height} came with other transactions than its header names`)
    if (txs.length === 0) return { ...at, observations: [], contracts: new Set() }
    const results = await comet.blockResults(height, ours)
    if (results.length !== txs.length) {
      throw new Error(
        `block ${height} has ${txs.length} transactions and ${results.length} results`,
      )
    }
    const observations = txs.flatMap((tx, index) => {
      const result = results[index]
      return result ? observe({ tx, tx_hash: hashOf(tx), height, timeMs, result }) : []
    })
    const contracts = contractsIn(results.flatMap(({ events }) => events))
    return { ...at, observations, contracts }
  }

  function observe(included: {
    tx: Uint8Array
    tx_hash: string
    height: number
    timeMs: number
    result: TxResult
  }) {
    const { tx, tx_hash, height, timeMs, result } = included
    const { code, log = '', events } = result
    const calls = decodeCalls(tx)
    checkEvents(tx_hash, calls, result)
    return observeTransaction(network, chain, { tx_hash, height, timeMs, code, log, events, calls })
  }

  async function transaction(hash: Uint8Array) {
    const found = await comet.findTx(hash)
    if (!found) return undefined
    return observeAt(found, await timeAt(found.height))
  }

  async function timeAt(height: number): Promise<number> {
    const { header } = (await (await comet.client()).block(height)).block
    return header.time.getTime()
  }

  const observeAt = ({ tx, height, result }: CometTx, timeMs: number) =>
    observe({ tx, tx_hash: hashOf(tx), height, timeMs, result })

  /**
   * Transactions of which some event names one of these ids; and those that brought back the answer to a packet of theirs, which not
   * every answer does.
   */
  async function search(
    txIds: readonly string[],
    packets: readonly PacketKey[],
    upToHeight: number,
  ): Promise<Observation[]> {
    const client = await comet.client()
    const found = new Map<string, Observation[]>()
    async function take(query: string): Promise<void> {
      const upTo = `${query} AND tx.height<=${upToHeight}`
      const { txs } = await client.txSearch({ query: upTo, per_page: SEARCH_PAGE })
      for (const tx of txs) {
        const hash = toHex(tx.hash)
        const isWanted = (one: Observation) => isNamedIn(txIds, txIdOf(one))
        if (found.has(hash) || !observeAt(tx, 0).some(isWanted)) continue
        found.set(hash, observeAt(tx, await timeAt(tx.height)).filter(isWanted))
      }
    }
    for (const txId of txIds) {
      if (!/^[\w.:-]+$/.test(txId)) throw new Error(`${txId} cannot stand in a search`)
      // A node finds a whole id in its index, and goes through all of them for the beginning of one.
      const named = txId.endsWith(':') ? `CONTAINS '${txId}'` : `= '${txId}'`
      for (const type of NAMING_EVENTS) await take(`${type}.tx_id ${named}`)
    }
    for (const { contract, sequence } of unanswered(packets, [...found.values()].flat()))
      await take(
        `${ANSWER_EVENT}.sequence='${sequence}' AND ${ANSWER_EVENT}._contract_address='${contract}'`,
      )
    return [...found.values()].flat()
  }

  /** The packets sent from here whose answer nothing tells of so far, by the contract that would hear it. */
  function unanswered(packets: readonly PacketKey[], known: readonly Observation[]) {
    const { hub } = network
    const senders = new Map([
      [chain.chain_uid, chain.factory],
      ...(chain.chain_uid === hub.chain_uid ? [[hub.settlement_uid, hub.router] as const] : []),
    ])
    const heard = new Set(
      known.flatMap(({ events }) =>
        events.flatMap((event) => (event.kind === 'recv_ack' ? [wayOf(event)] : [])),
      ),
    )
    const open = new Map(packets.map((packet) => [wayOf(packet), packet]))
    return [...open.values()]
      .flatMap((packet) => {
        const { from_chain_uid, sequence } = packet
        const contract = senders.get(from_chain_uid)
        // What the hub's own factory pays has no number.
        if (contract === undefined || !/^\d+$/.test(sequence) || heard.has(wayOf(packet))) return []
        return [{ contract, sequence }]
      })
      .slice(0, SEARCHED_ANSWERS)
  }

  /** A node gives the beginning of its mempool only, and many public ones give none of it. */
  async function waitingTx(hash: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const answer = await comet.rpc('unconfirmed_txs', { limit: MEMPOOL_PAGE })
      const wanted = toHex(hash).toUpperCase()
      const txs = (UnconfirmedTxs.parse(answer).txs ?? []).map((tx) => fromBase64(tx))
      return txs.find((tx) => hashOf(tx) === wanted)
    } catch {
      return undefined // then a transaction is known once it is in a block; what asks for that sees real trouble
    }
  }

  return {
    chain_uid: chain.chain_uid,
    head: () =>
      ask(async () => {
        const { nodeInfo, syncInfo } = await (await comet.client()).status()
        refuseAnother(nodeInfo.network)
        const { latestBlockHeight: height, latestBlockTime } = syncInfo
        quietBlocks.saw(height)
        return { height, finalHeight: height, finalTimeMs: latestBlockTime.getTime() }
      }),
    block: (height) => ask(() => block(height)),
    async transaction(txHash) {
      const hash = parseHash(txHash)
      return hash && ask(() => transaction(hash))
    },
    async isWaiting(txHash) {
      const hash = parseHash(txHash)
      return hash !== undefined && (await waitingTx(hash)) !== undefined
    },
    search: (txIds, packets, upToHeight) => ask(() => search(txIds, packets, upToHeight)),
    async callsOf(txHash) {
      const hash = parseHash(txHash)
      if (!hash) return undefined
      return ask(async () => {
        // In this order no block can take it from under our eyes between the two looks.
        const tx = (await waitingTx(hash)) ?? (await comet.findTx(hash))?.tx
        return tx && decodeCalls(tx)
      })
    },
    takesSignature: async () => false, // its accounts are of keys
    isContract: async (address) => fromBech32(address).data.length > KEY_ACCOUNT_BYTES,
    gasCost: async (gas) => fixedGasCost(chain, gas),
    balanceOf: (address, tokenType) =>
      ask(async () => {
        if ('smart' in tokenType) {
          const { contract_address } = tokenType.smart
          const answer = await comet.smartQuery(contract_address, { balance: { address } })
          return Cw20Balance.parse(answer).balance
        }
        const { balance } = await bank.Balance({ address, denom: tokenType.native.denom })
        return BaseUnits.parse(balance?.amount ?? '0')
      }),
  }
}

/**
 * A message that succeeded says so in the chain's own events, and a contract that ran is named there, whatever it does.
 * @throws {Error} one that has left nothing
 */
function checkEvents(tx_hash: string, calls: readonly ChainCall[], { code, events }: TxResult) {
  if (code !== 0) return
  const heard = contractsIn(events)
  const silent = calls.find(({ sender, contract }) => sender !== '' && !heard.has(contract))
  if (silent) throw new Error(`the events of ${silent.contract} are missing in ${tx_hash}`)
  if (calls.length > 0 && events.length === 0)
    throw new Error(`all events are missing in ${tx_hash}`)
}

const wayOf = ({ from_chain_uid, to_chain_uid, sequence }: Omit<PacketKey, 'tx_id'>) =>
  [from_chain_uid, to_chain_uid, sequence].join('/')

/** A transaction's hash as CometBFT writes it: upper-case hex. */
function hashOf(tx: Uint8Array): string {
  return toHex(sha256(tx)).toUpperCase()
}

function parseHash(text: string): Uint8Array | undefined {
  return /^(?:0x)?[0-9a-fA-F]{64}$/.test(text) ? fromHex(text.slice(-64)) : undefined
}

/** These chains have a price that the network file names. */
function fixedGasCost({ fee }: CosmWasmChain, gas: bigint): bigint {
  const [whole = '0', fraction = ''] = fee.gas_price.split('.')
  const scale = 10n ** BigInt(fraction.length)
  return (gas * BigInt(`${whole}${fraction}`) + scale - 1n) / scale
}

/**
 * The messages of a transaction as calls: `data` is a contract message's JSON text, `value` the JSON text of its funds
 * `[{denom, amount}]`. Any other message keeps its place: its `contract` is the type's name and its `sender` empty.
 * Bytes that are no transaction (some chains put others into blocks) have none. Pure.
 */
function decodeCalls(tx: Uint8Array): ChainCall[] {
  try {
    return decodeTxRaw(tx).body.messages.map(decodeCall)
  } catch {
    return []
  }
}

function decodeCall({ typeUrl, value }: { typeUrl: string; value: Uint8Array }): ChainCall {
  if (typeUrl !== '/cosmwasm.wasm.v1.MsgExecuteContract') {
    return { sender: '', contract: typeUrl, data: '{}', value: '[]' }
  }
  const { sender, contract, msg, funds } = MsgExecuteContract.decode(value)
  const coins = funds.map(({ denom, amount }) => ({ denom, amount }))
  return {
    // The SDK takes addresses that are written in capitals, and writes them small in all that it says.
    sender: sender.toLowerCase(),
    contract: contract.toLowerCase(),
    data: fromUtf8(msg, true),
    value: JSON.stringify(coins),
  }
}
