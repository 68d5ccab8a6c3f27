import type { SpokenEvent } from '../../core/generations/generation.ts'
import { generationOf } from '../../core/generations/generations.ts'
import { contractsOn, type CosmWasmChain, type Network } from '../../core/terms/network.ts'
import type { ChainCall } from '../../core/signing/match-build.ts'
import type { Observation } from '../../core/tracking/observation.ts'
import { failureText } from './failure-text.ts'
import { readJson } from '../../core/terms/read-json.ts'

/** A transaction in a block, with what its contracts said. */
export type IncludedTransaction = {
  tx_hash: string
  height: number
  timeMs: number // unix milliseconds
  code: number
  log: string
  events: readonly { type: string; attributes: readonly { key: string; value: string }[] }[]
  calls: readonly ChainCall[]
}

type Attributes = SpokenEvent['attributes']

/**
 * What one transaction says about the protocol: one observation per message that called a contract of the protocol or
 * made one speak. Only the network's own contracts are believed: anybody may deploy one that emits the same events. Pure.
 */
export function observeTransaction(
  network: Network,
  chain: CosmWasmChain,
  transaction: IncludedTransaction,
): Observation[] {
  const ours = contractsOn(network, chain)
  const spoken = eventsByMessage(transaction, ours)
  const { tx_hash, height, timeMs, code, log, calls } = transaction
  const ok = code === 0
  const failure = ok ? {} : { error: failureText(log) }
  const indexes = new Set([...calls.keys()].filter((index) => reaches(calls[index], ours)))
  for (const index of spoken.keys()) indexes.add(index)

  const place = {
    chain_uid: chain.chain_uid,
    factory: chain.factory,
    hub: network.hub,
    chains: network.chains.map(({ chain_uid }) => chain_uid),
  }
  const { read } = generationOf(network).events
  return [...indexes]
    .toSorted((left, right) => left - right)
    .map((msg_index) => {
      const call = calls[msg_index]?.data ?? ''
      const events = ok ? read(place, spoken.get(msg_index) ?? [], call) : []
      return {
        chain_uid: chain.chain_uid,
        tx_hash,
        msg_index,
        height,
        timeMs,
        ok,
        ...failure,
        sender: calls[msg_index]?.sender || senderOf(transaction, msg_index),
        events,
      }
    })
}

/** Every contract that ran: wasmd says so itself, whatever the contract does. */
export function contractsIn(events: IncludedTransaction['events']): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ attributes }) =>
      attributes.flatMap(({ key, value }) => (key === '_contract_address' ? [value] : [])),
    ),
  )
}

/** A call of one of our contracts, or a cw20 token's `send` to one. */
function reaches(call: ChainCall | undefined, ours: ReadonlySet<string>): boolean {
  if (!call) return false
  if (ours.has(call.contract)) return true
  const sent = field(field(readJson(call.data), 'send'), 'contract')
  return typeof sent === 'string' && ours.has(sent)
}

function eventsByMessage(
  { events }: IncludedTransaction,
  ours: ReadonlySet<string>,
): Map<number, SpokenEvent[]> {
  const byMessage = new Map<number, SpokenEvent[]>()
  for (const { type, attributes: list } of events) {
    if (type !== 'wasm' && !type.startsWith('wasm-')) continue
    const attributes = toRecord(list)
    const contract = attributes['_contract_address'] ?? ''
    if (!ours.has(contract)) continue
    const index = messageIndex(attributes)
    byMessage.set(index, [...(byMessage.get(index) ?? []), { type, contract, attributes }])
  }
  return byMessage
}

/** For messages that hold other messages, such as authz: the SDK names the sender in an event. */
function senderOf({ events }: IncludedTransaction, index: number): string {
  for (const { type, attributes: list } of events) {
    if (type !== 'message') continue
    const attributes = toRecord(list)
    if (attributes['sender'] && messageIndex(attributes) === index) return attributes['sender']
  }
  return ''
}

/** The first value of every key. */
function toRecord(list: readonly { key: string; value: string }[]): Attributes {
  // An object made by fromEntries has even `__proto__` as a key of its own.
  return Object.fromEntries(list.toReversed().map(({ key, value }) => [key, value]))
}

/** The SDK numbers messages' events since 0.50; before, only transactions of one message can be told apart. */
function messageIndex({ msg_index = '0' }: Attributes): number {
  return Number(msg_index)
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1]
}
