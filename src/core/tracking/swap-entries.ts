import { z } from 'zod'

import type { Network } from '../terms/network.ts'
import { HOPS } from '../terms/open-limits.ts'
import { escrowRecord, type UsualTime } from './escrow-record.ts'
import { goesToHub, packetOf, saidOf, type Journey, type PacketWay, type Said } from './journey.ts'
import { inboundSteps, lasting, releaseSteps, showDuration } from './record-steps.ts'
import type { DexEntry, ReleaseEntry, SwapEntry } from './tracking-record.ts'
import { readJson } from '../terms/read-json.ts'

type Context = { network: Network; usual: UsualTime }

/** A swap as its trades and payouts, each with every station of its packet. Pure. */
export function swapEntries(journey: Journey, context: Context): (DexEntry | ReleaseEntry)[] {
  return operationsIn(journey).flatMap((each) => [
    ...dexEntries(each, context),
    ...each.releases
      .filter((way) => way.release?.token !== assetIn(each))
      .map((way) => releaseEntry(each, way, context)),
  ])
}

/** What a signed text has had the hub do, each operation with its own payouts: it tells of them one after another. */
function operationsIn(journey: Journey): Journey[] {
  if (goesToHub(journey)) return [journey]
  const parts: Said[][] = [[]]
  for (const one of journey.said) {
    const { event, at } = one
    // That the hub pays at once on its own chain is told as a transaction too.
    const begins = event.kind === 'transaction' && event.type !== 'escrow_release'
    if (begins && at === journey.first) parts.push([])
    parts.at(-1)?.push(one)
  }
  const operations: Said[][] = []
  for (const part of parts) {
    const before = operations.at(-1)
    if (before && isToldTwice(before, part)) before.push(...part)
    else operations.push(part)
  }
  return operations.map((said) => {
    const events = new Set(said.map(({ event }) => event))
    const isOrderedIn = ({ stations: { send_packet } }: PacketWay) =>
      send_packet !== undefined && events.has(send_packet.event)
    return { ...journey, said, releases: journey.releases.filter(isOrderedIn) }
  })
}

/** Whether two parts are one operation: the hub's own factory tells of it, and so does its router. Each swap is told once. */
function isToldTwice([before, ...rest]: Said[], part: Said[]): boolean {
  const [one, other] = [before?.event, part[0]?.event]
  if (one?.kind !== 'transaction' || other?.kind !== 'transaction') return false
  const isSame = one.tx_id === other.tx_id && one.type === other.type
  return isSame && ![rest, part].every((said) => said.some(({ event }) => event.kind === 'swap'))
}

/** The same without the stations. */
export function minimalSwapEntries(entries: readonly (DexEntry | ReleaseEntry)[]): SwapEntry[] {
  return entries.map((entry) => {
    if (entry.type === 'dex') {
      const { type, route, amount_in, asset_in, asset_out, expected_amount_out, amount_out } = entry
      return { type, route, amount_in, asset_in, asset_out, expected_amount_out, amount_out }
    }
    const { type, from_chain_uid, to_chain_uid, token_id, amount_out, release_tx_hash } = entry
    return { type, from_chain_uid, to_chain_uid, token_id, amount_out, release_tx_hash }
  })
}

function dexEntries(journey: Journey, { usual }: Context): DexEntry[] {
  const { origin, first, inbound } = journey
  const ibc_status = inboundSteps(journey)
  const heard = goesToHub(journey) ? inbound?.stations.recv_ack?.at : first
  const { chain_uid } = origin
  const there = usual({ kind: 'settle', chain_uid })
  const back = usual({ kind: 'confirm', chain_uid })
  const { status: state } = ibc_status.ack_status
  const status = {
    ...ibc_status.send_packet,
    status: ibc_status.recv_packet.status === 'failed' ? ('failed' as const) : state,
    msg: state === 'failed' ? ibc_status.ack_status.msg : 'ok',
    duration: lasting(first.timeMs, heard?.timeMs),
    estimated_duration: there === undefined || back === undefined ? '' : showDuration(there + back),
  }
  const parts = swapPartsOf(journey)
  return parts.map(({ route, dex, amount_out: expected }, index) => {
    const asset_in = route[0] ?? ''
    const asset_out = route.at(-1) ?? ''
    const isLast = index === parts.length - 1
    return {
      type: 'dex',
      dex,
      is_ibc: chain_uid !== origin.hub_chain_uid,
      route,
      amount_in: index === 0 ? amountIn(journey) : amountReached(journey, asset_in),
      status,
      ibc_status,
      asset_in,
      asset_out,
      expected_amount_out: expected,
      amount_out: isLast ? amountOut(journey, asset_out) : amountReached(journey, asset_out),
      from_dex: dex,
    }
  })
}

function releaseEntry(journey: Journey, way: PacketWay, { network, usual }: Context): ReleaseEntry {
  const { origin } = journey
  const { to_chain_uid, release, stations } = way
  const { send_packet, recv_ack } = stations
  const ibc_status = releaseSteps(journey, way)
  const isPaid = ibc_status.recv_packet.status === 'success'
  const estimate = usual({ kind: 'release', chain_uid: to_chain_uid })
  const { token = '', amount = '', to_address = '' } = release ?? {}
  return {
    type: 'release',
    is_ibc: to_chain_uid !== origin.hub_chain_uid,
    from_chain_uid: origin.chain_uid,
    to_chain_uid,
    status: {
      ...ibc_status.recv_packet,
      ...(isPaid && { msg: 'success' }),
      duration: lasting(send_packet?.at.timeMs, recv_ack?.at.timeMs),
      estimated_duration: estimate === undefined ? '' : showDuration(estimate),
    },
    ibc_status,
    token_id: token,
    expected_amount_out: amount,
    amount_out: isPaid ? amount : '',
    from_dex: 'euclid',
    to_address,
    release_tx_hash: send_packet?.at.tx_hash ?? '',
    escrow_release_status: escrowRecord(network, journey, way),
  }
}

/** The token that a swap brings: what is paid out of it is a partner's fee. */
function assetIn(journey: Journey): string | undefined {
  return saidOf(journey, 'swap')[0]?.event.asset_in
}

/** As the hub says it; before that, as the factory took it. */
function amountIn(journey: Journey): string {
  const [swap] = saidOf(journey, 'swap')
  const taken = saidOf(journey, 'escrow_change').find(({ at }) => at === journey.first)
  return swap?.event.amount_in ?? taken?.event.amount ?? ''
}

/** What the router answered, or else what the sender was credited with. */
function amountOut(journey: Journey, token: string): string {
  const answer = journey.inbound?.stations.write_ack?.event
  if (answer ? answer.ok === false : goesToHub(journey)) return ''
  return /"amount_out":\s*"(\d+)"/.exec(answer?.msg ?? '')?.[1] ?? amountReached(journey, token)
}

/** Of a token on the way: what the next pool was given of it. */
function amountReached(journey: Journey, token: string): string {
  const change = saidOf(journey, 'voucher_change').find(
    ({ event }) => event.action === 'increase' && event.token === token,
  )
  return change?.event.amount ?? ''
}

/** A part of a swap's path on one exchange. Amounts are base units, empty where they were not foreseen. */
type SwapPart = { route: string[]; dex: string; amount_out: string }

/** What `swapMeta` writes; others may leave parts out. */
const Meta = z.object({
  swaps: z.object({
    path: z
      .array(
        z.object({
          route: z.array(z.string()).min(2),
          dex: z.string().default('euclid'),
          amount_out: z.string().default(''),
        }),
      )
      .min(1),
  }),
})

/**
 * The path that a swap was ordered to take, as its sender says it where that is the path that its packet has; else as its packet has
 * it, or straight from one token to the other. So is one of more trades than a path of ours makes: each part has all stations of its packet.
 */
function swapPartsOf(journey: Journey): SwapPart[] {
  const hops = packetOf(journey)?.hops ?? []
  const [swap] = saidOf(journey, 'swap')
  const known = Meta.safeParse(readJson(saidOf(journey, 'swap_meta')[0]?.event.meta ?? ''))
  const noted = known.success ? known.data.swaps.path : []
  const [first] = hops
  const route = first
    ? [first.token_in, ...hops.map(({ token_out }) => token_out)]
    : swap
      ? [swap.event.asset_in, swap.event.asset_out]
      : []
  const joined = noted.flatMap((part, index) => (index === 0 ? part.route : part.route.slice(1)))
  const isSame =
    hops.length > 0
      ? joined.join() === route.join()
      : joined[0] === route[0] && joined.at(-1) === route.at(-1)
  if (noted.length > 0 && isSame && isShort(joined)) return noted
  if (route.length === 0) return []
  const shown = isShort(route) ? route : [...route.slice(0, 1), ...route.slice(-1)]
  return [{ route: shown, dex: 'euclid', amount_out: '' }]
}

const isShort = (route: readonly string[]) => route.length - 1 <= HOPS
