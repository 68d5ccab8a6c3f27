import { describe, expect, test } from 'vitest'

import { PayOutHeldError, RateLimitedError } from '../../src/claims/errors.ts'
import type { Signer } from '../../src/claims/signer.ts'
import { parseRecipient } from '../../src/core/payloads/recipient.ts'
import { DomainError } from '../../src/core/terms/errors.ts'
import { CODE_ALPHABET, OTP_ALPHABET, randomText } from '../../src/claims/random-text.ts'
import { claimers } from '../../src/store/claims/claim-tables.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { createJsonOperations } from '../services/json-edge.ts'
import { ALICE, BOBBY, createClaimsFixture, SENDER } from './claims-fixture.ts'

const COMPRESSED = Buffer.concat([Buffer.of(2), Buffer.alloc(32, 1)]).toString('base64')

test('a claimer has the form of the interface', async () => {
  const fixture = createClaimsFixture()
  const claimer = await fixture.createClaimer()
  expect(claimer).toEqual({
    public_secret: expect.stringMatching(/^B[A-Za-z0-9+/]{86}=$/),
    otp: expect.stringMatching(/^[A-Za-z0-9]{6}$/),
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    social: { telegram: '@bobby' },
    created_at: '2026-01-01T00:00:00.000000000Z',
    sender: SENDER,
  })
  expect(Buffer.from(claimer.public_secret, 'base64')).toHaveLength(65)
})

test('its secrets are in no column in the clear', async () => {
  const fixture = createClaimsFixture()
  const { otp, _id } = await fixture.createClaimer()
  const row = await fixture.db.select().from(claimers).get()
  expect(row?.otpHash).toBe(fixture.vault.hash('otp', `${_id}:${otp}`))
  for (const value of Object.values(row ?? {})) expect(String(value)).not.toContain(otp)
})

test("with the caller's own public key no key is held", async () => {
  const fixture = createClaimsFixture()
  const social = { telegram: 'bobby', pub_key: COMPRESSED }
  const claimer = await fixture.createClaimer(social)
  expect(claimer).toMatchObject({ public_secret: COMPRESSED, social })
  expect((await fixture.store.claimer(claimer._id))?.heldKey).toBeUndefined()
  expect((await fixture.claims().viewOwn(claimer._id))?.keyHeld).toBe(false)
})

test.each([
  { name: 'a handle that we know', known: [BOBBY], bound: '42' },
  { name: 'a handle that nobody showed', known: [ALICE], bound: undefined },
  {
    name: 'the same handle elsewhere',
    known: [{ ...BOBBY, platform: 'twitter' as const }],
    bound: undefined,
  },
])('a claimer for $name is bound to $bound', async ({ known, bound }) => {
  const fixture = createClaimsFixture()
  await fixture.meet(...known)
  const { _id } = await fixture.createClaimer()
  expect((await fixture.store.claimer(_id))?.boundUserId).toBe(bound)
})

test('an account makes 60 claimers a minute, and a refused one leaves nothing', async () => {
  const fixture = createClaimsFixture()
  for (let number = 0; number < 60; number += 1) {
    await fixture.createClaimer()
    fixture.advance(100)
  }
  await expect(fixture.createClaimer()).rejects.toThrow(RateLimitedError)
  expect(await fixture.db.select().from(claimers).all()).toHaveLength(60)
  fixture.advance(54_000)
  await fixture.createClaimer()
})

test("the limit counts an account over all its addresses, and nobody's for what others say of an address", async () => {
  const fixture = createClaimsFixture()
  const others = (at: number) => ({ chain_uid: 'base', address: `0x${`${at}`.padStart(40, '1')}` })
  for (let at = 0; at < 60; at += 1)
    await fixture.createClaimer({ telegram: 'carol' }, ALICE, others(at))
  const again = fixture.createClaimer({ telegram: 'carol' }, ALICE, others(60))
  await expect(again).rejects.toThrow(RateLimitedError)
  await fixture.createClaimer({ telegram: 'carol' }, BOBBY, others(0))
})

test("a stranger who names somebody's address as the sender uses up the stranger's limit alone", async () => {
  const fixture = createClaimsFixture()
  fixture.restart({ claimersPerClient: 2 })
  const make = (client?: string) =>
    fixture.createClaimer({ telegram: 'carol' }, ALICE, SENDER, client)
  for (let at = 0; at < 2; at += 1) await make('198.51.100.7')
  await expect(make('198.51.100.7')).rejects.toThrow(RateLimitedError)
  await make('203.0.113.1')
  await make()
  const kept = await fixture.db.select({ askedBy: claimers.askedBy }).from(claimers).all()
  expect(JSON.stringify(kept)).not.toMatch(/198\.51|203\.0/)
  fixture.advance(60_000)
  await make('198.51.100.7')
})

test.each([
  { name: 'otp', alphabet: OTP_ALPHABET, size: 62 },
  { name: 'code', alphabet: CODE_ALPHABET, size: 32 },
])('the characters of a random $name are equally likely', ({ alphabet, size }) => {
  expect(new Set(alphabet).size).toBe(size)
  const length = size * 1000
  const counts = new Map<string, number>()
  for (const char of randomText(alphabet, length)) counts.set(char, (counts.get(char) ?? 0) + 1)
  expect(counts.size).toBe(size)
  // Six standard deviations of one character's count: a fair source fails once in millions of runs.
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190)
})

test('the alphabet of codes has no look-alikes', () => {
  expect(CODE_ALPHABET).not.toMatch(/[IO01]/)
})

describe('amounts that could be no claims are refused, and nothing is made', () => {
  const network = {
    ...sampleNetwork,
    tokens: sampleNetwork.tokens.map((token) => ({ ...token, min_claim: '1000' })),
  }
  const tooMuch = 2_000_000_000n
  const signer: Partial<Signer> = {
    makeKeys: async (wanted) =>
      wanted.some(({ amount }) => amount >= tooMuch)
        ? { mostUsd: '1000' }
        : Promise.reject(new PayOutHeldError('away')),
  }
  const outcome = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'ok',
      (error: unknown) => (error instanceof DomainError ? error.message : error),
    )

  test.each([
    { amounts: [1_000n, 999n], now: /too little for one claim/, later: /too little for one claim/ },
    { amounts: [1_000n, tooMuch], now: /1000 USD at most/, later: /1000 USD at most/ },
    { amounts: [2n ** 128n], now: /128-bit amounts/, later: /128-bit amounts/ },
    { amounts: [1_000n], now: /does not answer/, later: 'ok' },
    { amounts: [1_000n], payOuts: 199, now: /No new claims of this size/, later: 'ok' },
    { amounts: [], now: 'ok', later: 'ok' },
  ])('$amounts: now $now, another time $later', async ({ amounts, payOuts, now, later }) => {
    const it = createClaimsFixture(network)
    const claims = it.restart({ signer })
    if (payOuts !== undefined) it.hub.setFunds(payOuts)
    await it.gas.look()
    const asked = { token: 'usdc', amounts }
    expect(await outcome(claims.refuseImpossible(asked))).toMatch(now)
    expect(await outcome(claims.refuseImpossible(asked, { isLater: true }))).toMatch(later)
    const [amount] = amounts.slice(-1)
    if (amount === undefined) return
    // What is asked about is what becomes of making them.
    const recipient = { kind: 'first_come', platform: 'telegram' } as const
    const gift = { recipient, sender: SENDER, token: 'usdc', amount, origin: undefined }
    expect(await outcome(claims.create([gift]))).toMatch(now)
    expect(await it.db.select().from(claimers).all()).toEqual([])
  })

  test('a person gets no less than the smallest claim, each share by itself; a wallet may', async () => {
    const it = createClaimsFixture(network)
    const operations = createJsonOperations({
      network,
      claimers: { create: it.claims().create },
      pools: {
        pairOf: async () => undefined,
        lpTokenOf: async () => undefined,
        simulateSwap: () => Promise.reject(new Error('nothing is simulated here')),
      },
      now: () => new Date(0),
    })
    const transfer = (amount: string, user: object) =>
      operations.transferVoucher({
        token: 'usdc',
        sender: SENDER,
        amount,
        recipient_address: { user },
      })
    const bobby = { social: { telegram: '@bobby' } }
    const shares = [
      { to: bobby, amount: '2000' },
      { to: bobby, amount: '999' },
    ]
    for (const [amount, user] of [
      ['999', bobby],
      ['2999', { shares }],
    ] as const)
      await expect(transfer(amount, user)).rejects.toMatchObject({
        code: 'INVALID_AMOUNT',
        message: '0.000999 usdc is too little for one claim.',
        fix: expect.stringContaining('at least 0.001 usdc to each person'),
      })
    expect(await it.db.select().from(claimers).all()).toEqual([])
    await transfer('1000', bobby)
    expect(await it.db.select().from(claimers).all()).toHaveLength(1)
    expect(await transfer('1', SENDER)).toMatchObject({ type: 'evm' })
  })

  test('whoever holds the key is held to the smallest claim, and to no more', async () => {
    const it = createClaimsFixture(network)
    const claims = it.restart({ signer })
    const recipient = parseRecipient(network, {
      social: { telegram: '@bobby', pub_key: COMPRESSED },
    })
    if (recipient.kind !== 'social') throw new Error('not a social recipient')
    const gift = { recipient, sender: SENDER, token: 'usdc', origin: undefined }
    expect(await outcome(claims.create([{ ...gift, amount: 999n }]))).toMatch(/too little/)
    expect(await outcome(claims.create([{ ...gift, amount: tooMuch }]))).toBe('ok')
  })
})
