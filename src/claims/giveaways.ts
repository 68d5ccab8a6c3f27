import { randomBytes } from 'node:crypto'

import { drawWinners, entrantIdOf, seedHashOf } from '../core/giveaways/draw.ts'
import type {
  ChainBlock,
  GiveawayEntrants,
  GiveawayRecord,
} from '../core/giveaways/giveaway-record.ts'
import { isTextOver } from '../core/signing/ended-text.ts'
import { ChainUnavailableError } from '../core/terms/errors.ts'
import { accountKey, readAccountKey, type Account } from '../core/terms/identity.ts'
import type { UpdateKey } from '../core/terms/made.ts'
import { chainOf, decimalsOf, type Network } from '../core/terms/network.ts'
import { publicRpcOf } from '../core/terms/public-rpc.ts'
import { DAY_MS } from '../core/terms/durations.ts'
import type { SignRequests } from '../services/signing/sign-requests.ts'
import type { Tracker } from '../services/tracking/tracker.ts'
import type { ClaimGroups, GroupView, ShareView } from './claims.ts'
import { NoShareError } from './errors.ts'

/** Who may enter, beside the people of the chat. Its maker never may. */
export type GiveawayRules = {
  members?: true
  /** For how long somebody has to be a member. */
  memberForSec?: number
  role?: { id: string; name: string }
  /** Whoever has won in the same chat within a day before the end is left out. */
  onceADay?: true
  /** Named by handle, with the account that was known under it; or by account where the platform says so, then with how it is shown where that is known. Each of the two leaves out. */
  except?: readonly { handle?: string; userId?: string; name?: string }[]
}

/** An amount that is drawn among those who press until a time. */
export type Giveaway = {
  id: string
  /** Where people may enter, as `chatKey` writes it. */
  chat: string
  makerAccount: string // `platform:userId`
  /** The sign request that pays it. */
  signId: string
  token: string
  amount: bigint
  winners: number
  rules: GiveawayRules
  endsAt: Date
  seed: string
  block: ChainBlock | undefined
  drawnAt: Date | undefined
  overAt: Date | undefined
  createdAt: Date
}

export type Entrant = {
  number: number
  entrantId: string
  /** `undefined` once they had themselves forgotten. */
  userId: string | undefined
  handle: string | undefined
  name: string | undefined
  ticket: string | undefined
  struck: boolean
  place: number | undefined
  settledAt: Date | undefined
}

type NewEntrant = Pick<Entrant, 'entrantId' | 'handle' | 'name' | 'ticket'> & { userId: string }

export type GiveawayStore = {
  /** `from`: the update that makes it. */
  add(giveaway: Giveaway, from?: UpdateKey): Promise<void>
  find(id: string): Promise<Giveaway | undefined>
  /** Has another sign request pay it, as long as it is not over. */
  payBy(id: string, signId: string): Promise<void>
  /** Gives an account the next number, or the one that it has; `undefined` once the time is over. */
  enter(id: string, entrant: NewEntrant, now: Date): Promise<Entrant | undefined>
  /** By their numbers. */
  entrantsOf(id: string): Promise<Entrant[]>
  /** By their numbers, those behind one of them; `most` at most. */
  entrantsAfter(id: string, number: number, most: number): Promise<Entrant[]>
  countEntrants(id: string): Promise<number>
  /** Who was drawn, the best first. */
  winnersOf(id: string): Promise<Entrant[]>
  /** Which of these accounts have won another giveaway of the chat that ended after `since`, and not after `until`. */
  wonIn(
    chat: string,
    userIds: readonly string[],
    since: Date,
    until: Date,
  ): Promise<ReadonlySet<string>>
  /** Those whose time is over and that are not, in the order of their ends; only those behind `after`, where it is given. */
  due(now: Date, most: number, after?: Pick<Giveaway, 'id' | 'endsAt'>): Promise<Giveaway[]>
  /** Keeps what was drawn, once: a repeat changes nothing. `winners` are numbers, the best first. */
  draw(
    id: string,
    drawn: { block: ChainBlock; shares: number; winners: readonly number[]; struck: number[] },
    now: Date,
  ): Promise<void>
  /** Notes that a winner has their share and tells them; without a claimer, that there is none for them. */
  settle(
    giveaway: Pick<Giveaway, 'id' | 'makerAccount'>,
    number: number,
    claimerId: string | undefined,
    now: Date,
  ): Promise<void>
  end(id: string, now: Date): Promise<void>
}

export type Giveaways = Pick<GiveawayStore, 'add' | 'find' | 'payBy' | 'entrantsOf' | 'wonIn'> & {
  /** Enters an account, which gets its number and ticket; the same ones when it presses again. `undefined`: the time is over. */
  enter(giveaway: Giveaway, account: Account, name: string): Promise<Entrant | undefined>
  /** What everybody may read of it, with the first of its entrants. */
  record(giveaway: Giveaway): Promise<GiveawayRecord>
  /** The next entrants behind a number, as its record has them. */
  entrantsAfter(giveaway: Giveaway, number: number): Promise<GiveawayEntrants['entrants']>
  /** How far off an end may be: half of the time that shares wait, so that winners have as much again. */
  longestMs: number
  /** Draws what is due, gives winners their shares and sends back what is left. Each step is kept, so a crash repeats none. */
  settleDue(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** Changes with each entrant, the draw and the end. */
export const giveawayTopic = (id: string): string => `giveaway:${id}`

/** What stands in the place of a chat with the shares of a giveaway: nobody presses there, so the draw alone gives them away. */
export const sharesOf = (id: string): string => `giveaway:${id}`

/** How a giveaway gets its seed. */
export const newSeed = (): string => randomBytes(32).toString('hex')

/** Where a part of the amount is there, the draw waits for the rest so long after the end, or after what came last where that was later: a packet that nobody relays may hang for weeks. */
export const REST_PATIENCE_MS = 3_600_000
const POLL_MS = 500
const DRAWN_AT_ONCE = 20
/** So many come in one answer: some 100 kB. */
const ENTRANTS_AT_ONCE = 1_000
const TICKET_BYTES = 12

type Deps = {
  network: Network
  store: GiveawayStore
  claims: ClaimGroups
  signRequests: Pick<SignRequests, 'current' | 'standing'>
  tracker: Pick<Tracker, 'progress' | 'timeOf' | 'takenTo'>
  /** The first final block of the hub from a time on; `undefined` while there is none. */
  firstBlockFrom(time: Date): Promise<ChainBlock | undefined>
  /** How long shares wait for whoever they belong to. */
  lifetimeMs: number
  log: { warn(details: object, message: string): void }
  now: () => Date
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Giveaways from the first press to the last share. Money moves as claim groups do; this decides only who gets which share. */
export function createGiveaways(deps: Deps): Giveaways {
  const { network, store, claims, signRequests, tracker, firstBlockFrom, lifetimeMs } = deps
  const { log, now, sleep } = deps
  const hub = chainOf(network, network.hub.chain_uid)
  const stopping = new AbortController()
  let loop: Promise<void> = Promise.resolve()
  /** The last one of a full portion: the next look goes on behind it, so that those whose payment is still to come hold up no others. */
  let lookedAt: Giveaway | undefined

  /** What pays it: its group once all of it arrived that is waited for; `nothing` where nothing will. */
  async function fundsOf({ signId, endsAt }: Giveaway): Promise<GroupView | 'nothing' | 'coming'> {
    const request = await signRequests.current(signId)
    const { txHash, sentOn, build } = request
    if (txHash === undefined)
      return (await signRequests.standing(request)) === 'over' ? 'nothing' : 'coming'
    const readTo = tracker.timeOf(sentOn)
    const group =
      build?.claim_group_id === undefined ? undefined : await claims.group(build.claim_group_id)
    const isThere = ({ state }: ShareView) => state !== 'coming'
    if (group?.shares.every(isThere)) return group
    const part = group?.shares.some(isThere) ? group : undefined
    const progress = await tracker.progress(sentOn, txHash)
    // As a text it came to nothing, but a wallet may have sent the transaction.
    const nothing = async () =>
      (await signRequests.standing(request)) === 'unseen' ? 'coming' : 'nothing'
    switch (progress?.outcome) {
      case 'failed':
      case 'not_found':
      case 'refunded':
        return part ?? nothing()
      case 'completed':
      case 'released_as_vouchers':
        return part ?? 'coming'
      case 'needs_attention':
        if (!part && isTextOver(progress, request, readTo)) return nothing()
        break
      default: // the rest may still come
    }
    return part && (await isRestLate(endsAt, part)) ? part : 'coming'
  }

  /** By the hub's blocks that were taken in: what came in time and was not read yet, as after a stop, is not late. */
  async function isRestLate(endsAt: Date, { shares }: GroupView): Promise<boolean> {
    const takenTo = await tracker.takenTo(hub.chain_uid)
    // Packets that come an hour after the end may come together, too.
    const sinceMs = Math.max(
      ...[endsAt, ...shares.map(({ fundedAt }) => fundedAt ?? endsAt)].map(Number),
    )
    return takenTo !== undefined && takenTo.getTime() - sinceMs >= REST_PATIENCE_MS
  }

  async function draw(giveaway: Giveaway, { shares }: GroupView): Promise<boolean> {
    const { id, chat, rules, seed, endsAt } = giveaway
    const block = await firstBlockFrom(endsAt)
    if (!block) return false
    const entrants = await store.entrantsOf(id)
    const userIds = entrants.flatMap(({ userId }) => userId ?? [])
    const dayBefore = new Date(endsAt.getTime() - DAY_MS)
    const won = rules.onceADay ? await store.wonIn(chat, userIds, dayBefore, endsAt) : new Set()
    const isStruck = ({ userId }: Entrant) => userId !== undefined && won.has(userId)
    const numbers = entrants.filter((each) => !isStruck(each)).map(({ number }) => number)
    const arrived = shares.filter(({ state }) => state !== 'coming').length
    const most = Math.min(arrived, giveaway.winners)
    const winners = drawWinners({ seed, blockHash: block.hash }, numbers, most)
    const struck = entrants.filter(isStruck).map(({ number }) => number)
    await store.draw(id, { block, shares: most, winners, struck }, now())
    return true
  }

  async function shareOut(giveaway: Giveaway, group: GroupView): Promise<void> {
    const { id, makerAccount } = giveaway
    const { platform } = readAccountKey(makerAccount)
    const winners = await store.winnersOf(id) // the best first, should there be too few shares
    for (const { number, userId, handle, name = '', settledAt } of winners) {
      if (settledAt) continue
      const account = userId === undefined ? undefined : { platform, userId, handle }
      const claimerId = account && (await shareFor(group.id, account, name, id))
      await store.settle(giveaway, number, claimerId, now())
    }
    if (winners.length < group.shares.length)
      await claims.closeGroup(group.id, { ...readAccountKey(makerAccount), handle: undefined })
    await store.end(id, now())
  }

  /** `undefined` where its sender or the clock was faster: there is no share any more. */
  async function shareFor(
    groupId: string,
    account: Account,
    name: string,
    id: string,
  ): Promise<string | undefined> {
    try {
      return await claims.takeShare(groupId, account, name, sharesOf(id))
    } catch (error) {
      if (!(error instanceof NoShareError)) throw error
      log.warn({ giveaway: id, err: error }, 'a winner has no share')
      return undefined
    }
  }

  async function settle(giveaway: Giveaway): Promise<void> {
    const funds = await fundsOf(giveaway)
    if (funds === 'coming') return
    const isVoid = funds === 'nothing' || (funds.isClosed && !giveaway.drawnAt)
    if (isVoid) return store.end(giveaway.id, now())
    if (giveaway.drawnAt || (await draw(giveaway, funds))) await shareOut(giveaway, funds)
  }

  async function settleDue(): Promise<void> {
    const portion = await store.due(now(), DRAWN_AT_ONCE, lookedAt)
    lookedAt = portion.length < DRAWN_AT_ONCE ? undefined : portion.at(-1)
    for (const giveaway of portion) {
      if (stopping.signal.aborted) return
      try {
        await settle(giveaway)
      } catch (error) {
        if (error instanceof ChainUnavailableError) continue // the hub is asked again with the next look
        log.warn({ giveaway: giveaway.id, err: error }, 'a giveaway could not be drawn yet')
      }
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await settleDue().catch((error: unknown) =>
        log.warn({ err: error }, 'giveaways could not be read; trying again'),
      )
      await sleep(POLL_MS, stopping.signal)
    }
  }

  /** Neither our clock nor the hub's may be past the end: from then on the block that decides can be known. */
  function hasEnded({ endsAt }: Giveaway): boolean {
    const hubMs = tracker.timeOf(hub.chain_uid)?.getTime() ?? 0
    return Math.max(now().getTime(), hubMs) >= endsAt.getTime()
  }

  async function entrantsAfter({ id }: Giveaway, after: number) {
    const entrants = await store.entrantsAfter(id, after, ENTRANTS_AT_ONCE)
    return entrants.map(({ number, entrantId, struck }) => ({ number, id: entrantId, struck }))
  }

  return {
    add: store.add,
    find: store.find,
    payBy: store.payBy,
    entrantsOf: store.entrantsOf,
    wonIn: store.wonIn,
    async enter(giveaway, account, name) {
      if (hasEnded(giveaway)) return undefined
      const ticket = randomBytes(TICKET_BYTES).toString('hex')
      const { userId, handle } = account
      const entrantId = entrantIdOf(giveaway.id, accountKey(account), ticket)
      return store.enter(giveaway.id, { entrantId, userId, handle, name, ticket }, now())
    },
    async record(giveaway) {
      const { id, token, amount, winners, rules, seed, block, endsAt, drawnAt, overAt } = giveaway
      const drawn = drawnAt ? await store.winnersOf(id) : []
      return {
        version: 1,
        id,
        state: drawnAt ? 'drawn' : overAt ? 'void' : hasEnded(giveaway) ? 'drawing' : 'open',
        token,
        decimals: decimalsOf(network, token),
        amount: `${amount}`,
        winners,
        ends_at: endsAt.toISOString(),
        chain: {
          chain_uid: hub.chain_uid,
          name: hub.name,
          chain_id: hub.chain_id,
          rpc_url: publicRpcOf(hub),
        },
        rules: {
          members: rules.members ?? false,
          member_for_sec: rules.memberForSec ?? 0,
          role: rules.role?.name ?? '',
          once_a_day: rules.onceADay ?? false,
          except: rules.except?.length ?? 0,
        },
        seed_hash: seedHashOf(seed),
        seed: drawnAt ? seed : '',
        block: block ?? null,
        entrant_count: await store.countEntrants(id),
        entrants: await entrantsAfter(giveaway, 0),
        drawn: drawn.map(({ number }) => number),
      }
    },
    entrantsAfter,
    longestMs: lifetimeMs / 2,
    settleDue,
    start() {
      loop = run()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
