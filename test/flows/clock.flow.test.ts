import { afterAll, expect, test } from 'vitest'

import { createSettableClock } from './settable-clock.ts'
import { cardOf, createVouchClient, signIdOf } from './vouch-client.ts'
import { endAll, startVouch } from './vouch-process.ts'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS
const clock = createSettableClock()
afterAll(async () => {
  await endAll()
  clock.remove()
})

test('a machine whose clock jumps a year ahead and then an hour back: nothing is returned, everybody is answered, and what waits is paid', async () => {
  const { env } = clock
  const first = await startVouch({ env })
  let client = createVouchClient(first.url)
  const usdcOf = (name: string) => client.balance(name, 'base', 'usdc')
  const before = await usdcOf('bobby')
  /** Has Alice tip somebody until they can claim it, and gives what the tip's card says. */
  async function tip(name: string) {
    const asked = await client.say('alice', 'lobby', `/tip @${name} 5 usdc`)
    await client.sign('alice', signIdOf(asked))
    const title = async () => (await client.message('lobby', cardOf(asked).id)).card?.title
    await expect.poll(title).toBe(`@${name} can claim 5 USDC`)
    return title
  }
  const title = await tip('bobby')
  for (const aheadMs of [YEAR_MS, -HOUR_MS]) {
    clock.setAhead(aheadMs)
    const other = await tip('carol') // many rounds of everything that gives back
    expect(await other()).toBe('@carol can claim 5 USDC')
    expect(await title()).toBe('@bobby can claim 5 USDC')
  }

  await first.stop()
  const again = await startVouch({ dataDir: first.dataDir, env })
  client = createVouchClient(again.url)
  await client.say('bobby', 'dm:bobby', '/claim all to base')
  await expect.poll(title).toContain('was paid 5 USDC')
  expect(await usdcOf('bobby')).toBe(before + 5_000_000n)
})
