import type { SignableBuild } from '../payloads/meta-transaction.ts'
import { readJson } from '../terms/read-json.ts'
import type { CosmWasmMessage, EvmMessage } from '../terms/shapes.ts'
import { expectedPacket } from './expected-packet.ts'
import { isSameInAnyCase } from '../terms/is-same-in-any-case.ts'

/** One call that a transaction on chain makes: `data` is calldata hex on EVM, the message's JSON on CosmWasm. */
export type ChainCall = { sender: string; contract: string; data: string; value: string }

/**
 * What a factory on EVM sent to the hub in a transaction that did not call it itself: JSON, in which the factory says for whom. So a
 * contract calls it for an account: a smart account's batch, by itself or brought by a bundler.
 */
export type SentPacket = { chain_uid: string; contract: string; packet: string }

export type MadeByTransaction = ChainCall | SentPacket

/**
 * Whether a transaction on chain does what was built, from the same sender, which a text never does: on EVM the last message, which goes in a
 * transaction of its own, or is the one thing that the factory did in it; on CosmWasm its calls end with all messages, in order.
 */
export function matchesBuild(
  build: SignableBuild,
  sender: string,
  made: readonly MadeByTransaction[],
): boolean {
  switch (build.type) {
    case 'meta':
      return false
    case 'evm': {
      const [message, [only, ...others]] = [build.msgs.at(-1), made]
      if (!message || !only || others.length > 0) return false
      return 'packet' in only ? sends(only, sender, message) : makes(only, sender, message)
    }
    case 'cosmwasm': {
      const last = made.slice(-build.msgs.length)
      return (
        build.msgs.length > 0 &&
        build.msgs.length === last.length &&
        build.msgs.every((message, index) => makes(last[index], sender, message))
      )
    }
  }
}

/** The factory wrote all that the call asks of it into the packet, whoever brought the call to it. */
function sends(
  { chain_uid, contract, packet }: SentPacket,
  sender: string,
  message: EvmMessage,
): boolean {
  const user = { chain_uid, address: sender.toLowerCase() }
  const expected = expectedPacket(user, message.data)
  return (
    expected !== undefined &&
    isSameInAnyCase(contract, message.to) &&
    canonical(withoutTxId(readJson(packet))) === canonical(expected)
  )
}

/** The id is the factory's to give. */
function withoutTxId(packet: unknown): unknown {
  if (typeof packet !== 'object' || packet === null) return packet
  return Object.fromEntries(
    Object.entries(packet).map(([kind, body]: [string, unknown]) => [
      kind,
      typeof body === 'object' ? { ...body, tx_id: undefined } : body,
    ]),
  )
}

function makes(
  call: MadeByTransaction | undefined,
  sender: string,
  message: EvmMessage | CosmWasmMessage,
): boolean {
  if (!call || 'packet' in call || !isSameInAnyCase(call.sender, sender)) return false
  if ('to' in message) {
    return (
      isSameInAnyCase(call.contract, message.to) &&
      isSameInAnyCase(call.data, message.data) &&
      BigInt(call.value) === BigInt(message.value)
    )
  }
  return (
    call.contract === message.contractAddress &&
    canonical(JSON.parse(call.data)) === canonical(message.msg) &&
    canonical(JSON.parse(call.value)) === canonical(message.funds)
  )
}

/** JSON with sorted keys, since wallets may write an object's keys in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)),
        )
      : inner,
  )
}
