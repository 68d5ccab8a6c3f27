import { hexToBytes, parseEventLogs, zeroAddress, type Log } from 'viem'

import type { Observation, ProtocolEvent } from '../../core/tracking/observation.ts'
import { packetAbi } from '../../core/tracking/packet-abi.ts'

type FactoryLog = ReturnType<typeof parseEventLogs<typeof packetAbi>>[number]

/** Where a factory stands: packets go between its chain and the settlement layer. */
type Place = { chain_uid: string; settlement_uid: string }

/**
 * What one transaction's logs of the factory say: one observation per `tx_id`, since a contract may call the factory
 * several times at once. Logs that are not the factory's events are left out. Pure.
 */
export function observeFactoryLogs(
  place: Place,
  transaction: Omit<Observation, 'events' | 'msg_index' | 'chain_uid'>,
  logs: Log[],
): Observation[] {
  const byTxId = new Map<string, ProtocolEvent[]>()
  for (const log of parseEventLogs({ abi: packetAbi, logs })) {
    const event = protocolEvent(place, log)
    if (event) byTxId.set(log.args.tx_id, [...(byTxId.get(log.args.tx_id) ?? []), event])
  }
  // A call that left no events was made all the same, and whoever follows it must hear how it ended.
  const groups = byTxId.size === 0 ? [[]] : [...byTxId.values()]
  return groups.map((events, msg_index) => ({
    chain_uid: place.chain_uid,
    msg_index,
    ...transaction,
    events,
  }))
}

function protocolEvent(
  { chain_uid, settlement_uid }: Place,
  log: FactoryLog,
): ProtocolEvent | undefined {
  const outbound = { from_chain_uid: chain_uid, to_chain_uid: settlement_uid }
  const inbound = { from_chain_uid: settlement_uid, to_chain_uid: chain_uid }
  switch (log.eventName) {
    case 'Transaction': {
      const { tx_id, sender, tx_type } = log.args
      return { kind: 'transaction', tx_id, sender: sender.toLowerCase(), type: tx_type }
    }
    case 'SendPacket':
      return {
        kind: 'send_packet',
        ...packet(log.args),
        ...outbound,
        timeout_at: `${log.args.timeout_at}`,
      }
    case 'ReceivePacket':
      return { kind: 'recv_packet', ...packet(log.args), ...inbound }
    case 'WriteAcknowledgement':
      return { kind: 'write_ack', ...acknowledgement(log.args), ...inbound }
    case 'ReceiveAcknowledgement':
      return { kind: 'recv_ack', ...acknowledgement(log.args), ...outbound }
    case 'EscrowChange': {
      const { token, denom, amount, increase } = log.args
      const token_type =
        denom === zeroAddress ? { native: {} } : { smart: { contract_address: denom } }
      return {
        kind: 'escrow_change',
        action: increase ? 'increase' : 'decrease',
        chain_uid,
        token,
        token_type: JSON.stringify(token_type),
        amount: `${amount}`,
      }
    }
    default:
      return log satisfies never // a new event of the ABI stops the build here
  }
}

function packet({ tx_id, sequence, msg }: { tx_id: string; sequence: bigint; msg: `0x${string}` }) {
  return { tx_id, sequence: `${sequence}`, msg }
}

/** Acknowledgements are text, but of liquidity, where the factory has to read them: those stay hex. */
function acknowledgement(args: {
  tx_id: string
  sequence: bigint
  msg: `0x${string}`
  ok: boolean
}) {
  return { ...packet(args), ok: args.ok, msg: textOf(args.msg) }
}

function textOf(msg: `0x${string}`): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(msg))
    return text.includes('\0') ? msg : text // what is padded to words is no text
  } catch {
    return msg
  }
}
