import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import type { Packet } from '../tracking/journey.ts'
import type { ProtocolEvent } from '../tracking/observation.ts'
import { acknowledgementOk, readPacketJson, type PacketFacts } from '../tracking/packet-json.ts'
import type { EventPlace, SpokenEvent } from './generation.ts'
import { readJson } from '../terms/read-json.ts'

type Attributes = SpokenEvent['attributes']

/** How a generation tells of packets. */
export type PacketEventForms = {
  /** The stations of a packet's life, by the types of their events. */
  stations: Partial<Record<string, Packet['kind']>>
  /** The other side of a packet, where `here` is ours; `undefined` where the event does not tell. */
  peerOf(here: string, attributes: Attributes, packet: PacketFacts | undefined): string | undefined
}

/** A packet whose first acknowledgement event was read, and whose second, with the answer, is still to come. */
type Answering = Pick<Packet, 'tx_id' | 'from_chain_uid' | 'to_chain_uid' | 'sequence'>

/**
 * Reads the events of one message, in order. Packets are JSON in base64; an acknowledgement is told in two events, of which the first
 * holds the packet that came, and only the second the answer. `call` is what the message called. Pure.
 */
export function readEvents(
  forms: PacketEventForms,
  place: EventPlace,
  spoken: readonly SpokenEvent[],
  call: string,
): ProtocolEvent[] {
  const own = ownIdIn(spoken)
  const anyId = spoken.map(({ attributes }) => attributes['tx_id']).find(Boolean)
  const relayed = relayedIn(call)
  const outcome = outcomeIn(spoken)
  const sender = ownerIn(place, spoken.find(isTransaction)?.attributes['sender'] ?? '')
  const received = receivedIn(forms, spoken)
  const tellsVouchers = spoken.some(({ type }) => type === VOUCHER_CHANGE)
  const tellsEscrow = spoken.some(({ type }) => type === ESCROW_CHANGE)
  const isAnswered = spoken.some(({ type }) => forms.stations[type] === 'recv_ack')
  let answering: Answering | undefined

  function packetEvents(kind: Packet['kind'], event: SpokenEvent): ProtocolEvent[] {
    const { attributes, contract } = event
    const { sequence, msg: encoded = '', ack, timeout = '', tx_id: named = '' } = attributes
    const msg = textOf(encoded)
    const known = sequence === undefined ? undefined : received.get(sequence)
    const packet = readPacketJson(msg) ?? known?.packet
    const here = contract === place.factory ? place.chain_uid : place.hub.settlement_uid
    const peer = forms.peerOf(here, attributes, packet)
    const tx_id = named || packet?.tx_id || own || ''
    if (kind === 'write_ack' && ack !== undefined) {
      const way = answering
      answering = undefined
      return way ? [{ kind, ...way, ...answerOf(textOf(ack)) }] : []
    }
    if (peer === undefined || sequence === undefined) return []
    const outward = { tx_id, from_chain_uid: here, to_chain_uid: peer, sequence }
    const inward = { tx_id, from_chain_uid: peer, to_chain_uid: here, sequence }
    switch (kind) {
      case 'send_packet': {
        const isOfOther = packet?.release !== undefined && own !== undefined && own !== tx_id
        return [
          ...releaseEvents(peer, packet),
          // Where no event tells what was taken, the packet does.
          ...(here === place.chain_uid && !tellsEscrow ? takenBy(packet) : []),
          {
            kind,
            ...outward,
            msg,
            ...(isOfOther && { parent_tx_id: own }),
            ...(timeout !== '' && { timeout_at: timeout }),
          },
        ]
      }
      case 'recv_packet':
        // Of a payout nothing else may tell there what it is.
        return [{ kind, ...inward, msg: packet?.release ? (known?.text ?? msg) : '' }]
      case 'write_ack':
        answering = inward
        return []
      case 'recv_ack': {
        const answer = relayed?.answer ?? outcome
        const id = named || relayed?.tx_id || own || anyId || ''
        return [{ kind, ...outward, tx_id: id, ...(answer ? answerOf(answer) : { msg: '' }) }]
      }
    }
  }

  return spoken.flatMap((event) => {
    const kind = forms.stations[event.type]
    return [
      ...swapMeta(event, own),
      ...(kind ? packetEvents(kind, event) : operationEvents(place, event)),
      ...(isAnswered ? [] : nativeRelease(place, event, own)),
      ...balanceChange(event),
      ...(tellsVouchers ? [] : voucherPayouts(event, sender)),
      ...(event.contract === place.hub.claimer ? claimEvents(event.attributes) : []),
    ]
  })
}

function answerOf(text: string): { msg: string; ok?: boolean } {
  const ok = acknowledgementOk(text)
  return { msg: text, ...(ok !== undefined && { ok }) }
}

/** The transaction that a message is about: the first that it tells of. */
const ownIdIn = (spoken: readonly SpokenEvent[]): string | undefined =>
  spoken.find(isTransaction)?.attributes['tx_id']

function isTransaction({ type, attributes }: SpokenEvent): boolean {
  return type === 'wasm-euclid' && attributes['action'] === 'transaction'
}

/** The packets that came, with their texts, by their numbers: acknowledgements repeat them. */
function receivedIn(
  { stations }: PacketEventForms,
  spoken: readonly SpokenEvent[],
): Map<string, { packet: PacketFacts; text: string }> {
  return new Map(
    spoken.flatMap(({ type, attributes: { sequence, msg = '' } }) => {
      const text = textOf(msg)
      const packet = stations[type] === 'write_ack' ? readPacketJson(text) : undefined
      return packet && sequence !== undefined ? [[sequence, { packet, text }] as const] : []
    }),
  )
}

function operationEvents(place: EventPlace, { type, attributes }: SpokenEvent): ProtocolEvent[] {
  const { tx_id = '', asset_in = '', amount_in = '' } = attributes
  if (type !== 'wasm-euclid' || tx_id === '') return []
  switch (attributes['action']) {
    case 'transaction': {
      const { sender = '', type: operation = '' } = attributes
      return [{ kind: 'transaction', tx_id, sender: addressIn(place, sender), type: operation }]
    }
    case 'swap': {
      const { asset_in_denom = '', asset_out = '', min_amount_out = '' } = attributes
      const terms = { asset_in, asset_in_denom, asset_out, amount_in, min_amount_out }
      return [{ kind: 'swap', tx_id, ...terms }]
    }
    case 'deposit_token': {
      const { asset_in_denom } = attributes
      const form = asset_in_denom === undefined ? {} : { asset_in_denom }
      return [{ kind: 'deposit_token', tx_id, asset_in, amount_in, ...form }]
    }
    default:
      return []
  }
}

/** Beside the transaction that a factory begins; no other event of that type has it. */
function swapMeta({ type, attributes }: SpokenEvent, tx_id: string | undefined): ProtocolEvent[] {
  const { meta = NO_META } = attributes
  if (type !== 'wasm-euclid' || meta === NO_META || tx_id === undefined) return []
  return [{ kind: 'swap_meta', tx_id, meta }]
}

/** How factories say that there is none. */
const NO_META = 'no_meta'

/** On the hub a sender may be told with its chain, on a factory without. */
function addressIn({ chains }: EventPlace, sender: string): string {
  const [chainUid = '', address] = sender.split(':')
  return address !== undefined && chains.includes(chainUid) ? address : sender
}

/** Whose vouchers a sender's are, `chain_uid:address`: a factory leaves its own chain out. */
const ownerIn = (place: EventPlace, sender: string): string =>
  addressIn(place, sender) === sender ? `${place.chain_uid}:${sender}` : sender

function releaseEvents(chain_uid: string, packet: PacketFacts | undefined): ProtocolEvent[] {
  if (!packet?.release) return []
  return [{ kind: 'escrow_release', tx_id: packet.tx_id, chain_uid, ...packet.release }]
}

/**
 * The hub's own factory pays in the same transaction, without any packet: such a payout has begun, come and ended at once. One that
 * failed is told by the router alone.
 */
function nativeRelease(
  { chain_uid, factory, hub }: EventPlace,
  { contract, attributes }: SpokenEvent,
  own: string | undefined,
): ProtocolEvent[] {
  if (chain_uid !== hub.chain_uid) return []
  const { method = '', tx_id = '', token = '', amount = '', to_address = '' } = attributes
  const isPaid = contract === factory && /^release\b/.test(method)
  const isRefused = contract === hub.router && method === REFUSED_RELEASE && tx_id !== ''
  if (!isPaid && !isRefused) return []
  const way = {
    tx_id,
    from_chain_uid: hub.settlement_uid,
    to_chain_uid: chain_uid,
    sequence: tx_id,
  }
  const { error = method, balance_key = '', mint_amount = '' } = attributes
  const answer = isPaid
    ? { ...way, ok: true, msg: JSON.stringify({ ok: { amount, to_address } }) }
    : { ...way, ok: false, msg: JSON.stringify({ error }) }
  const parent = own === undefined || own === tx_id ? {} : { parent_tx_id: own }
  const what = isPaid
    ? { token, amount }
    : { token: /token_id"?:\s*"([^"]*)"/.exec(balance_key)?.[1] ?? '', amount: mint_amount }
  return [
    { kind: 'escrow_release', tx_id, ...what, chain_uid, to_address },
    { kind: 'send_packet', ...way, ...parent, msg: '' },
    { kind: 'write_ack', ...answer },
    { kind: 'recv_ack', ...answer },
  ]
}

const VOUCHER_CHANGE = 'wasm-euclid-virtual-balance-change'
const ESCROW_CHANGE = 'wasm-euclid-escrow-balance-change'

const takenBy = (packet: PacketFacts | undefined): ProtocolEvent[] =>
  packet?.said.filter(({ kind }) => kind === 'escrow_change') ?? []

/** What the voucher ledger and the escrows book. Owners are `chain_uid:address`. */
function balanceChange({ type, attributes }: SpokenEvent): ProtocolEvent[] {
  const { action, token_id: token = '', amount = '', user = '' } = attributes
  if (type === VOUCHER_CHANGE || type === ESCROW_CHANGE) {
    if (action !== 'increase' && action !== 'decrease') return []
    const { chain_uid = '', token_type = '' } = attributes
    return type === VOUCHER_CHANGE
      ? [{ kind: 'voucher_change', action, user, token, amount }]
      : [{ kind: 'escrow_change', action, chain_uid, token, token_type, amount }]
  }
  if (action === 'execute_mint') {
    const { mint_address = '', mint_token_id = '', mint_amount = '' } = attributes
    return voucherChange('increase', mint_address, mint_token_id, mint_amount)
  }
  if (action === 'execute_burn') {
    const { burn_address = '', burn_token_id = '', burn_amount = '' } = attributes
    return voucherChange('decrease', burn_address, burn_token_id, burn_amount)
  }
  return []
}

function voucherChange(
  action: 'increase' | 'decrease',
  user: string,
  token: string,
  amount: string,
): ProtocolEvent[] {
  if (user === '' || !/^\d+$/.test(amount)) return []
  return [{ kind: 'voucher_change', action, user, token, amount }]
}

/**
 * What a ledger that tells of no transfers leaves to the router: what a swap has yielded, and who was paid in vouchers. Both may stand
 * in one event.
 */
function voucherPayouts({ type, attributes }: SpokenEvent, sender: string): ProtocolEvent[] {
  if (type !== 'wasm') return []
  const { action, method, asset_out = '', amount_out = '' } = attributes
  return [
    ...(action === 'reply_swap' ? voucherChange('increase', sender, asset_out, amount_out) : []),
    ...(method === 'release_escrow_initiate' ? handedOver(attributes, sender) : []),
  ]
}

/**
 * The amounts are numbered without the recipients who got nothing: who is paid in vouchers is never one of them while anything is left,
 * so the first amount is of the first who is.
 */
function handedOver(attributes: Attributes, sender: string): ProtocolEvent[] {
  const { token = '', recipients = '' } = attributes
  const named = PaidRecipients.safeParse(readJson(recipients))
  if (!named.success) return []
  const amounts = Object.entries(attributes)
    .flatMap(([key, amount = '']) => {
      const number = /^transfer_id_(\d+)_amount$/.exec(key)?.[1]
      return number === undefined ? [] : [{ number: Number(number), amount }]
    })
    .toSorted((left, right) => left.number - right.number)
  const paid = named.data.filter(({ denom }) => denom !== undefined)
  return amounts.flatMap(({ amount }, index) => {
    const to = paid[index]?.recipient
    if (!to) return []
    return [
      ...voucherChange('decrease', sender, token, amount),
      ...voucherChange('increase', `${to.chain_uid}:${to.address}`, token, amount),
    ]
  })
}

/** Whoever was named, in the order in which they are paid. Only vouchers are read as a `denom`. */
const PaidRecipients = z.array(
  z.object({
    recipient: z.object({ chain_uid: z.string(), address: z.string() }),
    denom: z
      .object({ voucher: z.object({}) })
      .optional()
      .catch(undefined),
  }),
)

/** The packet and its answer, as the relayer's message carries them, wherever it has them. */
function relayedIn(call: string): { tx_id: string; answer: string | undefined } | undefined {
  let tx_id: string | undefined
  let answer: string | undefined
  for (const text of textsIn(readJson(call)).map(textOf)) {
    if (acknowledgementOk(text) !== undefined) answer ??= text
    else tx_id ??= readPacketJson(text)?.tx_id
  }
  return tx_id === undefined ? undefined : { tx_id, answer }
}

/** Deeper than any relayer's message is. Anybody can nest one until no stack holds it. */
const DEEPEST = 32

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return []
  return Object.values(value).flatMap((inner) => textsIn(inner, depth + 1))
}

const REFUSED_RELEASE = 'escrow_release_ack'
/** The methods by which the sender of a packet says that the other side has refused it. */
const REFUSALS = new Set([
  'process_failed_swap',
  'process_failed_deposit_token',
  'liquidity_tx_err_refund',
  'reject_pool_request',
  'transfer_error',
  REFUSED_RELEASE,
])
const SUCCESSES = new Set([
  'process_successfull_swap',
  'process_successfull_deposit_token',
  'ack_add_liquidity',
  'ack_remove_liquidity',
  'pool_creation',
  'transfer',
  'release_escrow_success',
])

/** How a packet ended, as its sender says: the answer as text. */
function outcomeIn(spoken: readonly SpokenEvent[]): string | undefined {
  for (const { attributes } of spoken) {
    const { method = '', error = method } = attributes
    if (REFUSALS.has(method)) return JSON.stringify({ error })
    if (SUCCESSES.has(method)) return '{"ok":[49]}'
  }
  return undefined
}

/** What the claimer contract says, among the attributes of whatever event. */
function claimEvents(attributes: Attributes): ProtocolEvent[] {
  const { create_claim, execute_claim, recipient = '' } = attributes
  return [
    ...(create_claim === undefined
      ? []
      : [
          {
            kind: 'create_claim' as const,
            claim_id: create_claim,
            claimer_pubkey: attributes['claimer_pubkey'] ?? '',
            pseudo_claim_id: attributes['pseudo_claim_id'] ?? '',
            claim_group_id: attributes['claim_group_id'] ?? '',
            token: attributes['token'] ?? '',
            amount: attributes['amount'] ?? '',
            sender: attributes['sender'] ?? '',
          },
        ]),
    ...(execute_claim === undefined
      ? []
      : [{ kind: 'execute_claim' as const, claim_id: execute_claim, recipient }]),
  ]
}

/** What a contract has put into base64; any other text as it is. */
function textOf(encoded: string): string {
  try {
    return fromUtf8(fromBase64(encoded))
  } catch {
    return encoded
  }
}
