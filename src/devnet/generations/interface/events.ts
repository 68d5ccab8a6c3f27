import { base64Text } from '../../hub/base64-text.ts'
import {
  CONTRACT_VERSION,
  type LocalEvent,
  type LocalEvents,
  type PacketPlace,
} from '../local-events.ts'

/** No ports: the hub names the other side's chain, a factory talks to the hub alone. */
const chainOf = ({ isHub, there }: PacketPlace) => (isHub ? { chain_uid: there.chainUid } : {})

/** Whose balance changes, and by how much. */
function changed(action: string, user: string, token_id: string, amount: bigint): LocalEvent {
  return ['euclid-virtual-balance-change', { action, amount: `${amount}`, user, token_id }]
}

export const events: LocalEvents = {
  sent: (place, msg) => [
    place.isHub ? 'euclid-evm-send-packet' : 'euclid-send-packet',
    { msg: base64Text(msg), ...chainOf(place), sequence: `${place.sequence}`, hash: 'hash' },
  ],
  received: (place, msg) => [
    ['euclid-receive-packet', { sequence: `${place.sequence}`, ...chainOf(place) }],
    [
      place.isHub ? 'euclid-evm-write-acknowledgement' : 'euclid-write-acknowledgement',
      { msg: base64Text(msg), ...chainOf(place), sequence: `${place.sequence}`, hash: 'hash' },
    ],
  ],
  answered: (answer) => ['euclid-write-acknowledgement', { ack: base64Text(answer) }],
  heard: (place) => [
    'euclid-receive-acknowledgement',
    { sequence: `${place.sequence}`, ...chainOf(place) },
  ],
  transaction: (tx_id, sender, type) => [
    'euclid',
    {
      version: CONTRACT_VERSION,
      action: 'transaction',
      tx_id,
      sender: typeof sender === 'string' ? sender : sender.address,
      type,
    },
  ],
  noted: (meta) => ['euclid', { version: CONTRACT_VERSION, meta: meta || 'no_meta' }],
  vouchers({ kind, user, to = '', token, amount }) {
    if (kind === 'mint') return [changed('increase', user, token, amount)]
    if (kind === 'burn') return [changed('decrease', user, token, amount)]
    return [changed('decrease', user, token, amount), changed('increase', to, token, amount)]
  },
  escrow: ({ action, token, chainUid, amount, tokenType }) => [
    [
      'euclid-escrow-balance-change',
      {
        action,
        amount: `${amount}`,
        token_id: token,
        chain_uid: chainUid,
        token_type: tokenType,
      },
    ],
  ],
}
