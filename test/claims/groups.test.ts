import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'

import { accountKey, type Account } from '../../src/core/terms/identity.ts'
import type { ClaimerRecipient } from '../../src/core/payloads/recipient.ts'
import { createChatMoves } from '../../src/store/chats/chat-moves.ts'
import { outbox } from '../../src/store/chats/chat-tables.ts'
import { claimGroups } from '../../src/store/claims/claim-tables.ts'
import { ALICE, BOBBY, createClaimsFixture, executed, SENDER, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const DAY_MS = 86_400_000
const LOBBY = 'telegram:-5'
const OTHER_CHAT: Account = { platform: 'discord', userId: '1', handle: 'bobby' }
const person = (number: number): Account => ({
  platform: 'telegram',
  userId: `${1000 + number}`,
  handle: number % 2 === 0 ? `person_${number}` : undefined, // half of them have no handle
})
const anybody: ClaimerRecipient = { kind: 'first_come', platform: 'telegram' }
const known = (account: Account): ClaimerRecipient => ({
  kind: 'account',
  account,
  name: 'Bo Peep',
})

let it: ReturnType<typeof createClaimsFixture>
beforeEach(() => {
  it = createClaimsFixture()
})

/** A group of `recipients`, a share of 1 USDC each, of which the first `arrived` are on chain. */
async function groupOf(recipients: readonly ClaimerRecipient[], arrived = recipients.length) {
  const origin = { account: accountKey(ALICE), name: '@alice', note: undefined, chat: LOBBY }
  const gifts = recipients.map((recipient) => ({
    recipient,
    sender: SENDER,
    token: 'usdc',
    amount: 1_000_000n,
    origin,
  }))
  const { claimers, claim_group_id: id = '' } = await it.claims().create(gifts)
  for (const claimer of claimers.slice(0, arrived)) await it.fund(claimer)
  return {
    id,
    claimers,
    take: (account: Account, name = 'Somebody', chat = LOBBY) =>
      it.claims().takeShare(id, account, name, chat),
    shares: async () => (await it.claims().group(id))?.shares ?? [],
  }
}
const openGroup = (count: number, arrived = count) =>
  groupOf(
    Array.from({ length: count }, () => anybody),
    arrived,
  )
async function allInTurn<Made>(steps: readonly (() => Promise<Made>)[]): Promise<Made[]> {
  const made: Made[] = []
  for (const step of steps) made.push(await step())
  return made
}
const notices = async () =>
  (await it.db.select().from(outbox).all()).filter(({ kind }) => kind === 'notify')

describe('shares for whoever comes first', () => {
  test('can be taken for as long as the hub says, however far ahead this machine is', async () => {
    const { take, shares } = await openGroup(2)
    it.setMachineAhead(365 * DAY_MS)
    expect(await shares()).toMatchObject([{ state: 'funded' }, { state: 'funded' }])
    expect(await outcome(take(person(1)))).toBe('ok')
  })

  test('of 64 people who press at once for 20 shares, 20 get one each, and the others hear why not', async () => {
    const { id, take, shares } = await openGroup(20)
    const people = Array.from({ length: 64 }, (_, number) => person(number))
    const results = await Promise.all(people.map((account) => outcome(take(account))))
    expect(results.filter((result) => result === 'ok')).toHaveLength(20)
    expect(results.filter((result) => result === 'CLAIM_CLOSED')).toHaveLength(44)
    const winners = people.filter((_, index) => results[index] === 'ok')
    for (const winner of winners) expect(await it.claims().waitingFor(winner)).toHaveLength(1)
    expect((await shares()).every(({ taker }) => taker === 'Somebody')).toBe(true)
    expect(
      new Set((await it.store.sharesOf(id)).map(({ claimer }) => claimer.boundUserId)),
    ).toEqual(new Set(winners.map(({ userId }) => userId)))
  })

  test('one account that presses 64 times at once has one share, and is shown it each time', async () => {
    const { take, shares } = await openGroup(20)
    const taken = await Promise.all(Array.from({ length: 64 }, () => take(BOBBY)))
    expect(new Set(taken).size).toBe(1)
    expect((await shares()).filter(({ taker }) => taker !== undefined)).toHaveLength(1)
  })

  test('what was taken is paid to that account, and to nobody else', async () => {
    const { take } = await openGroup(2)
    await take(BOBBY, '@bobby')
    await take(person(1))
    const [claim] = await it.claims().waitingFor(BOBBY)
    const redeem = (account: Account) =>
      outcome(it.claims().redeem(claim?.claimId ?? '', { account }, TO_BASE))
    expect(await redeem(person(1))).toBe('NOT_YOURS')
    expect(await redeem(ALICE)).toBe('NOT_YOURS')
    expect(await redeem(BOBBY)).toBe('ok')
  })

  test.each([
    { name: 'the sender', account: ALICE, arrived: 2, waitMs: 0, expected: 'NOT_YOURS' },
    { name: 'another platform', account: OTHER_CHAT, arrived: 2, waitMs: 0, expected: 'NOT_YOURS' },
    {
      name: 'before any arrived',
      account: BOBBY,
      arrived: 0,
      waitMs: 0,
      expected: 'CLAIM_NOT_READY',
    },
    { name: 'once one has arrived', account: BOBBY, arrived: 1, waitMs: 0, expected: 'ok' },
    {
      name: 'a moment before the deadline',
      account: BOBBY,
      arrived: 2,
      waitMs: 14 * DAY_MS - 1,
      expected: 'ok',
    },
    {
      name: 'at the deadline',
      account: BOBBY,
      arrived: 2,
      waitMs: 14 * DAY_MS,
      expected: 'CLAIM_CLOSED',
    },
  ])('$name: $expected', async ({ account, arrived, waitMs, expected }) => {
    const { take } = await openGroup(2, arrived)
    it.advance(waitMs)
    expect(await outcome(take(account))).toBe(expected)
  })

  test.each([
    { where: 'in another group', chat: 'telegram:-6' },
    { where: 'in their own private chat', chat: 'telegram:666' },
    { where: 'in another topic of it', chat: 'telegram:-5/7' },
    { where: 'in a chat of the same number elsewhere', chat: 'playground:-5' },
    { where: 'nowhere', chat: '' },
  ])('who asks $where takes none; whoever has one is shown it there too', async ({ chat }) => {
    const { take, shares } = await openGroup(2)
    await expect(take(person(3), 'Outsider', chat)).rejects.toMatchObject({
      code: 'NOT_YOURS',
      message: expect.stringContaining('the chat that they were posted in'),
    })
    expect((await shares()).every(({ taker }) => taker === undefined)).toBe(true)
    const own = await take(BOBBY)
    expect(await take(BOBBY, '@bobby', chat)).toBe(own)
  })

  test('of a group whose chat is not known nobody takes a share', async () => {
    const { id, take } = await openGroup(2)
    await it.db.update(claimGroups).set({ chat: null }).where(eq(claimGroups.id, id)).run()
    expect(await outcome(take(BOBBY))).toBe('NOT_YOURS')
  })

  test('its shares are taken under the new id once Telegram has given the chat one', async () => {
    const { take } = await openGroup(2)
    await createChatMoves(it.db)('telegram', { from: '-5', to: '-1005' }, it.now())
    expect(await outcome(take(BOBBY))).toBe('NOT_YOURS')
    expect(await outcome(take(BOBBY, '@bobby', 'telegram:-1005'))).toBe('ok')
  })

  test('nobody takes a share of named people, nor of a group that is none', async () => {
    const { id } = await groupOf([known(BOBBY), known(person(2))])
    expect(await outcome(it.claims().takeShare(id, person(3), 'Three', LOBBY))).toBe('NOT_YOURS')
    expect(await outcome(it.claims().takeShare('none', BOBBY, '@bobby', LOBBY))).toBe('NOT_FOUND')
  })

  test('a share that nobody has taken is nobody’s, whatever an account is called', async () => {
    const { id } = await openGroup(2)
    const [free] = await it.store.sharesOf(id)
    const account: Account = { platform: 'telegram', userId: '9', handle: '' }
    const redeem = it.claims().redeem(free?.claim?.claimId ?? '', { account }, TO_BASE)
    expect(await outcome(redeem)).toBe('NOT_YOURS')
  })

  test('nobody is told of a share before it is taken; then its taker is reminded of it in time', async () => {
    const { take } = await openGroup(3)
    expect(await notices()).toEqual([])
    it.advance(8 * DAY_MS) // the first reminder's time is over
    await take(BOBBY)
    expect(await notices()).toMatchObject([{ view: 'reminder', userId: BOBBY.userId }])
  })
})

describe('shares of people who were named', () => {
  test('each is told, also who has no handle, and claims as that account whatever it is called by then', async () => {
    await groupOf([known(person(1)), known(person(2))])
    expect(
      (await notices()).filter(({ view }) => view === 'claimable').map(({ userId }) => userId),
    ).toEqual(['1001', '1002'])
    expect(await it.claims().waitingFor({ ...person(2), handle: 'renamed' })).toHaveLength(1)
    expect(await it.claims().waitingFor({ ...person(3), handle: 'person_2' })).toEqual([])
  })

  test('they are shown as they were named', async () => {
    const { shares } = await groupOf([known(person(1)), known(person(2))])
    expect((await shares()).map(({ taker }) => taker)).toEqual(['Bo Peep', 'Bo Peep'])
  })

  test('whom no chat has named are shown with where they are', async () => {
    const identity = { platform: 'discord', handle: 'carol' } as const
    const carol = { kind: 'social', social: { discord: '@carol' }, identity } as const
    const { shares } = await groupOf([known(person(1)), { ...carol, pubKey: undefined }])
    expect((await shares()).map(({ taker }) => taker)).toEqual(['Bo Peep', identity])
  })

  test('each is told apart by what is known of its handle and its claim', async () => {
    await it.meet(BOBBY)
    await it.meet({ ...BOBBY, handle: 'robert' })
    const byHandle = (handle: string): ClaimerRecipient => ({
      kind: 'social',
      social: { telegram: `@${handle}` },
      identity: { platform: 'telegram', handle },
      pubKey: undefined,
    })
    const people = [byHandle('bobby'), byHandle('carol'), known(person(1))]
    const { shares } = await groupOf(people, 2)
    const telegram = (handle: string) => ({ platform: 'telegram', handle })
    expect(await shares()).toMatchObject([
      { recipient: telegram('bobby'), doubt: 'changed', claimId: expect.any(String) },
      { recipient: telegram('carol'), doubt: undefined, keyHeld: true },
      { boundUserId: '1001', doubt: undefined, claimId: undefined },
    ])
  })
})

describe('what is left of a group', () => {
  async function closeAndLook(id: string, sender = ALICE) {
    const closed = await outcome(it.claims().closeGroup(id, sender))
    it.claims().start()
    it.hub.mine()
    await it.look()
    it.hub.mine()
    await it.look()
    return closed
  }

  test('goes back to its sender who closes it, but what was taken stays its taker’s', async () => {
    const { id, take, shares } = await openGroup(3)
    await take(BOBBY, '@bobby')
    expect(await closeAndLook(id)).toBe('ok')
    expect(it.hub.payments.map(({ recipient, release }) => [recipient, release])).toEqual([
      [SENDER, false],
      [SENDER, false],
    ])
    const states = (await shares()).map(
      ({ taker, state }) => `${typeof taker === 'string' ? taker : 'nobody'} ${state}`,
    )
    expect(states.toSorted()).toEqual(['@bobby funded', 'nobody cancelled', 'nobody cancelled'])
    expect(await outcome(take(person(3)))).toBe('CLAIM_CLOSED')
    expect(await it.claims().waitingFor(BOBBY)).toHaveLength(1)
    await it.claims().stop()
  })

  test.each([
    { of: 'somebody’s', isTaken: true },
    { of: 'nobody’s yet', isTaken: false },
  ])('is no single share that is $of, whoever asks for that', async ({ isTaken }) => {
    const { id, claimers, take, shares } = await openGroup(1)
    const claimerId = claimers[0]?._id ?? ''
    if (isTaken) await take(BOBBY, '@bobby')
    const pin = { pin: claimers[0]?.otp ?? '', client: '203.0.113.1' }
    for (const by of [{ account: ALICE }, pin])
      await expect(it.claims().cancel(claimerId, undefined, by)).rejects.toMatchObject({
        code: 'NOT_YOURS',
        facts: { kind: 'not_taken_back', why: 'share' },
      })
    expect((await shares()).map(({ state }) => state)).toEqual(['funded'])
    expect(await closeAndLook(id)).toBe('ok')
    expect((await shares()).map(({ state }) => state)).toEqual([isTaken ? 'funded' : 'cancelled'])
    await it.claims().stop()
  })

  test('of named people is what they have not claimed', async () => {
    const { id, shares } = await groupOf([known(BOBBY), known(person(2))])
    const [claim] = await it.claims().waitingFor(BOBBY)
    await it.claims().redeem(claim?.claimId ?? '', { account: BOBBY }, TO_BASE)
    expect(await closeAndLook(id)).toBe('ok')
    expect((await shares()).map(({ state }) => state)).toEqual(['paid', 'cancelled'])
    await it.claims().stop()
  })

  test('is also a single share of a named person', async () => {
    const { claimers, shares } = await groupOf([known(BOBBY), known(person(2))])
    const alone = it.claims().cancel(claimers[0]?._id ?? '', undefined, { account: ALICE })
    expect(await outcome(alone)).toBe('ok')
    expect((await shares()).map(({ state }) => state)).toEqual(['cancelling', 'funded'])
  })

  test('nobody else can close it, and closing it again changes nothing', async () => {
    const { id, take } = await openGroup(2)
    expect(await outcome(it.claims().closeGroup(id, BOBBY))).toBe('NOT_FOUND')
    expect(await outcome(take(BOBBY))).toBe('ok')
    expect(await closeAndLook(id)).toBe('ok')
    expect(await closeAndLook(id)).toBe('ok')
    expect(it.hub.payments).toHaveLength(1)
    await it.claims().stop()
  })

  test('a share that a crash left behind after the close goes back at the next start', async () => {
    const { id } = await openGroup(2)
    await it.claims().closeGroup(id, ALICE)
    it.restart().start()
    it.hub.mine()
    await it.look()
    it.hub.mine()
    await it.look()
    expect(it.hub.payments).toHaveLength(2)
    await it.claims().stop()
  })

  test('is nobody’s once it went back, whatever a stranger writes into its claim', async () => {
    const { take, claimers, shares } = await openGroup(2)
    it.claims().start()
    await it.look(14 * DAY_MS)
    it.hub.mine()
    await it.look()
    await it.claims().stop()
    const stranger = { ...SENDER, address: `0x${'5a'.repeat(20)}` }
    for (const claimer of claimers) await it.fund(claimer, 'usdc', stranger, { amount: '1' })
    expect(await outcome(take(BOBBY))).toBe('CLAIM_CLOSED')
    expect((await shares()).map(({ state }) => state)).toEqual(['returned', 'returned'])
  })

  test('comes back after 14 days by itself, taken or not', async () => {
    const { take, shares } = await openGroup(2)
    await take(BOBBY)
    it.claims().start()
    await it.look(14 * DAY_MS)
    it.hub.mine()
    await it.look()
    expect((await shares()).map(({ state }) => state)).toEqual(['returned', 'returned'])
    await it.claims().stop()
  })
})

describe('what a sender has sent', () => {
  test('lists a group once, and none of its shares', async () => {
    const { id } = await openGroup(3)
    await openGroup(3, 0)
    it.advance(1000)
    const claimId = await it.fund(await it.createClaimer())
    expect(await it.claims().sentBy(ALICE)).toMatchObject([{ claimId }, { groupId: id }])
    expect(await it.claims().sentBy(BOBBY)).toEqual([])
  })

  test('names what waits first, however much was sent and has ended since, and of that the newest', async () => {
    const paid = (claimId: string) => it.claims().observe([executed(claimId, 'AB')])
    const send = async () => {
      it.advance(1000)
      return it.fund(await it.createClaimer())
    }
    const share = async () => {
      it.advance(1000)
      return openGroup(2)
    }
    const waits = await send()
    const shared = await share()
    const [first, ...others] = await allInTurn(Array.from({ length: 11 }, () => send))
    const [gone, ...groups] = await allInTurn(Array.from({ length: 6 }, () => share))
    for (const claimId of [first, ...others]) await paid(claimId ?? '')
    for (const { id } of [gone, ...groups].flatMap((group) => group ?? []))
      for (const { claim } of await it.store.sharesOf(id)) await paid(claim?.claimId ?? '')
    const newest = await send()

    const sent = await it.claims().sentBy(ALICE)
    expect(sent.map((each) => ('groupId' in each ? each.groupId : each.claimId))).toEqual([
      newest,
      shared.id,
      waits,
      ...groups.map(({ id }) => id).toReversed(),
      ...others.toReversed(),
    ])
  })

  test('counts every share against the records that one may make in a minute, all or none', async () => {
    await openGroup(50)
    expect(await outcome(openGroup(11))).toBe('RATE_LIMITED')
    expect(await outcome(openGroup(10))).toBe('ok')
  })
})
