import type { Network } from '../terms/network.ts'
import type { Journey, PacketWay } from './journey.ts'
import { lasting, payoutAnswer, releaseSteps } from './record-steps.ts'
import type { TrackingRecord } from './tracking-record.ts'
import type { Hop, Progress } from './progress.ts'

/** What the record of a chain that nothing is known of says of it. */
export function sourceOf({ chains }: Network, chainUid: string) {
  const chain = chains.find(({ chain_uid }) => chain_uid === chainUid)
  return {
    source_chain_uid: chainUid,
    source_chain_id: chain?.chain_id ?? '',
    source_factory: chain?.factory ?? '',
  }
}

/** One payout as a record of its own: of the chain that pays, beginning with the hub's order. Pure. */
export function escrowRecord(network: Network, journey: Journey, way: PacketWay): TrackingRecord {
  const { send_packet, recv_ack } = way.stations
  const { send_packet: ordered, recv_packet: paid, ack_status } = releaseSteps(journey, way)
  const answer = payoutAnswer(way)
  const isPaid = answer !== undefined && answer.event.ok !== false
  const hasEnded = recv_ack !== undefined
  const { token = '', amount = '', to_address = '' } = way.release ?? {}
  return {
    is_completed: hasEnded,
    tx_hash: send_packet?.at.tx_hash ?? '',
    asset_in_type: '',
    type: 'EscrowRelease',
    tx_status: isPaid ? 'success' : hasEnded ? 'released_as_vouchers' : '',
    tx_id: way.txId || journey.txId,
    // A payout of the hub's own chain goes by no packet, and its id stands for the number of one.
    sequence: way.sequence === way.txId ? '' : way.sequence,
    ...sourceOf(network, way.to_chain_uid),
    sender: '',
    source_token_id: token,
    voucher_minted: null,
    total_duration: lasting(send_packet?.at.timeMs, recv_ack?.at.timeMs),
    total_estimated_duration: '',
    status: [ordered, paid, ack_status],
    escrow_response: {
      tx_id: journey.txId,
      amount,
      token,
      to_address,
      chain_uid: way.to_chain_uid,
    },
  }
}

/** How long one hop took, on its chain: the hub's own part counts for the chain that the transaction came from. */
export type HopTime = { kind: Hop['kind']; chain_uid: string; ms: number }

/** What such a hop usually takes, in milliseconds; `undefined` without a history. */
export type UsualTime = (hop: Pick<HopTime, 'kind' | 'chain_uid'>) => number | undefined

/** The times of a completed transaction: to the hub, from there back, and from there to every payout. Pure. */
export function hopTimesOf({ hops }: Progress): HopTime[] {
  const [submit] = hops
  const settledMs = hops.find(({ kind }) => kind === 'settle')?.timeMs ?? submit?.timeMs
  return hops.flatMap(({ kind, chain_uid, timeMs, tx_hash }) => {
    const fromMs = kind === 'settle' ? submit?.timeMs : settledMs
    // A payout that is followed by its own transaction tells of no way.
    if (!submit || tx_hash === submit.tx_hash) return []
    if (timeMs === undefined || fromMs === undefined) return []
    const place = kind === 'settle' ? submit.chain_uid : chain_uid
    return [{ kind, chain_uid: place, ms: Math.max(0, timeMs - fromMs) }]
  })
}

/** The middle of what such hops took; of two middles the smaller. `undefined` without any. Pure. */
export function medianOf(times: readonly number[]): number | undefined {
  return times.toSorted((left, right) => left - right)[Math.floor((times.length - 1) / 2)]
}

/** How long a whole way should take: payouts and the way back begin together once the hub has settled. Pure. */
export function usualTotal(
  originUid: string,
  hops: readonly Pick<Hop, 'kind' | 'chain_uid'>[],
  usual: UsualTime,
): number | undefined {
  const settle = hops.some(({ kind }) => kind === 'settle')
    ? usual({ kind: 'settle', chain_uid: originUid })
    : 0
  const after = hops
    .filter(({ kind }) => kind === 'confirm' || kind === 'release')
    .map(({ kind, chain_uid }) => usual({ kind, chain_uid }))
  if (settle === undefined || after.includes(undefined) || hops.length < 2) return undefined
  return settle + Math.max(0, ...after.map((ms) => ms ?? 0))
}
