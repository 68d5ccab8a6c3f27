import { expect, test } from 'vitest'

import { createClaimStore } from '../../src/store/claims/claim-store.ts'
import { claimers, claimSessions, verificationCodes } from '../../src/store/claims/claim-tables.ts'
import { BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A claimer of Bobby's, its link, and its first code. */
async function withCode(known = [BOBBY]) {
  const fixture = createClaimsFixture()
  await fixture.meet(...known)
  const claimer = await fixture.createClaimer()
  const secret = await fixture.claims().linkSecret(claimer._id)
  const start = () => fixture.claims().startProof(claimer._id, secret)
  const verify = (code: string) => fixture.claims().verifyProof(claimer._id, secret, code)
  await start()
  return { ...fixture, claimer, secret, start, verify, code: () => fixture.sent.at(-1)?.code ?? '' }
}

const wrong = (code: string) => `${code.slice(0, 7)}${code.endsWith('A') ? 'B' : 'A'}`

test('a link secret has 256 bits, differs per claimer, and survives a restart', async () => {
  const { claims, restart, claimer, secret } = await withCode()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await claims().linkSecret('0123456789abcdef01234567')).not.toBe(secret)
  expect(await restart().linkSecret(claimer._id)).toBe(secret)
})

test('an unknown claim and a wrong secret get the same answer everywhere', async () => {
  const { claims, claimer, secret } = await withCode()
  const unknown = '0123456789abcdef01234567'
  const answers = new Set<string>()
  const pairs: [string, string][] = [
    [claimer._id, ''],
    [claimer._id, `${secret.slice(0, -1)}-`],
    [claimer._id, await claims().linkSecret(unknown)],
    [unknown, secret],
    [unknown, await claims().linkSecret(unknown)],
  ]
  for (const [id, given] of pairs) {
    const calls = [
      claims().view(id, given),
      claims().startProof(id, given),
      claims().verifyProof(id, given, 'ABCDEFGH'),
    ]
    for (const call of calls) answers.add(await call.then(() => 'ok', String))
  }
  expect(answers).toEqual(new Set(['Error: There is no such claim.']))
  expect(await outcome(claims().view(unknown, secret))).toBe('NOT_FOUND')
})

test('looking at a link changes nothing', async () => {
  const { claims, claimer, secret, db } = await withCode()
  const state = async () =>
    JSON.stringify([
      await db.select().from(verificationCodes).all(),
      (await db.select().from(claimers).all()).map((row) => row.failedTries),
    ])
  const before = await state()
  await claims().view(claimer._id, secret)
  await claims().viewOwn(claimer._id)
  expect(await state()).toBe(before)
})

test.each([
  { name: 'at once', waitMs: 0, shown: (code: string) => code, answer: 'ok' },
  {
    name: 'typed in small letters with spaces',
    waitMs: 0,
    shown: (code: string) => ` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)} `,
    answer: 'ok',
  },
  {
    name: 'just before it expires',
    waitMs: 10 * MINUTE_MS - 1,
    shown: (code: string) => code,
    answer: 'ok',
  },
  {
    name: 'when it expires',
    waitMs: 10 * MINUTE_MS,
    shown: (code: string) => code,
    answer: 'WRONG_CODE',
  },
  { name: 'wrong', waitMs: 0, shown: wrong, answer: 'WRONG_CODE' },
  { name: 'empty', waitMs: 0, shown: () => '', answer: 'WRONG_CODE' },
])('a code given $name: $answer', async ({ waitMs, shown, answer }) => {
  const { verify, code, advance } = await withCode()
  expect(code()).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
  advance(waitMs)
  expect(await outcome(verify(shown(code())))).toBe(answer)
})

test('the fifth try of a code counts, the sixth does not, even when it is right', async () => {
  const { verify, code } = await withCode()
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await outcome(verify(wrong(code())))).toBe('WRONG_CODE')
  }
  expect(await outcome(verify(code()))).toBe('TOO_MANY_TRIES')
})

test('a claimer stands 20 wrong tries over all its codes, and no restart forgives them', async () => {
  const { verify, code, start, advance, restart } = await withCode()
  for (let codes = 0; codes < 4; codes += 1) {
    for (let tries = 0; tries < 5; tries += 1) await outcome(verify(wrong(code())))
    advance(HOUR_MS)
    restart()
    await start()
  }
  expect(await outcome(verify(code()))).toBe('TOO_MANY_TRIES')
})

test('right codes do not use up the tries of a claimer', async () => {
  const { verify, code, start, advance } = await withCode()
  for (let codes = 0; codes < 25; codes += 1) {
    expect(await outcome(verify(code()))).toBe('ok')
    advance(2 * HOUR_MS)
    await start()
  }
})

test('of 32 parallel right codes exactly one succeeds', async () => {
  const { verify, code, db } = await withCode()
  const answers = await Promise.all(Array.from({ length: 32 }, () => outcome(verify(code()))))
  expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
  expect(await db.select().from(claimSessions).all()).toHaveLength(1)
})

test('of 32 parallel wrong codes five are compared', async () => {
  const { verify, code } = await withCode()
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => outcome(verify(wrong(code())))),
  )
  expect(answers.filter((answer) => answer === 'WRONG_CODE')).toHaveLength(5)
})

test('a try is counted before the code is compared', async () => {
  const { db, verify, code, restart } = await withCode()
  // A process that dies in the middle of comparing: what it had counted stays.
  const store = createClaimStore(db)
  const counted = new Promise<void>((resolve) => {
    restart({
      store: {
        async countTry(...given) {
          await store.countTry(...given)
          resolve()
          return new Promise(() => undefined)
        },
      },
    })
  })
  const given = code()
  void verify(given)
  await counted
  expect((await db.select().from(verificationCodes).get())?.tries).toBe(1)
  expect((await db.select().from(claimers).get())?.failedTries).toBe(1)
})

test('a new code kills the old one', async () => {
  const { verify, code, start, advance } = await withCode()
  const old = code()
  advance(MINUTE_MS)
  await start()
  expect(code()).not.toBe(old)
  expect(await outcome(verify(old))).toBe('WRONG_CODE')
  expect(await outcome(verify(code()))).toBe('ok')
})

test("another claimer's code does not fit", async () => {
  const { claims, createClaimer, code, advance, sent } = await withCode()
  const first = code()
  const other = await createClaimer()
  const secret = await claims().linkSecret(other._id)
  advance(MINUTE_MS)
  await claims().startProof(other._id, secret)
  expect(sent).toHaveLength(2)
  expect(await outcome(claims().verifyProof(other._id, secret, first))).toBe('WRONG_CODE')
})

test.each([
  { name: '59.999 s after the last', atMs: [0, MINUTE_MS - 1], refused: true },
  { name: '60 s after the last', atMs: [0, MINUTE_MS], refused: false },
  {
    name: 'the sixth in an hour',
    atMs: [0, 10, 20, 30, 40, 59.9].map((min) => min * MINUTE_MS),
    refused: true,
  },
  {
    name: 'the sixth after an hour',
    atMs: [0, 10, 20, 30, 40, 60].map((min) => min * MINUTE_MS),
    refused: false,
  },
  {
    name: 'the 21st in a day',
    atMs: Array.from({ length: 21 }, (_, index) => index * HOUR_MS),
    refused: true,
  },
  {
    name: 'the 21st after a day',
    atMs: [...Array.from({ length: 20 }, (_, index) => index * HOUR_MS), 24 * HOUR_MS],
    refused: false,
  },
])('a code asked for $name is refused: $refused', async ({ atMs, refused }) => {
  const { start, advance } = await withCode()
  let last: unknown
  for (const [index, at] of atMs.entries()) {
    if (index === 0) continue // the fixture's own
    advance(at - (atMs[index - 1] ?? 0))
    last = await outcome(start())
    if (index < atMs.length - 1) expect(last).toBe('ok')
  }
  expect(last).toBe(refused ? 'RATE_LIMITED' : 'ok')
})

test('resends are counted for the recipient over all claimers, and say how long to wait', async () => {
  const { claims, createClaimer, advance } = await withCode()
  const other = await createClaimer()
  advance(20_000)
  const again = claims().startProof(other._id, await claims().linkSecret(other._id))
  await expect(again).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSec: 40 })
})

test.each([
  { name: 'an account that we know', known: [BOBBY], delivered: ['42'] },
  { name: 'nobody', known: [], delivered: [] },
])('the answer and what is stored are the same for $name', async ({ known, delivered }) => {
  const { sent, db, start, claims } = await withCode(known)
  expect(await db.select().from(verificationCodes).all()).toHaveLength(1)
  expect(await outcome(start())).toBe('RATE_LIMITED')
  await claims().stop()
  expect(sent.map(({ boundUserId }) => boundUserId)).toEqual(delivered)
})

test('a channel that fails or hangs changes nothing of the answer', async () => {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const { _id } = await fixture.createClaimer()
  fixture.restart({ codes: { send: async () => Promise.reject(new Error('blocked by the user')) } })
  await fixture.claims().startProof(_id, await fixture.claims().linkSecret(_id))
  await fixture.claims().stop()
  expect(fixture.warnings.join()).toContain('could not be delivered')
  fixture.restart({ codes: { send: () => new Promise(() => undefined) } })
  fixture.advance(MINUTE_MS)
  await fixture.claims().startProof(_id, await fixture.claims().linkSecret(_id))
})

test('a code goes to the account that showed the handle first, which is bound from then on', async () => {
  const { claims, createClaimer, meet, sent, store, advance } = await withCode([])
  const other = await createClaimer()
  const secret = await claims().linkSecret(other._id)
  await meet(BOBBY)
  advance(MINUTE_MS)
  await claims().startProof(other._id, secret)
  expect(sent).toEqual([{ boundUserId: '42', claimerId: other._id, code: expect.any(String) }])
  await meet({ ...BOBBY, userId: '99' })
  await claims().verifyProof(other._id, secret, sent[0]?.code ?? '')
  expect((await store.claimer(other._id))?.boundUserId).toBe('42')
})

test.each([
  {
    name: 'within 30 minutes',
    waitMs: 30 * MINUTE_MS - 1,
    shown: (session: string) => session,
    answer: 'ok',
  },
  {
    name: 'after 30 minutes',
    waitMs: 30 * MINUTE_MS,
    shown: (session: string) => session,
    answer: 'PROOF_REQUIRED',
  },
  { name: 'that nobody gave', waitMs: 0, shown: () => 'A'.repeat(43), answer: 'PROOF_REQUIRED' },
])('a session $name: $answer', async ({ waitMs, shown, answer }) => {
  const { verify, code, advance, claims, claimer, fund } = await withCode()
  const claimId = await fund(claimer)
  const { session, expiresAt } = await verify(code())
  expect(session).toMatch(/^[\w-]{43}$/)
  expect(expiresAt.toISOString()).toBe('2026-01-01T00:30:00.000Z')
  advance(waitMs)
  expect(await outcome(claims().redeem(claimId, { session: shown(session) }, TO_BASE))).toBe(answer)
})

test("a session redeems nobody else's claims", async () => {
  const { verify, code, claims, createClaimer, fund } = await withCode()
  const claimId = await fund(await createClaimer({ telegram: '@carol' }))
  const { session } = await verify(code())
  expect(await outcome(claims().redeem(claimId, { session }, TO_BASE))).toBe('NOT_FOUND')
})

test('codes and sessions are stored as keyed hashes only', async () => {
  const { verify, code, db, vault, claimer } = await withCode()
  const { session } = await verify(code())
  const stored = (await db.select().from(verificationCodes).get())?.codeHash
  expect(stored).toBe(vault.hash('code', `${claimer._id}:${code()}`))
  const rows = JSON.stringify([
    await db.select().from(verificationCodes).all(),
    await db.select().from(claimSessions).all(),
  ])
  expect(rows).not.toContain(code())
  expect(rows).not.toContain(session)
})

test('an e-mail code goes to the address, and binds no account', async () => {
  const fixture = createClaimsFixture()
  const claimer = await fixture.createClaimer({ email: 'Bobby@Example.com' })
  const secret = await fixture.claims().linkSecret(claimer._id)
  await fixture.claims().startProof(claimer._id, secret)
  expect(fixture.sent).toMatchObject([{ boundUserId: undefined }])
  const claimId = await fixture.fund(claimer)
  const { session } = await fixture
    .claims()
    .verifyProof(claimer._id, secret, fixture.sent[0]?.code ?? '')
  await fixture.claims().redeem(claimId, { session }, TO_BASE)
  expect((await fixture.store.claimer(claimer._id))?.boundUserId).toBeUndefined()
})
