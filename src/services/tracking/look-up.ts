import { chainOf, type Network } from '../../core/terms/network.ts'
import { txIdOf, type Observation } from '../../core/tracking/observation.ts'
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

/** Everything that came of a transaction, on the hub and from there on: each chain is asked once. */
async function followUp({ network, readers }: Deps, own: Observation[]): Promise<Observation[]> {
  const [first] = own
  const id = own.map(txIdOf).find((known) => known !== undefined)
  if (!first?.ok) return []
  const search = async (uid: string, txId: string, packets: PacketKey[]) => {
    const reader = readers.find(({ chain_uid }) => chain_uid === uid)
    if (!reader) return []
    return reader.search(txId, packets, (await reader.head()).finalHeight)
  }
  const onHub = await search(network.hub.chain_uid, id ?? txIdBeginning(network, first), [])
  const packets = [...own, ...onHub].flatMap(({ events, timeMs }) =>
    events.flatMap((event) =>
      event.kind === 'send_packet'
        ? [{ ...event, sentMs: timeMs }]
        : 'sequence' in event
          ? [event]
          : [],
    ),
  )
  const txId = id ?? onHub.map(txIdOf).find((known) => known !== undefined)
  if (txId === undefined) return []
  const elsewhere = new Set(
    packets.flatMap((packet) => [packet.from_chain_uid, packet.to_chain_uid]),
  )
  elsewhere.delete(network.hub.chain_uid)
  elsewhere.delete(network.hub.settlement_uid)
  const there = await Promise.all([...elsewhere].map((uid) => search(uid, txId, packets)))
  return [...onHub, ...there.flat()]
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
