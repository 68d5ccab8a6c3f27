import type { EventForms } from '../generation.ts'
import { readEvents } from '../read-events.ts'

/** Ports are `<chain_uid>.<contract>`: the one that is not ours is the other side, whichever way they are printed. */
export const events: EventForms = {
  read: (place, spoken, call) =>
    readEvents(
      {
        stations: {
          'wasm-euclid-send-packet': 'send_packet',
          'wasm-euclid-receive-packet': 'recv_packet',
          'wasm-euclid-write-acknowledgement': 'write_ack',
          'wasm-euclid-receive-acknowledgement': 'recv_ack',
        },
        peerOf: (here, { source_port, destination_port }) =>
          [source_port, destination_port]
            .map((port) => port?.slice(0, port.lastIndexOf('.')))
            .find((side) => side !== undefined && side !== here),
      },
      place,
      spoken,
      call,
    ),
}
