import { fromBase64, fromUtf8 } from '@cosmjs/encoding'

import type { CosmWasmChain, Network } from '../../core/terms/network.ts'
import type { ChainCall } from '../../core/signing/match-build.ts'
import type { Observation, ProtocolEvent } from '../../core/tracking/observation.ts'
import { failureText } from './failure-text.ts'

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

type Attributes = Partial<Record<string, string>>
type WasmEvent = { type: string; contract: string; attributes: Attributes }

const PACKET_STATIONS = {
  'wasm-euclid-send-packet': 'send_packet',
  'wasm-euclid-receive-packet': 'recv_packet',
  'wasm-euclid-write-acknowledgement': 'write_ack',
  'wasm-euclid-receive-acknowledgement': 'recv_ack',
} as const

/**
 * What one transaction says about the protocol: one observation per message that called a contract of the protocol or
 * made one speak. Only the network's own contracts are believed: anybody may deploy one that emits the same events. Pure.
 */
export function observeTransaction(
  network: Network,
  chain: CosmWasmChain,
  transaction: IncludedTransaction,
): Observation[] {
  const isHub = chain.chain_uid === network.hub.chain_uid
  const { router, virtual_balance, claimer, meta_transaction } = network.hub
  const onHub = [router, virtual_balance, claimer, ...(meta_transaction ? [meta_transaction] : [])]
  const ours = new Set([chain.factory, ...(isHub ? onHub : [])])
  const spoken = eventsByMessage(transaction, ours)
  const { tx_hash, height, timeMs, code, log, calls } = transaction
  const ok = code === 0
  const indexes = new Set([...calls.keys()].filter((index) => reaches(calls[index], ours)))
  for (const index of spoken.keys()) indexes.add(index)

  return [...indexes]
    .toSorted((left, right) => left - right)
    .map((msg_index) => {
      const events = ok ? protocolEvents(network, chain, spoken.get(msg_index) ?? []) : []
      return {
        chain_uid: chain.chain_uid,
        tx_hash,
        msg_index,
        height,
        timeMs,
        ok,
        ...(!ok && { error: failureText(log) }),
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
  const sent = field(field(parseJson(call.data), 'send'), 'contract')
  return typeof sent === 'string' && ours.has(sent)
}

function eventsByMessage(
  { events }: IncludedTransaction,
  ours: ReadonlySet<string>,
): Map<number, WasmEvent[]> {
  const byMessage = new Map<number, WasmEvent[]>()
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

function protocolEvents(
  network: Network,
  chain: CosmWasmChain,
  spoken: readonly WasmEvent[],
): ProtocolEvent[] {
  // Events that do not name their transaction belong to that of their message.
  const messageTxId = spoken.map(({ attributes }) => attributes['tx_id']).find(Boolean) ?? ''
  const events: ProtocolEvent[] = []
  for (const event of spoken) {
    const txId = event.attributes['tx_id'] || messageTxId
    const read =
      readPacket(network, chain, event, txId) ?? readAction(event, txId) ?? readChange(event)
    if (read) events.push(read)
    if (event.contract === network.hub.claimer) events.push(...readClaim(event.attributes))
  }
  return events
}

/** What an operation says of itself. */
function readAction({ type, attributes }: WasmEvent, tx_id: string): ProtocolEvent | undefined {
  if (type !== 'wasm-euclid') return undefined
  const { amount_in = '', asset_in = '', amount = '', token = '' } = attributes
  switch (attributes['action']) {
    case 'transaction': {
      const { sender = '', type: operation = '' } = attributes
      return { kind: 'transaction', tx_id, sender, type: operation }
    }
    case 'swap': {
      const { asset_in_denom = '', asset_out = '', min_amount_out = '' } = attributes
      const amounts = { amount_in, min_amount_out }
      return { kind: 'swap', tx_id, asset_in, asset_in_denom, asset_out, ...amounts }
    }
    case 'deposit_token':
      return { kind: 'deposit_token', tx_id, asset_in, amount_in }
    case 'escrow_release': {
      const { chain_uid = '', to_address = '' } = attributes
      return { kind: 'escrow_release', tx_id, token, amount, chain_uid, to_address }
    }
    default:
      return undefined
  }
}

/** A change of the voucher ledger or of an escrow. */
function readChange({ type, attributes }: WasmEvent): ProtocolEvent | undefined {
  const { action, amount = '', token_id: token = '' } = attributes
  if (action !== 'increase' && action !== 'decrease') return undefined
  if (type === 'wasm-euclid-virtual-balance-change') {
    const { user = '' } = attributes
    return { kind: 'voucher_change', action, user, token, amount }
  }
  if (type === 'wasm-euclid-escrow-balance-change') {
    const { chain_uid = '', token_type = '' } = attributes
    return { kind: 'escrow_change', action, chain_uid, token, token_type, amount }
  }
  return undefined
}

function readPacket(
  network: Network,
  chain: CosmWasmChain,
  { type, contract, attributes }: WasmEvent,
  tx_id: string,
): ProtocolEvent | undefined {
  if (!isStation(type)) return undefined
  const kind = PACKET_STATIONS[type]
  const isSender = kind !== 'recv_packet' && kind !== 'write_ack'
  // A factory stands on its own chain and talks to the settlement layer only; the router's peer must be named.
  const isFactory = contract === chain.factory
  const here = isFactory ? chain.chain_uid : network.hub.settlement_uid
  const there = isFactory ? network.hub.settlement_uid : undefined
  const from_chain_uid = attributes['source_chain_uid'] ?? (isSender ? here : there)
  const to_chain_uid = attributes['destination_chain_uid'] ?? (isSender ? there : here)
  const { sequence, timeout, msg = '' } = attributes
  if (from_chain_uid === undefined || to_chain_uid === undefined || sequence === undefined) {
    return undefined
  }
  const packet = { kind, tx_id, from_chain_uid, to_chain_uid, sequence }
  if (kind === 'send_packet') return { ...packet, msg, ...(timeout && { timeout_at: timeout }) }
  if (kind === 'recv_packet') return { ...packet, msg }
  const answer = acknowledgementText(msg)
  const ok = acknowledgementOk(attributes, answer)
  return { ...packet, msg: answer, ...(ok !== undefined && { ok }) }
}

function isStation(type: string): type is keyof typeof PACKET_STATIONS {
  return Object.hasOwn(PACKET_STATIONS, type)
}

function readClaim(attributes: Attributes): ProtocolEvent[] {
  const events: ProtocolEvent[] = []
  const { create_claim, execute_claim } = attributes
  if (create_claim !== undefined) {
    events.push({
      kind: 'create_claim',
      claim_id: create_claim,
      claimer_pubkey: attributes['claimer_pubkey'] ?? '',
      pseudo_claim_id: attributes['pseudo_claim_id'] ?? '',
      claim_group_id: attributes['claim_group_id'] ?? '',
      token: attributes['token'] ?? '',
      amount: attributes['amount'] ?? '',
      sender: attributes['sender'] ?? '',
    })
  }
  if (execute_claim !== undefined) {
    const { recipient = '' } = attributes
    events.push({ kind: 'execute_claim', claim_id: execute_claim, recipient })
  }
  return events
}

/** Acknowledgements are JSON or base64 of JSON; other contracts answer in plain words, which stay as they are. */
function acknowledgementText(msg: string): string {
  if (parseJson(msg) !== undefined) return msg
  try {
    const text = fromUtf8(fromBase64(msg))
    return parseJson(text) === undefined ? msg : text
  } catch {
    return msg
  }
}

/** Said outright, or by the answer being `{"error": ...}`; unknown for plain words. */
function acknowledgementOk({ ok }: Attributes, answer: string): boolean | undefined {
  if (ok === 'true' || ok === 'false') return ok === 'true'
  const parsed = parseJson(answer)
  if (field(parsed, 'error') !== undefined) return false
  return typeof parsed === 'object' && parsed !== null ? true : undefined
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
