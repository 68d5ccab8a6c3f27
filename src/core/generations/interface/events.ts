import type { EventForms } from '../generation.ts'
import { readEvents } from '../read-events.ts'

/** Events have no ports: the hub names the chain of a packet, a factory talks to the hub alone, and a packet names its sender's chain. */
export const events: EventForms = {
  read: (place, spoken, call) =>
    readEvents(
      {
        stations: {
          'wasm-euclid-send-packet': 'send_packet',
          'wasm-euclid-evm-send-packet': 'send_packet',
          'wasm-euclid-receive-packet': 'recv_packet',
          'wasm-euclid-write-acknowledgement': 'write_ack',
          'wasm-euclid-evm-write-acknowledgement': 'write_ack',
          'wasm-euclid-receive-acknowledgement': 'recv_ack',
        },
        peerOf: (here, { chain_uid }, packet) =>
          here === place.hub.settlement_uid
            ? (chain_uid ?? packet?.sender.chain_uid)
            : place.hub.settlement_uid,
      },
      place,
      spoken,
      call,
    ),
}
