import { decodeFunctionData, hexToBytes, parseEventLogs, type Hex, type Log } from 'viem'

import { factoryAbi } from '../../core/payloads/factory-abi.ts'
import type { Observation, ProtocolEvent } from '../../core/tracking/observation.ts'
import { packetAbi } from '../../core/tracking/packet-abi.ts'
import { acknowledgementOk, readPacketJson } from '../../core/tracking/packet-json.ts'
import { relayedAnswers } from '../../core/tracking/relayed-answers.ts'

type FactoryLog = ReturnType<typeof parseEventLogs<typeof packetAbi>>[number]

/** A factory, where it stands, and how packets name the other side. */
export type FactoryPlace = {
  chain_uid: string
  settlement_uid: string
  /** Who alone brings the hub's packets and answers, in lower case; `undefined` where the factory does not tell. */
  relayer: string | undefined
}

/** A call of the factory that succeeded, by its sender in lower case. */
export type FactoryCall = { sender: string; data: Hex }

/** An event together with the transaction of the protocol that it belongs to. */
type Told = { txId: string; events: ProtocolEvent[] }

/**
 * What one transaction says of the protocol: one observation per `tx_id`, since a contract may call the factory several times
 * at once. `logs` are the factory's; those that are not its events are left out. `call` is the transaction where it called
 * the factory itself: that an answer of the hub came back has no event, and is seen in the relayer's call alone. Pure.
 */
export function observeFactory(
  place: FactoryPlace,
  transaction: Omit<Observation, 'events' | 'msg_index' | 'chain_uid'>,
  logs: Log[],
  call: FactoryCall | undefined,
): Observation[] {
  const told = [
    ...parseEventLogs({ abi: packetAbi, logs }).flatMap((log) => toldByLog(place, log)),
    ...toldByRelayer(place, call),
  ]
  const swaps = told.filter(({ events }) => events.some(({ kind }) => kind === 'swap'))
  // Who swaps through a contract says nothing that could be told apart here.
  const [swap] = swaps
  const meta = swaps.length === 1 && call ? swapMetaIn(call) : ''
  if (swap && meta !== '') swap.events.push({ kind: 'swap_meta', tx_id: swap.txId, meta })
  const byTxId = new Map<string, ProtocolEvent[]>()
  for (const { txId, events } of told) byTxId.set(txId, [...(byTxId.get(txId) ?? []), ...events])
  // A call that said nothing was made all the same, and whoever follows it must hear how it ended.
  const groups = byTxId.size === 0 ? [[]] : [...byTxId.values()]
  return groups.map((events, msg_index) => ({
    chain_uid: place.chain_uid,
    msg_index,
    ...transaction,
    events,
  }))
}

function toldByLog({ chain_uid, settlement_uid, relayer }: FactoryPlace, log: FactoryLog): Told[] {
  const msg = textOf(log.args.msg)
  const packet = readPacketJson(msg)
  if (!packet) return []
  const { tx_id } = packet
  const sequence = `${log.args.packet_sequence}`
  if (log.eventName === 'SendPacket') {
    if (packet.sender.chain_uid !== chain_uid || packet.type === undefined) return []
    const way = { tx_id, from_chain_uid: chain_uid, to_chain_uid: settlement_uid, sequence }
    const sent: ProtocolEvent = {
      kind: 'send_packet',
      ...way,
      msg,
      timeout_at: `${log.args.timeout}`,
      ...(relayer === undefined && { way_back: 'unseen' }),
    }
    return [{ txId: tx_id, events: [...packet.said, sent] }]
  }
  // Of a packet that came there is no other event: it did, where it was answered.
  const answer = textOf(log.args.acknowledgment)
  const ok = acknowledgementOk(answer)
  if (ok === undefined) return []
  const way = { tx_id, from_chain_uid: settlement_uid, to_chain_uid: chain_uid, sequence }
  return [
    {
      txId: tx_id,
      events: [
        { kind: 'recv_packet', ...way, msg },
        { kind: 'write_ack', ...way, ok, msg: answer },
      ],
    },
  ]
}

function toldByRelayer(
  { chain_uid, settlement_uid, relayer }: FactoryPlace,
  call: FactoryCall | undefined,
): Told[] {
  if (!call || call.sender !== relayer) return []
  return relayedAnswers(chain_uid, hexToBytes(call.data)).map(({ packet: { tx_id }, ok, msg }) => {
    const way = { tx_id, from_chain_uid: chain_uid, to_chain_uid: settlement_uid, sequence: '' }
    return { txId: tx_id, events: [{ kind: 'recv_ack', ...way, ok, msg }] }
  })
}

/** What a call of the factory says of its swap; empty for any other. */
function swapMetaIn({ data }: FactoryCall): string {
  try {
    const { functionName, args } = decodeFunctionData({ abi: factoryAbi, data })
    return functionName === 'swap' ? args[7].meta : ''
  } catch {
    return '' // a function that the service does not call
  }
}

/** The bytes as text; bytes that are none are no packet either. */
export function textOf(bytes: Hex): string {
  return new TextDecoder('utf-8').decode(hexToBytes(bytes))
}
