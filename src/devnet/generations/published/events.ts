import { base64Text } from '../../hub/base64-text.ts'
import {
  CONTRACT_VERSION,
  type LocalEvents,
  type PacketEnd,
  type PacketPlace,
} from '../local-events.ts'

const portOf = ({ chainUid, contract }: PacketEnd) => `${chainUid}.${contract.toLowerCase()}`

/** The first side is the one that sent the packet, or that sends its acknowledgement. */
function ports(source: PacketEnd, destination: PacketEnd) {
  return { source_port: portOf(source), destination_port: portOf(destination) }
}

/** Whose vouchers, as the ledger's language prints its own values. */
function balanceKey(user: string, token: string): string {
  const at = user.indexOf(':')
  const whose = `CrossChainUser { chain_uid: ChainUid("${user.slice(0, at)}"), address: "${user.slice(at + 1)}" }`
  return `BalanceKey { cross_chain_user: ${whose}, token_id: "${token}" }`
}

const numbered = ({ sequence }: PacketPlace) => ({ sequence: `${sequence}` })

export const events: LocalEvents = {
  sent: (place, msg, timeoutAt) => [
    'euclid-send-packet',
    {
      ...ports(place.here, place.there),
      msg: base64Text(msg),
      ...numbered(place),
      timeout: `${timeoutAt}`,
      destination_chain_type: place.there.chainType,
    },
  ],
  received: (place, msg) => [
    ['euclid-receive-packet', { ...numbered(place), ...ports(place.there, place.here) }],
    [
      'euclid-write-acknowledgement',
      {
        ...numbered(place),
        ...ports(place.here, place.there),
        destination_chain_type: place.there.chainType,
        msg: base64Text(msg),
      },
    ],
  ],
  answered: (answer) => ['euclid-write-acknowledgement', { ack: base64Text(answer) }],
  // Printed in the view of who acknowledged.
  heard: (place) => [
    'euclid-receive-acknowledgement',
    { ...numbered(place), ...ports(place.there, place.here) },
  ],
  transaction: (tx_id, sender, type) => [
    'euclid',
    {
      version: CONTRACT_VERSION,
      action: 'transaction',
      tx_id,
      sender: typeof sender === 'string' ? sender : `${sender.chain_uid}:${sender.address}`,
      type,
    },
  ],
  noted: (meta) => ['euclid', { version: CONTRACT_VERSION, meta: meta || 'no_meta' }],
  vouchers({ kind, user, to = '', token, amount, balance }) {
    if (kind === 'transfer') {
      const [from, into] = [user, to].map((whose) => balanceKey(whose, token))
      const moved = { transfer_amount: `${amount}`, from: from ?? '', to: into ?? '' }
      return [['', { action: 'execute_transfer', ...moved, token_id: token }]]
    }
    return [
      [
        '',
        {
          action: `execute_${kind}`,
          [`${kind}_amount`]: `${amount}`,
          [`${kind}_address`]: user,
          [`${kind}_address_chain`]: user.slice(0, user.indexOf(':')),
          [`${kind}_token_id`]: token,
          new_balance: `${balance}`,
        },
      ],
    ]
  },
  // No event of its own: an escrow's balance is asked for.
  escrow: () => [],
}
