import { describe, expect, test } from 'vitest'

import { createChainHealth } from '../../../src/services/tracking/chain-health.ts'
import { createFakeClock } from '../../fake-clock.ts'

const chain = { chain_uid: 'base', block_time_ms: 2_000 }

function setUp(oldAfterMs?: number) {
  const clock = createFakeClock()
  const health = createChainHealth(chain, clock.now, oldAfterMs)
  const states = (readTo?: number) => {
    const { state, silentMs, lagBlocks } = health.condition(readTo)
    const notice = health.notice()
    const isUnanswered = notice?.kind === 'stalled' && notice.unanswered
    return { state, silentMs, lagBlocks, notice: isUnanswered || notice }
  }
  return { clock, health, states }
}

describe('how a chain is', () => {
  test('is not known before its first answer, and nobody is told that at once', () => {
    const { states } = setUp()
    expect(states()).toMatchObject({ state: 'unreachable', notice: undefined })
  })

  test.each([
    { name: 'answers', owedMs: 9_999, state: 'ok' },
    { name: 'owes an answer for ten seconds', owedMs: 10_000, state: 'unreachable' },
  ])('while a node $name, it is $state', async ({ owedMs, state }) => {
    const { clock, health, states } = setUp()
    await health.ask(async () => 1)
    void health.ask(() => new Promise(() => undefined))
    clock.advanceMs(owedMs)
    expect(states()).toMatchObject({ state, silentMs: owedMs })
    await health.ask(async () => 1)
    expect(states()).toMatchObject({ state: 'ok' })
  })

  test('what fails again and again counts from its first try', async () => {
    const { clock, health, states } = setUp()
    await health.ask(async () => 1)
    const fail = () => health.ask(() => Promise.reject(new Error('refused'))).catch(() => undefined)
    await fail()
    clock.advanceMs(6_000)
    await fail()
    clock.advanceMs(4_000)
    expect(states()).toMatchObject({ state: 'unreachable', notice: true })
  })

  test.each([
    { readTo: 90, state: 'ok', lagBlocks: 10 },
    { readTo: 89, state: 'behind', lagBlocks: 11 },
  ])('read up to $readTo of 100 it is $state', async ({ readTo, ...known }) => {
    const { health, states } = setUp()
    await health.ask(async () => 1)
    health.saw(900, 100)
    expect(states(readTo)).toMatchObject(known)
  })

  test('a chain that answers and gives no block from the start is behind, and not well for a minute', async () => {
    const { health, states } = setUp()
    await health.ask(async () => 1)
    health.saw(40, 20)
    health.readUpTo(0)
    expect(states(undefined)).toMatchObject({ state: 'behind', lagBlocks: 20 })
  })

  test.each([
    { final: 1_029, told: undefined },
    { final: 1_030, told: 10 },
    { final: 1_100, told: 100 },
    { final: 13_000, told: 10_000 },
  ])('read up to 1000 of $final for ten seconds, it is waited for: $told', ({ final, told }) => {
    const { clock, health } = setUp()
    health.saw(final + 500, final)
    health.readUpTo(1_000)
    clock.advanceMs(9_999)
    expect(health.notice()).toBeUndefined()
    clock.advanceMs(1)
    health.tookIn()
    const notice = told && { kind: 'behind', chain_uid: 'base', blocks: told }
    expect(health.notice()).toEqual(notice)
    expect(health.condition(1_000)).toMatchObject({ isStalled: false })
    health.readUpTo(final - 29)
    expect(health.notice()).toBeUndefined()
  })

  test('blocks that come final in a crowd, and are read in seconds, hold nobody up', () => {
    const { clock, health } = setUp()
    for (const final of [1_000, 1_400, 1_800]) {
      health.saw(final + 500, final)
      clock.advanceMs(9_000)
      health.readUpTo(final)
      health.tookIn()
      expect(health.notice()).toBeUndefined()
    }
  })

  test.each([
    { name: 'a minute', oldAfterMs: undefined, afterMs: 60_000 },
    { name: 'what others go by', oldAfterMs: 30_000, afterMs: 30_000 },
  ])('without anything new for $name it stalls, not before', async ({ oldAfterMs, afterMs }) => {
    const { clock, health, states } = setUp(oldAfterMs)
    clock.advanceMs(5_000)
    await health.ask(async () => 1)
    health.tookIn()
    clock.advanceMs(afterMs - 1)
    expect(states()).toMatchObject({ state: 'ok', notice: undefined })
    clock.advanceMs(1)
    expect(states()).toMatchObject({
      state: 'stalled',
      silentMs: afterMs,
      notice: { kind: 'stalled', chain_uid: 'base' },
    })
  })

  test.each(['contradiction', 'fork'] as const)(
    'a %s is told for what it is, also once nothing new was taken in for long',
    async (doubt) => {
      const { clock, health, states } = setUp()
      await health.ask(async () => 1)
      health.doubts(doubt)
      expect(states()).toMatchObject({ state: doubt })
      clock.advanceMs(60_000)
      expect(states()).toMatchObject({ state: doubt })
      health.doubts(undefined)
      expect(states()).toMatchObject({ state: 'stalled' })
    },
  )
})
