import { expect, test } from 'vitest'

import type { Account } from '../../src/core/terms/identity.ts'
import { createForgetPerson } from '../../src/store/people/forget-person.ts'
import { claimers, claimSessions, openedLinks } from '../../src/store/claims/claim-tables.ts'
import { ALICE, BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { codeOf } from './outcome.ts'

const MINUTE_MS = 60_000
const CAROL: Account = { platform: 'discord', userId: '43', handle: 'carol' }
const MAILBOX = { email: 'bobby@example.com' }

const outcome = (attempt: Promise<unknown>) => attempt.then((answer) => answer ?? 'ok', codeOf)
const wrong = (code: string) => `${code.slice(0, 7)}${code.endsWith('A') ? 'B' : 'A'}`

/** A claim for a mailbox, whose link Bobby has shown in a chat. */
async function opened(token = 'usdc') {
  const fixture = createClaimsFixture()
  const claimer = await fixture.createClaimer(MAILBOX)
  const claimId = await fixture.fund(claimer, token)
  const secret = await fixture.claims().linkSecret(claimer._id)
  const open = (account = BOBBY) =>
    outcome(fixture.claims().startProofInChat(claimer._id, secret, account))
  const give = (code: string, account = BOBBY) =>
    outcome(fixture.claims().verifyProofInChat(account, code))
  const waiting = async (account = BOBBY) =>
    (await fixture.claims().waitingFor(account)).map((each) => each.claimId)
  const redeem = (account = BOBBY, pin?: string) =>
    outcome(fixture.claims().redeem(claimId, { account, pin }, TO_BASE)).then((answer) =>
      typeof answer === 'object' ? 'ok' : answer,
    )
  expect(await open()).toBe('ok')
  const code = () => fixture.sent.at(-1)?.code ?? ''
  return { ...fixture, claimer, claimId, secret, open, give, waiting, redeem, code }
}

test('a mailbox proven in a chat: its claim waits for that account, which redeems it, and stays bound to nobody', async () => {
  const { give, code, waiting, redeem, claimId, db } = await opened()
  expect(await waiting()).toEqual([])
  expect(await redeem()).toBe('NOT_YOURS')
  expect(await give(code().toLowerCase())).toBe(true)
  expect(await waiting()).toEqual([claimId])
  expect(await redeem()).toBe('ok')
  expect((await db.select().from(claimers).get())?.boundUserId).toBeNull()
})

test('nobody else has anything of a proof, whether they opened the link or not', async () => {
  const { open, give, code, waiting, redeem } = await opened()
  expect(await give(code(), CAROL)).toBe(false)
  expect(await open(CAROL)).toBe('RATE_LIMITED') // the code of before is the newest still
  expect(await give(code())).toBe(true)
  expect(await give(code(), CAROL)).toBe('WRONG_CODE')
  for (const other of [CAROL, ALICE, { ...BOBBY, userId: '44' }]) {
    expect(await waiting(other)).toEqual([])
    expect(await redeem(other)).toBe('NOT_YOURS')
  }
})

test('a link that is shown while a code is under way takes that code', async () => {
  const { claims, claimer, secret, open, give, code, advance, sent } = await opened()
  advance(MINUTE_MS)
  await claims().startProof(claimer._id, secret) // on the page
  expect(await open(CAROL)).toBe('RATE_LIMITED')
  expect(sent).toHaveLength(2)
  expect(await give(code(), CAROL)).toBe(true)
})

test.each([
  { name: 'just before it ends', waitMs: 30 * MINUTE_MS - 1, left: 1, answer: 'ok' },
  { name: 'when it ends', waitMs: 30 * MINUTE_MS, left: 0, answer: 'NOT_YOURS' },
])('a proof in a chat counts for half an hour: $name', async ({ waitMs, left, answer }) => {
  const { give, code, waiting, redeem, advance } = await opened()
  await give(code())
  advance(waitMs)
  expect(await waiting()).toHaveLength(left)
  expect(await redeem()).toBe(answer)
})

test.each([
  { name: 'just before 10 minutes', waitMs: 10 * MINUTE_MS - 1, answer: true },
  { name: 'after 10 minutes', waitMs: 10 * MINUTE_MS, answer: false },
])('a code is taken behind its link: $name', async ({ waitMs, answer }) => {
  const { give, code, advance } = await opened()
  advance(waitMs)
  expect(await give(code())).toBe(answer)
})

test('behind an old link nothing is taken any more', async () => {
  const { claims, claimer, give, code } = await opened()
  await claims().renewLink(claimer._id, ALICE)
  expect(await give(code())).toBe(false)
})

test('the link shown last is the one that a code is for', async () => {
  const { claims, createClaimer, give, code, db } = await opened()
  const first = code()
  const other = await createClaimer({ email: 'other@example.com' })
  await claims().startProofInChat(other._id, await claims().linkSecret(other._id), BOBBY)
  expect(await give(first)).toBe('WRONG_CODE')
  expect(await give(code())).toBe(true)
  expect(await db.select().from(claimSessions).all()).toMatchObject([{ claimerId: other._id }])
})

test('a claim for a chat account is not opened by a code in a chat', async () => {
  const { claims, createClaimer, sent } = await opened()
  const { _id } = await createClaimer({ telegram: '@bobby' })
  const attempt = claims().startProofInChat(_id, await claims().linkSecret(_id), BOBBY)
  expect(await outcome(attempt)).toBe('NOT_YOURS')
  expect(sent).toHaveLength(1)
})

test('an unknown claim and a wrong secret get the same answer, and nothing is sent', async () => {
  const { claims, claimer, secret, sent } = await opened()
  const pairs = [
    [claimer._id, `${secret.slice(0, -1)}-`],
    ['0123456789abcdef01234567', secret],
  ] as const
  for (const [id, given] of pairs)
    await expect(claims().startProofInChat(id, given, CAROL)).rejects.toThrow(
      'There is no such claim.',
    )
  expect(sent).toHaveLength(1)
})

test('one proof in a chat shows everything that waits for the same mailbox, behind what is the account’s own', async () => {
  const { createClaimer, fund, give, code, waiting, claimId } = await opened()
  const second = await fund(await createClaimer(MAILBOX))
  const own = await fund(await createClaimer({ telegram: '@bobby' }))
  await give(code())
  expect(await waiting()).toEqual([own, claimId, second])
})

test('wrong codes in a chat and over HTTP are counted together: 5 for a code, 20 for the claim', async () => {
  const { claims, claimer, secret, open, give, code, advance, restart } = await opened()
  const page = () => outcome(claims().verifyProof(claimer._id, secret, wrong(code())))
  for (let codes = 0; codes < 4; codes += 1) {
    for (const way of [page, () => give(wrong(code())), page, () => give(wrong(code())), page])
      expect(await way()).toBe('WRONG_CODE')
    expect(await give(code())).toBe('TOO_MANY_TRIES')
    advance(60 * MINUTE_MS)
    restart()
    expect(await open()).toBe('ok')
  }
  expect(await give(code())).toBe('TOO_MANY_TRIES')
})

test("above the cap a mailbox proven in a chat needs the sender's PIN, counted as everywhere", async () => {
  const { claims, claimer, give, code, redeem, db } = await opened('eth')
  await give(code())
  expect(await claims().waitingFor(BOBBY)).toMatchObject([{ needsPin: true }])
  expect(await redeem()).toBe('PIN_REQUIRED')
  expect(await redeem(BOBBY, wrong(claimer.otp))).toBe('WRONG_CODE')
  expect((await db.select().from(claimers).get())?.failedTries).toBe(1)
  expect(await redeem(CAROL, claimer.otp)).toBe('NOT_YOURS')
  expect(await redeem(BOBBY, claimer.otp)).toBe('ok')
})

test('of a proof in a chat nothing is stored that opens anything', async () => {
  const { give, code, db, secret } = await opened()
  await give(code())
  const stored = [
    ...(await db.select().from(claimSessions).all()),
    ...(await db.select().from(openedLinks).all()),
  ]
  expect(stored).toMatchObject([{ account: 'telegram:42' }, { account: 'telegram:42' }])
  for (const given of [code(), secret]) expect(JSON.stringify(stored)).not.toContain(given)
})

test('what has expired is forgotten when the next link is opened: nothing says which account had which mailbox', async () => {
  const { claims, claimer, secret, open, give, code, advance, db } = await opened()
  await give(code())
  advance(30 * MINUTE_MS)
  await claims().startProof(claimer._id, secret)
  await claims().verifyProof(claimer._id, secret, code()) // on the page
  advance(MINUTE_MS)
  await open(CAROL)
  expect(await db.select().from(claimSessions).all()).toMatchObject([{ account: null }])
  expect(await db.select().from(openedLinks).all()).toMatchObject([{ account: 'discord:43' }])
})

test('whoever has themselves forgotten has proven nothing any more', async () => {
  const { give, code, waiting, open, advance, db, now } = await opened()
  await give(code())
  const forget = createForgetPerson(db, now)
  await forget(CAROL)
  expect(await waiting()).toHaveLength(1)
  await forget(BOBBY)
  expect(await waiting()).toEqual([])
  advance(MINUTE_MS)
  await open()
  await forget(BOBBY)
  expect(await give(code())).toBe(false)
})
