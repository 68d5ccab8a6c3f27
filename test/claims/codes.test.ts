import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'

import { CODE_ALPHABET, OTP_ALPHABET, randomText } from '../../src/claims/random-text.ts'
import { claimers, claimSessions, verificationCodes } from '../../src/store/claims/claim-tables.ts'
import { BOBBY, createClaimsFixture } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const MINUTE_MS = 60_000
const RENAMED = { ...BOBBY, handle: 'bob_by' }

/** A claimer of Bobby's, who was known when it was made. */
async function withClaimer() {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer()
  const linkOf = async (id: string) => [id, await fixture.claims().linkSecret(id)] as const
  const link = await linkOf(claimer._id)
  return {
    ...fixture,
    claimer,
    start: async (id = claimer._id) => outcome(fixture.claims().startProof(...(await linkOf(id)))),
    verify: (code: string) => outcome(fixture.claims().verifyProof(...link, code)),
    code: () => fixture.sent.at(-1)?.code ?? '',
  }
}

let it: Awaited<ReturnType<typeof withClaimer>>
beforeEach(async () => {
  it = await withClaimer()
})

test('a code that a newer one has killed stays dead, also when the newer one was used', async () => {
  await it.start()
  const older = it.code()
  it.advance(MINUTE_MS)
  await it.start()
  expect(await it.verify(it.code())).toBe('ok')
  expect(await it.verify(older)).toBe('WRONG_CODE')
})

test("the sender's PIN is no verification code", async () => {
  await it.start()
  expect(await it.verify(it.claimer.otp)).toBe('WRONG_CODE')
})

test('the code of a bound claim goes to its account, whoever shows the handle by now', async () => {
  await it.meet(RENAMED, { ...BOBBY, userId: '99' })
  await it.start()
  expect(it.sent).toMatchObject([{ boundUserId: BOBBY.userId }])
})

test('resends are counted for an account under all its handles', async () => {
  await it.start()
  await it.meet(RENAMED)
  const other = await it.createClaimer({ telegram: `@${RENAMED.handle}` })
  expect(await it.start(other._id)).toBe('RATE_LIMITED')
})

test('a code whose session cannot be stored is not used up', async () => {
  await it.start()
  await it.db.run(
    sql`create trigger full before insert on claim_sessions begin select raise(abort, 'disk full'); end`,
  )
  expect(await it.verify(it.code())).toBe('SQLITE_CONSTRAINT_TRIGGER')
  await it.db.run(sql`drop trigger full`)
  expect((await it.db.select().from(verificationCodes).get())?.usedAt).toBeNull()
  expect(await it.verify(it.code())).toBe('ok')
  expect(await it.db.select().from(claimSessions).all()).toHaveLength(1)
  expect((await it.db.select().from(claimers).get())?.failedTries).toBe(1) // the try that ended in trouble
})

test('an error that carries the code brings it into no log', async () => {
  it.restart({
    codes: {
      send: async ({ code }) => {
        throw Object.assign(new Error('not delivered'), { payload: { text: `Code: ${code}` } })
      },
    },
  })
  await it.start()
  await it.claims().stop()
  expect(it.warnings).toMatchObject([expect.stringContaining('not delivered')])
  expect(it.warnings.join()).not.toContain('Code: ')
})

test.each([
  { name: 'codes', alphabet: CODE_ALPHABET, length: 8 },
  { name: 'PINs', alphabet: OTP_ALPHABET, length: 6 },
])('$name come from the system and not from a generator that can be foretold', (text) => {
  const foretold = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const made = Array.from({ length: 20 }, () => randomText(text.alphabet, text.length))
  foretold.mockRestore()
  expect(new Set(made).size).toBe(20)
})
