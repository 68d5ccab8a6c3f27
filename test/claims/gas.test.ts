import { expect, test } from 'vitest'

import { parseRecipient } from '../../src/core/payloads/recipient.ts'
import { sampleNetwork } from '../core/sample-network.ts'
import { ALICE, createClaimsFixture, SENDER } from './claims-fixture.ts'

const HOUR_MS = 3_600_000
const KEY_OF_THEIR_OWN = 'AqJ3bBx3Vd3xYXUJ5CDtOdJcJZb2XTpPHmsa6yRmoHBq'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)
const outcome = (attempt: Promise<unknown>) => attempt.then(() => 'ok', codeOf)

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

test('one sender is given back a hundred claims a day, the next one not before the first of them is a day old', async () => {
  const it = createClaimsFixture()
  const claims: { id: string; claimId: string }[] = []
  for (let each = 0; each < 102; each += 1) {
    it.advance(2_000)
    const claimer = await it.createClaimer()
    claims.push({ id: claimer._id, claimId: await it.fund(claimer) })
  }
  const cancel = ({ id, claimId }: (typeof claims)[number]) =>
    outcome(it.claims().cancel(id, claimId, { account: ALICE }))
  for (const claim of claims.slice(0, 100)) {
    expect(await cancel(claim)).toBe('ok')
    it.advance(1_000)
  }
  const [next, last] = claims.slice(100)
  if (!next || !last) throw new Error('there are 102')
  expect(await cancel(next)).toBe('RATE_LIMITED')
  it.advance(24 * HOUR_MS - 101_000)
  expect(await cancel(next)).toBe('RATE_LIMITED')
  it.advance(1_000)
  expect(await cancel(next)).toBe('ok')
  expect(await cancel(last)).toBe('RATE_LIMITED')
})
