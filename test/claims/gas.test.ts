import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ReturnQuotaError } from '../../src/claims/errors.ts'
import { roomFrom } from '../../src/services/relaying/gas-room.ts'
import { parseRecipient } from '../../src/core/payloads/recipient.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { ALICE, createClaimsFixture, SENDER } from './claims-fixture.ts'
import { outcome } from './outcome.ts'

const HOUR_MS = 3_600_000
const KEY_OF_THEIR_OWN = 'Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY'

/** On a network whose smallest claim is 1,000 base units. */
const network = {
  ...sampleNetwork,
  tokens: sampleNetwork.tokens.map((token) => ({ ...token, min_claim: '1000' })),
}

test.each([
  { payOuts: 200, amount: 1_000n, expected: 'ok' },
  { payOuts: 199, amount: 99_999n, expected: 'CLAIMS_PAUSED' },
  { payOuts: 199, amount: 100_000n, expected: 'ok' },
  { payOuts: 50, amount: 100_000n, expected: 'ok' },
  { payOuts: 49, amount: 10n ** 12n, expected: 'CLAIMS_PAUSED' },
  { payOuts: 0, amount: 10n ** 12n, pubKey: KEY_OF_THEIR_OWN, expected: 'ok' },
])(
  'with gas for $payOuts pay-outs, a new claim of $amount: $expected',
  async ({ payOuts, amount, pubKey, expected }) => {
    const it = createClaimsFixture(network)
    it.hub.setFunds(payOuts)
    await it.gas.look()
    const social = { telegram: '@bobby', ...(pubKey && { pub_key: pubKey }) }
    const recipient = parseRecipient(network, { social })
    if (recipient.kind !== 'social') throw new Error('not a social recipient')
    const gift = { recipient, sender: SENDER, token: 'usdc', amount, origin: undefined }
    expect(await outcome(it.claims().create([gift]))).toBe(expected)
  },
)

test('claims that wait are paid and given back to the last gas, and a look that fails changes nothing', async () => {
  const it = createClaimsFixture(network)
  const claimer = await it.createClaimer()
  const claimId = await it.fund(claimer)
  it.hub.setFunds(1)
  await it.gas.look()
  it.hub.setDown(true)
  await it.gas.look()
  expect(it.gas.funds()).toMatchObject({ payOuts: 1 })
  expect(await outcome(it.createClaimer())).toBe('CLAIMS_PAUSED')
  it.hub.setDown(false)
  expect(await outcome(it.claims().cancel(claimer._id, claimId, { account: ALICE }))).toBe('ok')
})

test('one sender is given back for a day’s gas, is told when there is room again, and there is room then', async () => {
  const it = createClaimsFixture()
  const claims: { id: string; claimId: string }[] = []
  for (let each = 0; each < 102; each += 1) {
    it.advance(2_000)
    const claimer = await it.createClaimer()
    claims.push({ id: claimer._id, claimId: await it.fund(claimer) })
  }
  const cancel = ({ id, claimId }: (typeof claims)[number]) =>
    it
      .claims()
      .cancel(id, claimId, { account: ALICE })
      .then(
        () => 'ok',
        (error: unknown) => (error instanceof ReturnQuotaError ? error.retryAfterSec : error),
      )
  for (const claim of claims.slice(0, 100)) {
    expect(await cancel(claim)).toBe('ok')
    it.advance(1_000)
  }
  const [next, last] = claims.slice(100)
  if (!next || !last) throw new Error('there are 102')
  expect(await cancel(next)).toBe((24 * HOUR_MS - 100_000) / 1000)
  it.advance(24 * HOUR_MS - 101_000)
  expect(await cancel(next)).toBe(1)
  it.advance(1_000)
  expect(await cancel(next)).toBe('ok')
  expect(await cancel(last)).toBe(1)
})

test('what costs more uses more of a day: returns at twice the usual fee are half as many', async () => {
  const it = createClaimsFixture()
  const { usualFee } = it.hub.relayer
  it.restart({
    returnsPerSender: 10,
    relayer: {
      sign: async (...given) => ({ ...(await it.hub.relayer.sign(...given)), fee: 2n * usualFee }),
    },
  })
  const claimer = await it.createClaimer()
  const answers: unknown[] = []
  for (let each = 0; each < 7; each += 1) {
    const claimId = await it.fund(claimer)
    answers.push(await outcome(it.claims().cancel(claimer._id, claimId, { account: ALICE })))
  }
  expect(answers).toEqual([...Array<string>(5).fill('ok'), 'RATE_LIMITED', 'RATE_LIMITED'])
  const spent = await it.store.gasSpent(new Date(0))
  expect(spent).toEqual([
    { purpose: 'redeem', fee: 0n },
    { purpose: 'cancel', fee: 10n * usualFee },
    { purpose: 'expire', fee: 0n },
  ])
})

test('a transaction that can never be in a block has cost nothing', async () => {
  const it = createClaimsFixture()
  const claimer = await it.createClaimer()
  const claimId = await it.fund(claimer)
  await it.claims().cancel(claimer._id, claimId, { account: ALICE })
  it.hub.dropMempool()
  it.hub.useSequence()
  it.claims().start()
  await it.look()
  await it.look(10_000)
  await it.claims().stop()
  const { usualFee } = it.hub.relayer
  expect(await it.store.gasSpent(new Date(0))).toContainEqual({ purpose: 'cancel', fee: usualFee })
  expect(await it.store.returnsTo(SENDER, new Date(0))).toEqual([{ fee: usualFee, at: it.now() }])
})

test('what expired beyond a day’s gas goes back as soon as there is room', async () => {
  const it = createClaimsFixture()
  it.restart({ returnsPerSender: 2 })
  const claimer = await it.createClaimer()
  for (let each = 0; each < 5; each += 1) await it.fund(claimer)
  it.claims().start()
  const returned = async () => {
    it.hub.mine()
    await it.look()
    return it.hub.payments.length
  }
  await it.look(14 * 24 * HOUR_MS)
  expect(await returned()).toBe(2)
  await it.look(24 * HOUR_MS - 1)
  expect(await returned()).toBe(2)
  await it.look(1)
  expect(await returned()).toBe(4)
  await it.look(24 * HOUR_MS)
  expect(await returned()).toBe(5)
  await it.claims().stop()
})

test('there is room again exactly when enough of what was spent is a day old', () => {
  const DAY_MS = 24 * HOUR_MS
  const now = new Date(10 * DAY_MS)
  const anySpent = fc.array(
    fc.record({ fee: fc.bigInt({ min: 0n, max: 50n }), agoMs: fc.nat(2 * DAY_MS) }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(anySpent, fc.bigInt({ min: 1n, max: 200n }), (all, quota) => {
      const spent = all
        .map(({ fee, agoMs }) => ({ fee, at: new Date(now.getTime() - agoMs) }))
        .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      const sumAt = (ms: number) =>
        spent.reduce((sum, { fee, at }) => (at.getTime() + DAY_MS > ms ? sum + fee : sum), 0n)
      const room = roomFrom(spent, { quota, withinMs: DAY_MS }, now)
      if (!room) {
        expect(sumAt(now.getTime())).toBeLessThan(quota)
        return
      }
      expect(sumAt(now.getTime())).toBeGreaterThanOrEqual(quota)
      expect(sumAt(room.getTime() - 1)).toBeGreaterThanOrEqual(quota)
      expect(sumAt(room.getTime())).toBeLessThan(quota)
    }),
  )
})
