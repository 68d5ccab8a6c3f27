import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { judge, USD, type Limits, type Spent } from '../../src/signer/limits.ts'
import { limitsOn, readSignerConfig } from '../../src/signer/signer-config.ts'
import { createWorth } from '../../src/signer/worth.ts'
import { NO_LIMITS } from '../claims/test-signer.ts'
import { sampleNetwork } from '../core/sample-network.ts'

const NOW = new Date('2026-01-02T00:00:00Z')
const MINUTE_MS = 60_000
const usd = (whole: number) => BigInt(whole) * USD
const ago = (minutes: number, whole: number): Spent => ({
  usd: usd(whole),
  at: new Date(NOW.getTime() - minutes * MINUTE_MS),
})
const CAPS: Limits = {
  perClaim: usd(100),
  perHour: usd(200),
  perDay: usd(300),
  approveAbove: undefined,
}

describe('what may be signed', () => {
  const free = { spent: [], isApproved: false }
  test.each<{
    name: string
    limits?: Limits
    asked: { usd: bigint | undefined; spent: readonly Spent[]; isApproved: boolean }
    answer: object | undefined
  }>([
    { name: 'as much as a claim may be', asked: { ...free, usd: usd(100) }, answer: undefined },
    {
      name: 'a bit more',
      asked: { ...free, usd: usd(100) + 1n },
      answer: { refused: 'too_large' },
    },
    {
      name: 'what no approval makes smaller',
      asked: { ...free, usd: usd(101), isApproved: true },
      answer: { refused: 'too_large' },
    },
    {
      name: 'what fills the hour',
      asked: { ...free, usd: usd(50), spent: [ago(59, 90), ago(1, 60)] },
      answer: undefined,
    },
    {
      name: 'a bit more than the hour has left, told when there is room',
      asked: { ...free, usd: usd(50) + 1n, spent: [ago(59, 90), ago(1, 60)] },
      answer: { refused: 'over_limit', retryAfterSec: 60 },
    },
    {
      name: 'what has to wait until several are an hour ago',
      asked: { ...free, usd: usd(100), spent: [ago(50, 20), ago(30, 40), ago(10, 100)] },
      answer: { refused: 'over_limit', retryAfterSec: 30 * 60 },
    },
    {
      name: 'what was an hour ago',
      asked: { ...free, usd: usd(100), spent: [ago(60, 200)] },
      answer: undefined,
    },
    {
      name: 'a bit more than the day has left',
      asked: { ...free, usd: usd(50), spent: [ago(23 * 60, 200), ago(120, 51)] },
      answer: { refused: 'over_limit', retryAfterSec: 3600 },
    },
    {
      name: 'what was yesterday',
      asked: { ...free, usd: usd(50), spent: [ago(24 * 60, 300)] },
      answer: undefined,
    },
    {
      name: 'what has no price',
      asked: { ...free, usd: undefined },
      answer: { refused: 'needs_approval' },
    },
    {
      name: 'what has no price, once somebody has looked at it',
      asked: { ...free, usd: undefined, isApproved: true },
      answer: undefined,
    },
    {
      name: 'more than goes without a second look',
      limits: { ...CAPS, approveAbove: usd(10) },
      asked: { ...free, usd: usd(11) },
      answer: { refused: 'needs_approval' },
    },
    {
      name: 'the same, after it',
      limits: { ...CAPS, approveAbove: usd(10) },
      asked: { ...free, usd: usd(11), isApproved: true },
      answer: undefined,
    },
    {
      name: 'anything, without limits',
      limits: NO_LIMITS,
      asked: { usd: undefined, spent: [ago(1, 10 ** 9)], isApproved: false },
      answer: undefined,
    },
  ])('$name', ({ limits = CAPS, asked, answer }) => {
    expect(judge(limits, { ...asked, spent: () => asked.spent, now: NOW })).toEqual(answer)
  })

  test('whatever is asked for when, no hour and no day gets more than its cap, and waits are as long as told', () => {
    const step = fc.record({
      minutes: fc.integer({ min: 0, max: 200 }),
      cents: fc.integer({ min: 1, max: 12_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const spent: Spent[] = []
        let atMs = NOW.getTime()
        for (const { minutes, cents } of steps) {
          atMs += minutes * MINUTE_MS
          const asked = { usd: (BigInt(cents) * USD) / 100n, spent: () => spent, isApproved: false }
          const answer = judge(CAPS, { ...asked, now: new Date(atMs) })
          if (!answer) spent.push({ usd: asked.usd, at: new Date(atMs) })
          else if (answer.refused === 'over_limit') {
            const later = new Date(atMs + (answer.retryAfterSec ?? 0) * 1000)
            expect(judge(CAPS, { ...asked, now: later })).toBeUndefined()
          }
        }
        const most = (windowMs: number) =>
          spent.map(({ at }) =>
            spent
              .filter((each) => each.at <= at && each.at.getTime() > at.getTime() - windowMs)
              .reduce((sum, each) => sum + each.usd, 0n),
          )
        expect(most(60 * MINUTE_MS).every((sum) => sum <= usd(200))).toBe(true)
        expect(most(24 * 60 * MINUTE_MS).every((sum) => sum <= usd(300))).toBe(true)
      }),
    )
  })
})

test('worth is by the highest price of the last day: a price that is pushed down makes no room', async () => {
  let nowMs = NOW.getTime()
  let price = '2500'
  const worth = createWorth({
    network: sampleNetwork,
    prices: async () => new Map([['eth', price]]),
    now: () => new Date(nowMs),
  })
  const ofOneEth = () => worth.of({ token: 'eth', amount: 10n ** 18n })
  const at = async (hours: number, now: string) => {
    nowMs = NOW.getTime() + hours * 60 * MINUTE_MS
    price = now
    return (await ofOneEth()) ?? 0n
  }
  expect(await at(0, '2500')).toBe(usd(2500))
  expect(await at(1, '1')).toBe(usd(2500))
  expect(await at(2, '3000')).toBe(usd(3000))
  expect(await at(25, '100.5')).toBe(usd(3000))
  expect(await at(26, '90')).toBe((201n * USD) / 2n)
  expect(await worth.of({ token: 'usdc', amount: 1n })).toBeUndefined()
})

describe('the limits in force', () => {
  const base = { NETWORK: 'network.json', SIGNER_TOKEN: 't'.repeat(32) }
  const APPROVER = Buffer.alloc(32, 1).toString('base64')
  test.each<{ name: string; env?: Record<string, string>; local?: true; limits: object }>([
    {
      name: 'the usual ones on a network with real money',
      limits: {
        perClaim: usd(1000),
        perHour: usd(5000),
        perDay: usd(20_000),
        approveAbove: undefined,
      },
    },
    { name: 'none on a local one', local: true, limits: NO_LIMITS },
    {
      name: 'as configured, also on a local one',
      env: { SIGNER_CLAIM_USD: '7', SIGNER_APPROVE_ABOVE_USD: '5', SIGNER_APPROVER: APPROVER },
      local: true,
      limits: { ...NO_LIMITS, perClaim: usd(7), approveAbove: usd(5) },
    },
    {
      name: 'none where an operator says so',
      env: {
        SIGNER_CLAIM_USD: 'none',
        SIGNER_HOUR_USD: 'none',
        SIGNER_DAY_USD: 'none',
        SIGNER_APPROVE_ABOVE_USD: 'none',
      },
      limits: NO_LIMITS,
    },
  ])('$name', ({ env, local, limits }) => {
    expect(limitsOn(readSignerConfig({ ...base, ...env }).caps, { local })).toMatchObject(limits)
  })

  test.each([
    { env: { SIGNER_CLAIM_USD: '1.5' }, says: 'SIGNER_CLAIM_USD must be whole USD, or "none"' },
    { env: { SIGNER_HOUR_USD: '-1' }, says: 'SIGNER_HOUR_USD must be' },
    { env: { SIGNER_TOKEN: 'short' }, says: 'SIGNER_TOKEN must be 32 characters or more' },
    { env: { SIGNER_TOKEN: '' }, says: 'SIGNER_TOKEN must be set' },
    { env: { SIGNER_TOKEN: ' '.repeat(40) }, says: 'SIGNER_TOKEN must be set' },
    { env: { NETWORK: '' }, says: 'NETWORK must be the path of the network file' },
    { env: { SIGNER_KEY: 'c2hvcnQ=' }, says: 'SIGNER_KEY must be base64 of 32 bytes' },
    { env: { SIGNER_APPROVE_ABOVE_USD: '5' }, says: 'needs SIGNER_APPROVER' },
  ])('a configuration that cannot be used is refused by name: $says', ({ env, says }) => {
    expect(() => readSignerConfig({ ...base, ...env })).toThrow(says)
  })
})
