import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSettableClock } from './settable-clock.ts'
import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import { endAll, startVouch, type Vouch } from './vouch-process.ts'

const DAY_MS = 24 * 3_600_000
const clock = createSettableClock()
let vouch: Vouch
let client: VouchClient
beforeAll(() => start())
afterAll(async () => {
  await endAll()
  clock.remove()
})

/** On what was kept, at a later time of the day. */
async function start(aheadMs = 0): Promise<void> {
  const dataDir = vouch?.dataDir
  await vouch?.stop()
  clock.setAhead(aheadMs)
  vouch = await startVouch({
    env: clock.env,
    databaseAheadMs: aheadMs,
    ...(dataDir !== undefined && { dataDir }),
  })
  client = createVouchClient(vouch.url)
}

/** What somebody was told in private beside what stood there before, the oldest first. */
const toldTo = async (persona: string, before: ReadonlySet<string>) =>
  (await client.messages(`dm:${persona}`)).filter(
    ({ id, card }) => !before.has(id) && card !== null,
  )
const standingWith = async (persona: string) =>
  new Set((await client.messages(`dm:${persona}`)).map(({ id }) => id))

test('a plan that comes due while the server is away is told once, signed, and claimed; the next time it is told again, until it is removed', async () => {
  const made = cardOf(await client.say('alice', 'dm:alice', '/plan @carol 2 usdc every day'))
  expect(made.card.title).toBe('2 USDC for @carol, daily')
  const before = await client.balance('alice', 'base', 'usdc')
  let from = await standingWith('alice')

  await start(3 * DAY_MS) // it came due three times
  await expect.poll(() => toldTo('alice', from)).toHaveLength(1)
  const due = await toldTo('alice', from)
  expect(cardOf(due).card.title).toBe('Tip 2 USDC to @carol')
  await client.sign('alice', signIdOf(due))
  const title = async () => (await client.message('dm:alice', cardOf(due).id)).card?.title
  await expect.poll(title).toBe('@carol can claim 2 USDC')
  await client.say('carol', 'dm:carol', '/claim all to base')
  await expect.poll(title).toContain('was paid 2 USDC')
  expect(await client.balance('alice', 'base', 'usdc')).toBe(before - 2_000_000n)

  from = await standingWith('alice')
  const tips = async () =>
    (await toldTo('alice', from)).filter(({ card }) => card?.title === 'Tip 2 USDC to @carol')
  await start(4 * DAY_MS)
  await expect.poll(tips).toHaveLength(1)
  expect(signIdOf(await tips())).not.toBe(signIdOf(due))

  const list = cardOf(await client.say('alice', 'dm:alice', '/plan'))
  const remove = list.card.blocks.find(({ label }) => label === 'Remove 1')?.action ?? ''
  const [left] = await client.press('alice', list.id, remove)
  expect(JSON.stringify(left?.card)).not.toContain('@carol')
  await client.say('alice', 'dm:alice', '/plan @david 3 usdc every day') // is looked at beside it
  from = await standingWith('alice')
  await start(6 * DAY_MS)
  const told = async () => (await toldTo('alice', from)).map(({ card }) => card?.title)
  await expect.poll(told).toContain('Tip 3 USDC to @david')
  expect(await tips()).toEqual([])
})

test('a price that somebody waits for is told once, when a swap has brought it there', async () => {
  const refused = cardOf(await client.say('bobby', 'dm:bobby', '/alert eth above 1'))
  const [, price = ''] = /reached already: 1 ETH = \$(\d+)/.exec(refused.card.title) ?? []
  const set = cardOf(await client.say('bobby', 'dm:bobby', `/alert eth above ${Number(price) + 1}`))
  expect(set.card.title).toBe('I will tell you')
  const from = await standingWith('bobby')

  const swap = await client.say('alice', 'dm:alice', '/swap 500 usdc eth')
  await client.sign('alice', signIdOf(swap))
  const swapped = async () => JSON.stringify(await client.message('dm:alice', cardOf(swap).id))
  await expect.poll(swapped).toMatch(/Swapped .* USDC for ETH/)
  await start(7 * DAY_MS) // prices are looked at once a minute, and at a start
  await expect.poll(() => toldTo('bobby', from)).toHaveLength(1)
  const [told] = await toldTo('bobby', from)
  expect(JSON.stringify(told?.card)).toContain('You waited for ETH to be worth')

  const list = cardOf(await client.say('bobby', 'dm:bobby', '/alert'))
  expect(JSON.stringify(list.card)).toContain('You wait for no price.')
  expect((await toldTo('bobby', from)).map(({ id }) => id)).toEqual([told?.id, list.id])
})
