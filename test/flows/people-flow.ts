import { beforeAll, expect, test } from 'vitest'

import { cardOf, createVouchClient, signIdOf, type VouchClient } from './vouch-client.ts'
import type { Vouch } from './vouch-process.ts'

/** What people have from the bot beside their money: who gave most, and leaving that. */
export function peopleFlow(running: () => Vouch): void {
  let client: VouchClient
  beforeAll(() => {
    client = createVouchClient(running().url)
  })
  const shown = async (chat: string, id: string) =>
    JSON.stringify((await client.message(chat, id)).card)

  test('a tip that arrived is counted on its card and in the group’s list, until its recipient leaves', async () => {
    const tip = await client.say('alice', 'lobby', '/tip @david 5 usdc')
    const tipped = cardOf(tip)
    await client.sign('alice', signIdOf(tip))
    await expect.poll(() => shown('lobby', tipped.id)).toContain('@david’s ')
    const list = cardOf(await client.say('carol', 'lobby', '/top received'))
    const row = list.card.blocks.find(({ label }) => label === '@david')
    expect(row?.value).toMatch(/^\$\d/)
    expect(JSON.stringify(list.card)).toContain('A bar for each: ')

    await client.say('david', 'dm:david', '/privacy hide')
    await expect.poll(() => shown('lobby', list.id)).not.toContain('@david')
    await expect.poll(() => shown('lobby', tipped.id)).not.toContain('@david’s ')
    const own = cardOf(await client.say('david', 'dm:david', '/top'))
    expect(JSON.stringify(own.card)).toMatch(/received: \$\d/)
    await client.say('david', 'dm:david', '/privacy show')
    await expect.poll(() => shown('lobby', list.id)).toContain('@david')
  })

  test('a plan is set, paused, resumed and removed', async () => {
    const set = cardOf(await client.say('alice', 'dm:alice', '/plan @david 5 usdc every week'))
    expect(set.card.title).toBe('5 USDC for @david, weekly')
    let list = cardOf(await client.press('alice', set.id, 'plans'))
    const press = async (label: string) => {
      const button = list.card.blocks.find((block) => block.label === label)?.action ?? ''
      list = cardOf(await client.press('alice', list.id, button))
      return JSON.stringify(list.card)
    }
    expect(await press('Pause 1')).toContain('5 USDC weekly, paused')
    expect(await press('Resume 1')).toContain('5 USDC weekly, next on ')
    expect(await press('Remove 1')).toContain('No tip of yours comes again.')
  })

  test('an alert is set, listed and removed', async () => {
    const set = cardOf(await client.say('alice', 'dm:alice', '/alert eth above 999999'))
    const list = cardOf(await client.press('alice', set.id, 'alerts'))
    expect(list.card.blocks[0]).toMatchObject({ label: '1. ETH/USD', value: 'above $999,999' })
    const remove = list.card.blocks.find(({ label }) => label === 'Remove 1')?.action ?? ''
    const after = cardOf(await client.press('alice', list.id, remove))
    expect(JSON.stringify(after.card)).toContain('You wait for no price.')
  })
}
