import type { Network } from '../terms/network.ts'
import type { Journey, PacketWay } from './journey.ts'
import { lasting, payoutAnswer, releaseSteps } from './record-steps.ts'
import type { TrackingRecord } from './tracking-record.ts'

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
  const { send_packet, recv_ack, timeout_packet } = way.stations
  const { send_packet: ordered, recv_packet: paid, ack_status } = releaseSteps(journey, way)
  const answer = payoutAnswer(way)
  const isPaid = answer !== undefined && answer.event.ok !== false
  const hasEnded = (recv_ack ?? timeout_packet) !== undefined
  const { token = '', amount = '', to_address = '' } = way.release ?? {}
  return {
    is_completed: hasEnded,
    tx_hash: send_packet?.at.tx_hash ?? '',
    asset_in_type: '',
    type: 'EscrowRelease',
    tx_status: isPaid ? 'success' : hasEnded ? 'released_as_vouchers' : '',
    tx_id: journey.txId,
    sequence: way.sequence,
    ...sourceOf(network, way.to_chain_uid),
    sender: '',
    source_token_id: token,
    voucher_minted: null,
    total_duration: lasting(send_packet?.at.timeMs, (recv_ack ?? timeout_packet)?.at.timeMs),
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
