import type { ProtocolEvent } from '../../../src/core/tracking/observation.ts'

/** The events of one deposit from base. */
export const TX_ID = 'base:0xabc:8453:7:1'
export const transaction: ProtocolEvent = {
  kind: 'transaction',
  tx_id: TX_ID,
  sender: '0xabc',
  type: 'deposit_token',
}
export const packet = (
  kind: 'send_packet' | 'recv_packet' | 'write_ack' | 'recv_ack',
  more: { ok?: boolean; timeout_at?: string } = {},
): ProtocolEvent => ({
  kind,
  tx_id: TX_ID,
  from_chain_uid: 'base',
  to_chain_uid: 'vsl',
  sequence: '1',
  ok: true,
  msg: '',
  ...more,
})
