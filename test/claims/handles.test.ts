import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { HANDLE_RULES, ownerOf, type Sighting } from '../../src/claims/handle-history.ts'
import { discordAccount, type Account } from '../../src/core/terms/identity.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import { handleSightings } from '../../src/store/people/people-tables.ts'
import { ALICE, BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS
const ROBERT: Account = { ...BOBBY, handle: 'robert' }
const MALLORY: Account = { platform: 'telegram', userId: '666', handle: 'bobby' }
const OTHER: Account = { platform: 'telegram', userId: '43', handle: 'bobby' }

let it: ReturnType<typeof createClaimsFixture>
beforeEach(() => {
  it = createClaimsFixture()
})

/** A tip of Alice's that waits on chain. */
async function tipTo(handle = 'bobby', platform: 'telegram' | 'discord' = 'telegram') {
  const claimer = await it.createClaimer({ [platform]: `@${handle}` })
  return { id: claimer._id, claimId: await it.fund(claimer) }
}
/** The account comes as it is called now, as a chat's update shows it, and claims. */
async function claimAs(account: Account, { claimId }: { claimId: string }) {
  await it.meet(account)
  return outcome(it.claims().redeem(claimId, { account }, TO_BASE))
}
const confirm = ({ id }: { id: string }, userId: string) =>
  outcome(it.claims().confirmRecipient(id, ALICE, userId))
const cancel = ({ id, claimId }: { id: string; claimId: string }) =>
  outcome(it.claims().cancel(id, claimId, { account: ALICE }))
/** Who was told what in private: the view, and the account or handle that it goes to. */
const told = async () =>
  (await it.db.select().from(outbox).all()).flatMap(({ kind, view, userId, handle }) =>
    kind === 'notify' && view !== 'reminder' ? [`${view} ${userId ?? `@${handle}`}`] : [],
  )

describe('whoever takes a handle over gets nothing of what was sent before', () => {
  test('an account that hears of a tip and is renamed keeps it from whoever takes its handle next', async () => {
    const tip = await tipTo()
    await it.meet(BOBBY) // told of the tip
    await it.meet(ROBERT)
    expect(await claimAs(MALLORY, tip)).toBe('NOT_YOURS')
    expect(await claimAs(ROBERT, tip)).toBe('ok')
  })

  test('an account that showed the handle years ago does not get what is meant for its owner of today', async () => {
    await it.meet(BOBBY)
    it.advance(5 * YEAR_MS)
    const tip = await tipTo()
    expect(await told()).toContain(`held ${ALICE.userId}`)
    expect(await claimAs(OTHER, tip)).toBe('CLAIM_NOT_READY')
    expect(await claimAs(BOBBY, tip)).toBe('CLAIM_NOT_READY')
    expect(await confirm(tip, OTHER.userId)).toBe('ok')
    expect(await claimAs(BOBBY, tip)).toBe('NOT_YOURS')
    expect(await claimAs({ ...OTHER, handle: undefined }, tip)).toBe('ok')
  })
})

const FRESH_MS = HANDLE_RULES.freshMs

test.each<{
  name: string
  /** What happens before the tip, each step with the time that passes after it. */
  before?: [Account | undefined, number][]
  after?: [Account, number][]
  by: Account
  answer: string
  sender: 'is not asked' | 'is asked'
}>([
  { name: 'nobody ever, then one comes', by: BOBBY, answer: 'ok', sender: 'is not asked' },
  {
    name: 'nobody ever, then one comes and another after it',
    after: [[BOBBY, DAY_MS]],
    by: MALLORY,
    answer: 'NOT_YOURS',
    sender: 'is not asked',
  },
  {
    name: 'one account, seen lately',
    before: [[BOBBY, FRESH_MS]],
    by: ROBERT,
    answer: 'ok',
    sender: 'is not asked',
  },
  {
    name: 'one account, seen too long ago',
    before: [[BOBBY, FRESH_MS + 1]],
    by: BOBBY,
    answer: 'CLAIM_NOT_READY',
    sender: 'is asked',
  },
  {
    name: 'one account, seen again in time',
    before: [
      [BOBBY, FRESH_MS],
      [BOBBY, FRESH_MS],
    ],
    by: BOBBY,
    answer: 'ok',
    sender: 'is not asked',
  },
  {
    name: 'one account, renamed before the tip: the next one',
    before: [
      [BOBBY, DAY_MS],
      [ROBERT, DAY_MS],
    ],
    by: MALLORY,
    answer: 'CLAIM_NOT_READY',
    sender: 'is asked',
  },
  {
    name: 'one account, renamed before the tip: itself',
    before: [
      [BOBBY, DAY_MS],
      [ROBERT, DAY_MS],
    ],
    by: ROBERT,
    answer: 'NOT_YOURS',
    sender: 'is asked',
  },
  {
    name: 'two accounts, one after the other',
    before: [
      [BOBBY, DAY_MS],
      [MALLORY, YEAR_MS],
      [MALLORY, 0],
    ],
    by: MALLORY,
    answer: 'CLAIM_NOT_READY',
    sender: 'is asked',
  },
  {
    name: 'an account known under another name, just after it changed',
    before: [
      [{ ...MALLORY, handle: 'mallory' }, DAY_MS],
      [MALLORY, HOUR_MS],
    ],
    by: MALLORY,
    answer: 'CLAIM_NOT_READY',
    sender: 'is asked',
  },
  {
    name: 'an account known under another name, a day after it changed',
    before: [
      [{ ...MALLORY, handle: 'mallory' }, DAY_MS],
      [MALLORY, DAY_MS],
    ],
    by: MALLORY,
    answer: 'ok',
    sender: 'is not asked',
  },
  {
    name: 'nobody ever, then one comes that had another name',
    before: [[{ ...MALLORY, handle: 'mallory' }, DAY_MS]],
    after: [[MALLORY, HOUR_MS]],
    by: MALLORY,
    answer: 'CLAIM_NOT_READY',
    sender: 'is asked',
  },
  {
    name: 'nobody ever, then one comes that had another name, and waits',
    before: [[{ ...MALLORY, handle: 'mallory' }, DAY_MS]],
    after: [[MALLORY, DAY_MS]],
    by: MALLORY,
    answer: 'ok',
    sender: 'is asked',
  },
  {
    name: 'nobody ever, then one comes that had no name',
    before: [[{ ...BOBBY, handle: undefined }, DAY_MS]],
    after: [[BOBBY, DAY_MS - 1]],
    by: BOBBY,
    answer: 'CLAIM_NOT_READY',
    sender: 'is asked',
  },
  {
    name: 'the same handle elsewhere',
    before: [[{ ...OTHER, platform: 'discord' }, DAY_MS]],
    by: BOBBY,
    answer: 'ok',
    sender: 'is not asked',
  },
])('$name: $answer, and the sender $sender', async ({ before = [], after = [], ...expected }) => {
  for (const [account, thenMs] of before) {
    if (account) await it.meet(account)
    it.advance(thenMs)
  }
  const tip = await tipTo()
  for (const [account, thenMs] of after) {
    await it.meet(account)
    it.advance(thenMs)
  }
  expect(await claimAs(expected.by, tip)).toBe(expected.answer)
  const isAsked = (await told()).includes(`held ${ALICE.userId}`)
  expect(isAsked ? 'is asked' : 'is not asked').toBe(expected.sender)
})

test('everything that waits is bound in the transaction that keeps the sighting, or nothing is kept', async () => {
  const tips = [await tipTo(), await tipTo()]
  await it.db.run(
    sql.raw(
      `create trigger full before update on claimers when new.id = '${tips[1]?.id}' begin select raise(abort, 'disk full'); end`,
    ),
  )
  await expect(it.meet(BOBBY)).rejects.toThrow('disk full')
  expect(await it.db.select().from(handleSightings).all()).toEqual([])
  const bound = async () =>
    (await it.db.select().from(claimers).all()).map(({ boundUserId }) => boundUserId)
  expect(await bound()).toEqual([null, null])
  await it.db.run(sql`drop trigger full`)
  await it.meet(BOBBY)
  expect(await bound()).toEqual(['42', '42'])
})

test('of a held claim both sides hear: the sender who is asked, and each account that shows the handle', async () => {
  await it.meet(BOBBY)
  await it.meet(ROBERT)
  const tip = await tipTo()
  expect(await told()).toEqual(['claimable @bobby', 'held 7'])
  await it.db.update(outbox).set({ deliveredAt: it.now() }).run() // somebody was told of it
  await it.meet(MALLORY)
  await it.meet(MALLORY)
  expect(await told()).toEqual(['claimable @bobby', 'held 7', 'claimable 666'])
  expect((await it.claims().candidatesOf(tip.id)).map(({ userId }) => userId)).toEqual([
    '666',
    '42',
  ])
  expect(await confirm(tip, '42')).toBe('ok')
  expect((await told()).at(-1)).toBe('claimable 42')
  expect(await claimAs(MALLORY, tip)).toBe('NOT_YOURS')
  expect(await it.claims().candidatesOf(tip.id)).toEqual([])
})

test('the end of the cooling-off is told to both, and the sender can confirm or take back before', async () => {
  await it.meet({ ...MALLORY, handle: 'mallory' })
  await it.meet(MALLORY)
  const [confirmed, taken, waiting] = [await tipTo(), await tipTo(), await tipTo()]
  const endsAt = new Date(it.now().getTime() + DAY_MS)
  expect(await it.claims().viewOwn(waiting.id)).toMatchObject({ coolingEndsAt: endsAt })
  expect(await it.claims().waitingFor(MALLORY)).toMatchObject(
    [1, 2, 3].map(() => ({ coolingEndsAt: endsAt })),
  )
  await expect(
    it.claims().redeem(waiting.claimId, { account: MALLORY }, TO_BASE),
  ).rejects.toMatchObject({
    code: 'CLAIM_NOT_READY',
    facts: { kind: 'claim_cooling', at: endsAt },
    retryAfterSec: 86_400,
  })
  expect(await confirm(confirmed, MALLORY.userId)).toBe('ok')
  expect(await claimAs(MALLORY, confirmed)).toBe('ok')
  expect(await cancel(taken)).toBe('ok')
  it.advance(DAY_MS)
  expect(await claimAs(MALLORY, waiting)).toBe('ok')
})

test('a held claim is no less its sender’s: it can be taken back, and comes back by itself', async () => {
  await it.meet(BOBBY)
  await it.meet(MALLORY)
  const [taken, left] = [await tipTo(), await tipTo()]
  expect(await cancel(taken)).toBe('ok')
  it.advance(14 * DAY_MS)
  it.claims().start()
  await it.look()
  expect((await it.claims().viewOwn(left.id))?.items).toMatchObject([{ status: 'returning' }])
  await it.claims().stop()
})

test('who proved itself by its account id is the same account as in the chat, under any name', async () => {
  const proof = {
    platform: 'telegram' as const,
    codes: { send: async () => undefined },
    readSigned: (userId: string): Account => ({ ...BOBBY, userId }),
  }
  it.restart({ identityProofs: [proof] })
  const first = await tipTo()
  const secret = await it.claims().linkSecret(first.id)
  const { session } = await it.claims().proveBySignedData(first.id, secret, BOBBY.userId)
  const second = await tipTo() // known by the signed sign-in alone
  await it.meet(ROBERT)
  await it.meet(MALLORY)
  expect(await claimAs(MALLORY, second)).toBe('NOT_YOURS')
  expect(await claimAs(ROBERT, second)).toBe('ok')
  expect(await outcome(it.claims().redeem(first.claimId, { session }, TO_BASE))).toBe('ok')
  const third = await tipTo() // two had the handle by now
  const link = await it.claims().linkSecret(third.id)
  expect(await outcome(it.claims().proveBySignedData(third.id, link, BOBBY.userId))).toBe(
    'CLAIM_NOT_READY',
  )
})

test('an old Discord name with a number is another handle than the username without it', async () => {
  const user = { id: '5', username: 'bobby' }
  const legacy = discordAccount({ ...user, discriminator: '1234' })
  const tip = await tipTo('bobby', 'discord')
  expect(await claimAs(legacy, tip)).toBe('NOT_YOURS')
  expect(await claimAs(discordAccount({ ...user, id: '6', discriminator: '0' }), tip)).toBe('ok')
  const next = await tipTo('bobby', 'discord') // nobody else had this handle
  expect(await claimAs(discordAccount({ ...user, id: '6' }), next)).toBe('ok')
})

test('a sighting that was kept says since when, until when, and whether it was a change', async () => {
  await it.meet(BOBBY)
  it.advance(HOUR_MS - 1)
  await it.meet(BOBBY) // too soon to be written anew
  it.advance(1)
  await it.meet(BOBBY, ROBERT)
  const [start, hourLater] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T01:00:00Z')]
  const sightingsOf = (handle: string) => it.store.sightingsOf({ platform: 'telegram', handle })
  const bobby = { userId: '42', firstSeenAt: start, lastSeenAt: hourLater, changedAt: undefined }
  expect(await sightingsOf('bobby')).toEqual([{ ...bobby, isShown: false }])
  expect(await sightingsOf('robert')).toEqual([
    { ...bobby, firstSeenAt: hourLater, changedAt: hourLater, isShown: true },
  ])
})

test('an owner is never said of a handle whose last account is not the only one', () => {
  const at = (ms: number) => new Date(ms)
  const sighting = fc.record<Sighting>({
    userId: fc.constantFrom('1', '2', '3'),
    firstSeenAt: fc.constant(at(0)),
    lastSeenAt: fc.integer({ min: 0, max: 200 }).map((day) => at(day * DAY_MS)),
    changedAt: fc.option(
      fc.integer({ min: 0, max: 200 }).map((day) => at(day * DAY_MS)),
      { nil: undefined },
    ),
    isShown: fc.boolean(),
  })
  const several = fc.uniqueArray(sighting, { selector: ({ userId }) => userId })
  fc.assert(
    fc.property(several, (sightings) => {
      const owner = ownerOf(sightings, HANDLE_RULES, at(200 * DAY_MS))
      const [only] = sightings
      const isSure = sightings.length === 1 && only?.isShown && only.lastSeenAt >= at(110 * DAY_MS)
      expect(owner.kind).toBe(only ? (isSure ? 'known' : 'doubtful') : 'unseen')
    }),
  )
})

/**
 * What can happen, over three accounts and two handles, where the third is none. An account that is renamed may be seen
 * at once or later; the fourth that claims is whoever is called so by then.
 */
const who = fc.nat(2)
const which = fc.nat(4)
const Step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      who,
      to: fc.nat(2),
      isSeen: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('speak' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('tip' as const), to: fc.nat(1) }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), who: fc.nat(3), tip: which }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('confirm' as const), who, tip: which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), tip: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 23, 24, 100, 2160),
    }),
  },
)
type Step = typeof Step extends fc.Arbitrary<infer T> ? T : never

const HANDLES = ['bobby', 'robert'] as const

/** A handle that changes hands before the tip, which its new owner then claims once nothing but that stands in the way. */
const TAKEN_OVER: Step[] = [
  { kind: 'speak', who: 0 },
  { kind: 'rename', who: 0, to: 2, isSeen: true },
  { kind: 'rename', who: 1, to: 0, isSeen: true },
  { kind: 'wait', hours: 24 },
  { kind: 'tip', to: 0 },
  { kind: 'claim', who: 1, tip: 0 },
]

/** A plain model of the rules beside the real thing: all that was seen, in order, and looked through anew at each question. */
function createModel() {
  type Seen = { who: number; handle: string | undefined; ms: number }
  type Tip = { handle: string; ms: number; from: number; confirmed?: number; isOver: boolean }
  const seen: Seen[] = []
  const tips: Tip[] = []

  /** The account that a tip belongs to, and what had been seen when that was settled. */
  function ownerOfTip({ handle, ms, from, confirmed }: Tip) {
    if (confirmed !== undefined) return { who: confirmed, readyMs: 0 }
    const shows = (each: Seen) => each.handle === handle
    const before = seen.slice(0, from)
    const owners = new Set(before.filter(shows).map((each) => each.who))
    const [owner] = owners
    if (owners.size > 1) return undefined
    if (owner === undefined) {
      const first = seen.findIndex((each, index) => index >= from && shows(each))
      const account = seen[first]?.who
      if (account === undefined) return undefined
      return { who: account, readyMs: readyMs(account, handle, seen.slice(0, first + 1)) }
    }
    const last = before.findLast((each) => each.who === owner)
    if (!last || !shows(last) || ms - last.ms > HANDLE_RULES.freshMs) return undefined
    return { who: owner, readyMs: readyMs(owner, handle, before) }
  }

  function readyMs(account: number, handle: string, until: readonly Seen[]): number {
    const own = until.filter((each) => each.who === account)
    const change = own.findLast(
      (each, index) => index > 0 && each.handle === handle && own[index - 1]?.handle !== handle,
    )
    return change ? change.ms + HANDLE_RULES.coolingMs : 0
  }

  return {
    tips,
    see: (sighting: Seen) => void seen.push(sighting),
    add: (handle: string, ms: number) =>
      void tips.push({ handle, ms, from: seen.length, isOver: false }),
    mayClaim(tip: Tip, account: number, ms: number): boolean {
      const owner = ownerOfTip(tip)
      const isInTime = ms < tip.ms + 14 * DAY_MS
      return !tip.isOver && isInTime && owner?.who === account && owner.readyMs <= ms
    },
    mayConfirm(tip: Tip, account: number): boolean {
      const hasShown = seen.some((each) => each.who === account && each.handle === tip.handle)
      return hasShown && [undefined, account].includes(ownerOfTip(tip)?.who)
    },
  }
}

test('nobody is ever paid but the account that had shown the handle, or whom the sender confirmed, and nothing is lost', async () => {
  let paid = 0
  let refused = 0
  async function play(steps: readonly Step[]): Promise<void> {
    it = createClaimsFixture()
    const model = createModel()
    const called: (string | undefined)[] = ['bobby', undefined, undefined]
    const waiting: { id: string; claimId: string }[] = []
    const accountOf = (index: number): Account => ({
      platform: 'telegram',
      userId: `1${index}`,
      handle: called[index],
    })
    const speak = async (index: number) => {
      await it.meet(accountOf(index))
      model.see({ who: index, handle: called[index], ms: it.now().getTime() })
    }
    for (const step of steps) {
      const now = it.now().getTime()
      if (step.kind === 'wait') it.advance(step.hours * HOUR_MS)
      if (step.kind === 'rename') {
        const to = HANDLES[step.to]
        if (to === undefined || !called.includes(to)) called[step.who] = to
        if (step.isSeen) await speak(step.who)
      }
      if (step.kind === 'speak') await speak(step.who)
      if (step.kind === 'tip') {
        const handle = HANDLES[step.to] ?? 'bobby'
        waiting.push(await tipTo(handle))
        model.add(handle, now)
      }
      if (step.kind !== 'claim' && step.kind !== 'confirm' && step.kind !== 'cancel') continue
      const index = step.tip % waiting.length
      const [known, real] = [model.tips[index], waiting[index]]
      if (!known || !real) continue
      if (step.kind === 'cancel') {
        expect(await cancel(real)).toBe(known.isOver ? 'CLAIM_BUSY' : 'ok')
        known.isOver = true
      }
      if (step.kind === 'confirm') {
        const may = model.mayConfirm(known, step.who)
        expect(await confirm(real, accountOf(step.who).userId)).toBe(may ? 'ok' : 'NOT_YOURS')
        if (may) known.confirmed = step.who
      }
      if (step.kind === 'claim') {
        const by = step.who === 3 ? called.indexOf(known.handle) : step.who
        if (by < 0) continue
        await speak(by)
        const may = model.mayClaim(known, by, now)
        expect((await claimAs(accountOf(by), real)) === 'ok').toBe(may)
        if (may) known.isOver = true
        if (may) paid += 1
        else refused += 1
      }
    }
    for (const [index, real] of waiting.entries())
      expect(await cancel(real)).toBe(model.tips[index]?.isOver ? 'CLAIM_BUSY' : 'ok')
  }
  await fc.assert(fc.asyncProperty(fc.array(Step, { minLength: 8, maxLength: 60 }), play), {
    numRuns: 150,
    examples: [[TAKEN_OVER]],
  })
  // Both have to happen for this to say anything.
  expect(Math.min(paid, refused)).toBeGreaterThan(40)
})
