import { expect, test } from 'vitest'

import { claimers } from '../../src/store/claims/claim-tables.ts'
import { ALICE_HUB } from '../core/sample-network.ts'
import { BOBBY, createClaimsFixture, TO_BASE } from './claims-fixture.ts'
import { outcome } from './outcome.ts'
import { ownClaimKey } from '../../src/claims/redeem-directly.ts'

// In the sample network eth has an `email_cap` one below what a claim of the fixture has, euclid exactly as much.

/** A claim whose recipient has proven the mailbox. */
async function proven(token: string, social: object = { email: 'bobby@example.com' }) {
  const fixture = createClaimsFixture()
  await fixture.meet(BOBBY)
  const claimer = await fixture.createClaimer(social)
  const claimId = await fixture.fund(claimer, token)
  const secret = await fixture.claims().linkSecret(claimer._id)
  await fixture.claims().startProof(claimer._id, secret)
  const code = fixture.sent[0]?.code ?? ''
  const { session } = await fixture.claims().verifyProof(claimer._id, secret, code)
  const redeem = (pin?: string, to = TO_BASE) =>
    outcome(fixture.claims().redeem(claimId, { session, pin }, to))
  const tries = async () => (await fixture.db.select().from(claimers).get())?.failedTries
  return { ...fixture, claimer, claimId, secret, redeem, tries }
}

const wrong = (pin: string) => `${pin.slice(0, 5)}${pin.endsWith('A') ? 'B' : 'A'}`
const swapCase = (pin: string) =>
  [...pin].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')

test.each([
  { name: 'above the cap, with it', token: 'eth', given: (pin: string) => pin, answer: 'ok' },
  { name: 'above the cap, without', token: 'eth', given: () => undefined, answer: 'PIN_REQUIRED' },
  { name: 'above the cap, empty', token: 'eth', given: () => '', answer: 'PIN_REQUIRED' },
  { name: 'above the cap, wrong', token: 'eth', given: wrong, answer: 'WRONG_CODE' },
  { name: 'without a cap', token: 'usdc', given: () => undefined, answer: 'ok' },
  { name: 'without a cap, wrong', token: 'usdc', given: wrong, answer: 'ok' },
])("the sender's PIN for a mailbox $name: $answer", async ({ token, given, answer }) => {
  const { redeem, claimer } = await proven(token)
  expect(await redeem(given(claimer.otp))).toBe(answer)
})

test('exactly at the cap no PIN is asked for', async () => {
  const { redeem } = await proven('euclid')
  expect(await redeem(undefined, { chain_uid: 'neuron', address: ALICE_HUB })).toBe('ok')
})

test('an account of a chat is proof enough for any amount', async () => {
  const { redeem } = await proven('eth', { telegram: '@bobby' })
  expect(await redeem()).toBe('ok')
})

test('the PIN alone is never enough', async () => {
  const { claims, claimId, claimer } = await proven('eth')
  const session = 'A'.repeat(43)
  const attempt = claims().redeem(claimId, { session, pin: claimer.otp }, TO_BASE)
  expect(await outcome(attempt)).toBe('PROOF_REQUIRED')
})

test('capital and small letters differ', async () => {
  const { redeem, claimer } = await proven('eth')
  const other = swapCase(claimer.otp)
  expect(await redeem(other)).toBe(other === claimer.otp ? 'ok' : 'WRONG_CODE')
})

test('wrong PINs and wrong codes are counted together: 20 in the life of a claimer', async () => {
  const { claims, claimer, secret, redeem, advance, sent, restart } = await proven('eth')
  advance(60_000)
  await claims().startProof(claimer._id, secret)
  for (let tries = 0; tries < 5; tries += 1)
    await outcome(claims().verifyProof(claimer._id, secret, 'AAAAAAAA'))
  restart()
  for (let tries = 0; tries < 15; tries += 1)
    expect(await redeem(wrong(claimer.otp))).toBe('WRONG_CODE')
  expect(await redeem(claimer.otp)).toBe('TOO_MANY_TRIES')
  expect(sent).toHaveLength(2)
})

test('of 64 parallel wrong PINs 20 are compared', async () => {
  const { redeem, claimer, tries } = await proven('eth')
  const answers = await Promise.all(Array.from({ length: 64 }, () => redeem(wrong(claimer.otp))))
  expect(answers.filter((answer) => answer === 'WRONG_CODE')).toHaveLength(20)
  expect(answers.filter((answer) => answer === 'TOO_MANY_TRIES')).toHaveLength(44)
  expect(await tries()).toBe(20)
})

test('a right PIN uses up no try, and an address that cannot be used asks for none', async () => {
  const { redeem, claimer, tries } = await proven('eth')
  const nowhere = { chain_uid: 'base', address: '0x1' }
  expect(await redeem(wrong(claimer.otp), nowhere)).toBe('INVALID_ADDRESS')
  expect(await redeem(claimer.otp)).toBe('ok')
  expect(await tries()).toBe(0)
})

test('nothing is sent to an identity that is switched off, except for who holds a key', async () => {
  const fixture = createClaimsFixture()
  fixture.restart({ identities: new Set(['telegram']) })
  const email = { email: 'bobby@example.com' }
  expect(await outcome(fixture.createClaimer(email))).toBe('IDENTITY_OFF')
  expect(await fixture.db.select().from(claimers).all()).toEqual([])
  expect(await outcome(fixture.createClaimer({ telegram: '@bobby' }))).toBe('ok')
  const pub_key = ownClaimKey(Buffer.alloc(32, 9)).publicKey
  expect(await outcome(fixture.createClaimer({ ...email, pub_key }))).toBe('ok')
})
