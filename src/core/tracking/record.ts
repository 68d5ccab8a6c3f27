import { z } from 'zod'

import type { Network } from '../terms/network.ts'
import { escrowRecord, sourceOf, usualTotal, type UsualTime } from './escrow-record.ts'
import { goesToHub, journeysOf, packetOf, saidOf, type Journey, type Origin } from './journey.ts'
import { endedLongAgo, withKept } from './kept-hops.ts'
import type { Observation } from './observation.ts'
import { isSameInAnyCase } from '../terms/is-same-in-any-case.ts'
import { readJson } from '../terms/read-json.ts'
import { countEnds, isFinal } from './outcomes.ts'
import type { Hop, Progress } from './progress.ts'
import {
  inboundSteps,
  lasting,
  pendingStep,
  releaseSteps,
  hopStep,
  showDuration,
} from './record-steps.ts'
import { minimalSwapEntries, swapEntries } from './swap-entries.ts'
import type { TrackingRecord } from './tracking-record.ts'

type Context = {
  network: Network
  usual: UsualTime
  /** A swap's trades and payouts with every station, or in their minimal form beside the steps. */
  swaps: 'full' | 'minimal'
  /** The time of the hub's newest block, unix milliseconds; `undefined` where it is not known. */
  hubTimeMs?: number | undefined
}

/**
 * The interface's tracking record of a transaction, from where it stands and what was finally observed of it, in whatever
 * order that arrived. Pure.
 */
export function recordOf(
  origin: Origin,
  progress: Progress,
  observations: readonly Observation[],
  context: Context,
): TrackingRecord {
  const isOld = endedLongAgo(progress, context)
  const journeys = journeysOf(origin, observations).map((each) => withKept(each, progress, isOld))
  // What swaps beside something else is asked for as a swap.
  const journey = journeys.find((each) => typeOf(each) === 'swap') ?? journeys[0]
  if (!journey?.first.ok) return withoutWay(origin, progress, context)
  const { network, usual, swaps } = context
  const type = typeOf(journey)
  const isSwap = type === 'swap'
  const entries = isSwap ? journeys.flatMap((each) => swapEntries(each, context)) : []
  const escrowReleases = isSwap
    ? []
    : journeys.flatMap((each) => each.releases.map((way) => escrowRecord(network, each, way)))
  const total = usualTotal(origin.chain_uid, progress.hops, usual)
  return {
    is_completed: isOld || hasEnded(journeys, progress),
    ...(escrowReleases.length > 0 && { is_release: true }),
    tx_hash: origin.tx_hash,
    asset_in_type: assetInType(journey, type),
    type,
    tx_status: statusOf(progress),
    tx_id: progress.txId,
    sequence: journey.inbound?.sequence ?? '',
    ...sourceOf(network, origin.chain_uid),
    sender: senderOf(journey),
    source_token_id: sourceToken(journey, type),
    ...(isSwap && destination(journeys)),
    voucher_minted: voucherMinted(journeys, type),
    total_duration: totalDuration(progress),
    total_estimated_duration: total === undefined ? '' : showDuration(total),
    ...((!isSwap || swaps === 'minimal') && { status: stepsOf(journeys, progress) }),
    ...(isSwap && { swap_status: swaps === 'full' ? entries : minimalSwapEntries(entries) }),
    ...(!isSwap && swaps === 'full' && { swap_status: [] }),
    ...liquidityResponse(journey, type),
    ...depositResponse(journeys, type),
    ...(escrowReleases.length > 0 && { escrow_releases: escrowReleases }),
    ...noticeOf(progress, journeys),
  }
}

/** The record of a transaction that nobody has looked for yet: to the hub and back, every step still to be seen. */
export function unseenRecord(network: Network, origin: Origin): TrackingRecord {
  const { chain_uid, tx_hash } = origin
  const submit: Hop = { kind: 'submit', chain_uid, state: 'waiting', tx_hash, detail: '' }
  const progress: Progress = { outcome: 'pending', txId: '', hops: [submit] }
  return withoutWay(origin, progress, { network, usual: () => undefined, swaps: 'minimal' })
}

/** In no final block yet, or ended there. */
function withoutWay(
  origin: Origin,
  progress: Progress,
  { network, usual, swaps }: Context,
): TrackingRecord {
  const { chain_uid, settlement_uid } = origin
  const [submit, ...hops] = progress.hops
  const usualWay = (['submit', 'settle', 'confirm'] as const).map((kind) => ({ kind, chain_uid }))
  const total = progress.outcome === 'pending' ? usualTotal(chain_uid, usualWay, usual) : undefined
  // Of one that ended, its hops are all that is known where its chains do not tell any more what they said of it.
  const rest =
    progress.outcome === 'pending'
      ? [pendingStep(settlement_uid), pendingStep(chain_uid)]
      : hops.map(hopStep)
  return {
    is_completed: isFinal(progress.outcome),
    tx_hash: origin.tx_hash,
    asset_in_type: '',
    type: '',
    source_token_id: '',
    tx_status: statusOf(progress),
    tx_id: progress.txId,
    voucher_minted: null,
    sequence: '',
    ...sourceOf(network, chain_uid),
    sender: '',
    total_duration: '',
    total_estimated_duration: total === undefined ? '' : showDuration(total),
    // Earlier versions have kept every hash in lower case.
    status: [...(submit ? [hopStep({ ...submit, tx_hash: origin.tx_hash })] : []), ...rest],
    ...(swaps === 'full' && { swap_status: [] }),
    ...noticeOf(progress),
  }
}

function stepsOf(journeys: readonly Journey[], { hops: [submit] }: Progress) {
  return [
    ...(submit ? [hopStep(submit)] : []),
    ...journeys.flatMap((journey) => {
      const { recv_packet, ack_status } = inboundSteps(journey)
      return goesToHub(journey) ? [recv_packet, ack_status] : []
    }),
    ...journeys.flatMap((journey) =>
      journey.releases.map((way) => releaseSteps(journey, way).recv_packet),
    ),
  ]
}

function noticeOf(progress: Progress, journeys: readonly Journey[] = []): { notice?: string } {
  const { notice = mixedEnds(progress) ?? takenOutOf(journeys) } = progress
  return notice === undefined ? {} : { notice }
}

/** A record has room for one token that somebody has more of as vouchers, and a pool has two. */
function takenOutOf(journeys: readonly Journey[]): string | undefined {
  const parts = journeys
    .flatMap((journey) => [...removedAsVouchers(journey), ...bothAsVouchers(journey)])
    .map(({ token, amount }) => `${amount} of ${token}`)
  if (parts.length === 0) return undefined
  return `What was taken out of the pool is vouchers of the sender: ${parts.join(' and ')}, in base units`
}

/** That `tx_status` is not how all of it ended. */
function mixedEnds({ outcome, parts = [] }: Progress): string | undefined {
  const counts = countEnds(parts)
  if (!isFinal(outcome) || counts.length < 2) return undefined
  const ends = counts.map(({ end, count }) => `${count} ${statusOf({ outcome: end })}`)
  return `The ${parts.length} operations that it began ended differently: ${ends.join(', ')}`
}

function statusOf({ outcome }: Pick<Progress, 'outcome'>): TrackingRecord['tx_status'] {
  if (outcome === 'pending') return ''
  return outcome === 'completed' ? 'success' : outcome
}

/** Paid is not all: a record is complete when the hub has heard of every payout too. */
function hasEnded(journeys: readonly Journey[], { outcome }: Progress): boolean {
  const isHeard = journeys.every(({ releases }) =>
    releases.every(({ stations: { recv_ack } }) => recv_ack !== undefined),
  )
  return isFinal(outcome) && (outcome !== 'completed' || isHeard)
}

function totalDuration({ outcome, hops }: Progress): string {
  if (!isFinal(outcome)) return ''
  const times = hops.flatMap(({ timeMs }) => (timeMs === undefined ? [] : [timeMs]))
  return lasting(times[0], Math.max(...times))
}

/** In the words of the chain where it began; the hub may call the same operation by another name. */
function typeOf(journey: Journey): string {
  const said = saidOf(journey, 'transaction')
  return (said.find(({ at }) => at === journey.first) ?? said[0])?.event.type ?? ''
}

function senderOf(journey: Journey): string {
  const said = saidOf(journey, 'transaction')
  return (
    (said.find(({ at }) => at === journey.first) ?? said[0])?.event.sender ?? journey.first.sender
  )
}

/** What was taken from the sender in real tokens, where it began or as the hub books it. */
const takenOf = (journey: Journey) =>
  saidOf(journey, 'escrow_change').filter(
    ({ event }) => event.action === 'increase' && event.chain_uid === journey.origin.chain_uid,
  )

function assetInType(journey: Journey, type: string): TrackingRecord['asset_in_type'] {
  if (type !== 'swap' && type !== 'deposit_token') return ''
  const [taken, swap, deposit] = [
    takenOf(journey)[0]?.event.token_type,
    saidOf(journey, 'swap')[0]?.event.asset_in_denom,
    saidOf(journey, 'deposit_token')[0]?.event.asset_in_denom,
  ]
  const [form = ''] = /native|smart|voucher/.exec(taken ?? swap ?? deposit ?? '') ?? []
  return form === 'native' || form === 'smart' ? form : ''
}

function sourceToken(journey: Journey, type: string): string {
  if (type === 'add_liquidity' || type === 'pool_creation' || type === 'remove_liquidity') return ''
  const [swap] = saidOf(journey, 'swap')
  const [deposit] = saidOf(journey, 'deposit_token')
  const [spent] = saidOf(journey, 'voucher_change')
  // Of what the hub refused it tells nothing else.
  const packet = packetOf(journey)
  return (
    swap?.event.asset_in ??
    deposit?.event.asset_in ??
    takenOf(journey)[0]?.event.token ??
    spent?.event.token ??
    packet?.hops[0]?.token_in ??
    packet?.moved ??
    ''
  )
}

function destination(journeys: readonly Journey[]) {
  const [swap] = journeys.flatMap((journey) => saidOf(journey, 'swap'))
  const ordered = journeys[0] && packetOf(journeys[0])?.hops.at(-1)?.token_out
  const token = swap?.event.asset_out ?? ordered ?? ''
  const paid = journeys
    .flatMap(({ releases }) => releases)
    .filter(({ release }) => release?.token === token)
    .map(({ to_chain_uid }) => to_chain_uid)
  const minted = voucherMinted(journeys, 'swap')
  const uids = paid.length > 0 || !minted || minted.amount === '0' ? paid : [minted.chain_uid]
  return { destination_chain_uid: [...new Set(uids)], destination_token_id: token }
}

/**
 * The vouchers that somebody has more of in the end: of a swap those of its output that were not paid out, `0` where all of it
 * was. Liquidity makes none. What a payout that failed left as vouchers counts too.
 */
function voucherMinted(
  journeys: readonly Journey[],
  type: string,
): TrackingRecord['voucher_minted'] {
  const minted = journeys.flatMap((journey) => mintedIn(journey, type) ?? [])
  const shown = minted.find(({ amount }) => amount !== '0') ?? minted[0]
  if (!shown) return null
  const { token, chain_uid } = shown
  const total = minted
    .filter((one) => one.token === token && one.chain_uid === chain_uid)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return { token, amount: `${total}`, chain_uid }
}

function mintedIn(journey: Journey, type: string): TrackingRecord['voucher_minted'] {
  if (type === 'add_liquidity' || type === 'pool_creation') return null
  const [swap] = saidOf(journey, 'swap')
  if (type === 'swap' && !swap) return null
  const gains = gainsOf(journey).filter(({ token }) => !swap || token === swap.event.asset_out)
  const gain = gains.find(({ amount }) => amount > 0n)
  if (gain) {
    const [chain_uid = ''] = gain.user.split(':')
    return { token: gain.token, amount: `${gain.amount}`, chain_uid }
  }
  const { chain_uid } = journey.origin
  if (swap) return { token: swap.event.asset_out, amount: '0', chain_uid }
  const [removed] = removedAsVouchers(journey)
  return removed ? { ...removed, chain_uid } : null
}

const Part = z.object({ token: z.string(), amount: z.string().regex(/^\d{1,78}$/) })
const Removal = z.object({
  ok: z.object({ liquidity_removed: z.object({ token_1: Part, token_2: Part }) }),
})

/**
 * What was taken out of a pool and paid out nowhere: it is the sender's, as vouchers. Only the answer says it, where the ledger does not
 * tell of what goes from one owner to another.
 */
function removedAsVouchers(journey: Journey): z.infer<typeof Part>[] {
  const { inbound, releases } = journey
  if (releases.length > 0 || gainsOf(journey).length > 0) return []
  const answer = Removal.safeParse(readJson(inbound?.stations.write_ack?.event.msg ?? ''))
  if (!answer.success) return []
  const { token_1, token_2 } = answer.data.ok.liquidity_removed
  return [token_1, token_2]
}

/** Both tokens that were taken out of a pool, where the ledger tells that they are the sender's as vouchers. */
function bothAsVouchers(journey: Journey) {
  if (typeOf(journey) !== 'remove_liquidity') return []
  const sender = `${journey.origin.chain_uid}:${senderOf(journey)}`
  const kept = gainsOf(journey).filter(
    ({ user, amount }) => amount > 0n && isSameInAnyCase(user, sender),
  )
  return kept.length > 1 ? kept : []
}

/** Whether the hub hears there that a payout was made: what it mints then is its own fee for that. */
const isPaidAndHeard = ({ events }: Observation) =>
  events.some((event) => event.kind === 'recv_ack' && event.ok === true) &&
  !events.some(({ kind }) => kind === 'send_packet')

/** By transaction, user and token: a payout that was refunded as vouchers is a gain, although it was a loss before. */
function gainsOf(journey: Journey) {
  const gains = new Map<string, { user: string; token: string; amount: bigint }>()
  for (const { event, at } of saidOf(journey, 'voucher_change')) {
    if (isPaidAndHeard(at)) continue
    const { user, token, action } = event
    const key = JSON.stringify([at.chain_uid, at.tx_hash, at.msg_index, user, token])
    const before = gains.get(key)?.amount ?? 0n
    const amount = BigInt(event.amount) * (action === 'increase' ? 1n : -1n)
    gains.set(key, { user, token, amount: before + amount })
  }
  return [...gains.values()]
}

/** All that was deposited, and the first who got of it. */
function depositResponse(journeys: readonly Journey[], type: string) {
  const [journey] = journeys
  if (type !== 'deposit_token' || !journey) return {}
  const deposits = journeys.flatMap((each) => depositIn(each) ?? [])
  const total = deposits.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const holder = gainsOf(journey).find(({ amount }) => amount > 0n)
  return {
    deposit_token_response: {
      token: deposits[0]?.token ?? '',
      amount: deposits.length > 0 ? `${total}` : '',
      sender_address: senderOf(journey),
      sender_chain_uid: journey.origin.chain_uid,
      recieve_address: holder?.user.split(':')[1] ?? '',
    },
  }
}

function depositIn(journey: Journey): { token: string; amount: string } | undefined {
  const [deposit] = saidOf(journey, 'deposit_token')
  if (deposit) return { token: deposit.event.asset_in, amount: deposit.event.amount_in }
  return takenOf(journey)[0]?.event
}

const Allocation = z.object({ ok: z.object({ mint_lp_tokens: z.string() }) })

function liquidityResponse(journey: Journey, type: string) {
  if (type !== 'add_liquidity' && type !== 'pool_creation') return {}
  const sender = `${journey.origin.chain_uid}:${senderOf(journey)}`.toLowerCase()
  const told = saidOf(journey, 'voucher_change').flatMap(({ event }) =>
    event.action === 'decrease' && event.user.toLowerCase() === sender
      ? [[event.token, event.amount] as const]
      : [],
  )
  const spent = new Map(told.length > 0 ? told : broughtInto(journey))
  const [first = ['', ''], second = ['', '']] = [...spent].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  )
  return {
    liquidity_response: {
      add_liquidity: {
        token_1_added_liquidity: first[1],
        token_2_added_liquidity: second[1],
        lp_allocation: allocationOf(journey.inbound?.stations.write_ack?.event.msg ?? ''),
      },
      pair: { token_1: first[0], token_2: second[0] },
    },
  }
}

/** What the packet brought into the pool, once the hub has taken it: not every ledger tells of what goes from one owner to another. */
function broughtInto(journey: Journey): (readonly [token: string, amount: string])[] {
  if (journey.inbound?.stations.write_ack?.event.ok !== true) return []
  return (packetOf(journey)?.brought ?? []).map(({ token, amount }) => [token, amount])
}

function allocationOf(answer: string): string {
  try {
    return Allocation.parse(JSON.parse(answer)).ok.mint_lp_tokens
  } catch {
    return '' // a refusal, or no answer yet
  }
}
