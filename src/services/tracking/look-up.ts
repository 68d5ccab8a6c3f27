import { chainOf, type Network } from '../../core/terms/network.ts'
import { payoutIdsIn } from '../../core/tracking/journey.ts'
import { beginningOf, txIdOf, type Observation } from '../../core/tracking/observation.ts'
import type { ChainReader, PacketKey } from './chain-reader-port.ts'

/** What a chain knows of a hash: `old` was final before its blocks were read, and comes with all that followed. */
export type LookedUp =
  | { kind: 'nothing' }
  | { kind: 'in_no_block' }
  | { kind: 'foreign' }
  | { kind: 'in_block'; observations: Observation[] }
  | { kind: 'old'; observations: Observation[] }

type Deps = {
  network: Network
  readers: readonly ChainReader[]
  /** Height of the last final block that was taken in. */
  cursor(chainUid: string): Promise<number | undefined>
}

/** So many ids are searched for at once: each costs a few calls, and anybody can begin many in one transaction. */
const MOST_NAMES = 20

/** Asks a chain for a transaction by its hash. A few calls, and a few more once for one that is older than what was read. */
export async function lookUp(deps: Deps, reader: ChainReader, txHash: string): Promise<LookedUp> {
  const observations = await reader.transaction(txHash)
  if (observations === undefined)
    return { kind: (await reader.isWaiting(txHash)) ? 'in_no_block' : 'nothing' }
  const [first] = observations
  if (!first) return { kind: 'foreign' }
  const readTo = await deps.cursor(reader.chain_uid)
  if (readTo === undefined || first.height > readTo) return { kind: 'in_block', observations }
  return { kind: 'old', observations: [...observations, ...(await followUp(deps, observations))] }
}

/**
 * Everything that came of a transaction, on the hub and from there on. The hub is asked once more where it ordered payouts under ids
 * of their own, each other chain once.
 */
async function followUp({ network, readers }: Deps, own: Observation[]): Promise<Observation[]> {
  const [first] = own
  if (!first?.ok) return []
  const { chain_uid: hub, settlement_uid } = network.hub
  const search = async (uid: string, txIds: readonly string[], packets: readonly PacketKey[]) => {
    const reader = readers.find(({ chain_uid }) => chain_uid === uid)
    const names = namesOf(txIds)
    if (!reader || names.length === 0) return []
    return reader.search(names, packets, (await reader.head()).finalHeight)
  }
  const begun = idsIn(own)
  const asked = begun.length > 0 ? begun : [txIdBeginning(network, first)]
  const onHub = await search(hub, asked, packetsIn(own))
  const known = [...own, ...onHub]
  const txIds = begun.length > 0 ? begun : idsIn(onHub)
  const payouts = txIds.flatMap((txId) => payoutIdsIn(known, txId))
  const ids = new Set([...txIds, ...payouts])
  const packets = packetsIn(known).filter(({ tx_id }) => ids.has(tx_id))
  const heard = await search(hub, payouts, packets)
  const elsewhere = new Set(
    packets.flatMap((packet) => [packet.from_chain_uid, packet.to_chain_uid]),
  )
  elsewhere.delete(hub)
  elsewhere.delete(settlement_uid)
  const there = await Promise.all(
    [...elsewhere].map((uid) => {
      const touching = packets.filter(
        ({ from_chain_uid, to_chain_uid }) => from_chain_uid === uid || to_chain_uid === uid,
      )
      const touched = touching.map(({ tx_id }) => tx_id)
      return search(uid, touched, touching)
    }),
  )
  return [...onHub, ...heard, ...there.flat()]
}

const idsIn = (observations: readonly Observation[]): string[] => [
  ...new Set(observations.flatMap((observation) => txIdOf(observation) ?? [])),
]

function packetsIn(observations: readonly Observation[]): PacketKey[] {
  return observations.flatMap(({ events, timeMs }) =>
    events.flatMap((event) =>
      event.kind === 'send_packet'
        ? [{ ...event, sentMs: timeMs }]
        : 'sequence' in event
          ? [event]
          : [],
    ),
  )
}

/** What a chain is asked for: ids of one transaction together, by what they have in common. */
function namesOf(txIds: readonly string[]): string[] {
  const ids = new Map<string, Set<string>>()
  for (const id of txIds) {
    const beginning = beginningOf(id)
    ids.set(beginning, (ids.get(beginning) ?? new Set()).add(id))
  }
  const names = [...ids].flatMap(([beginning, [one, ...more]]) =>
    one === undefined ? [] : [more.length > 0 ? beginning : one],
  )
  return names.slice(0, MOST_NAMES)
}

/**
 * How the id of a transaction begins whose factory's events cannot be read: EVM ids are
 * `chain_uid:sender:chain_id:block:sequence`.
 */
export function txIdBeginning(
  network: Network,
  { chain_uid, sender, height }: Observation,
): string {
  return `${chain_uid}:${sender}:${chainOf(network, chain_uid).chain_id}:${height}:`
}
