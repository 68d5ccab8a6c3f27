import { beforeEach, describe, expect, test } from 'vitest'

import { createDispatch } from '../../../src/bots/dispatch/dispatch.ts'
import { settings } from '../../../src/bots/commands/settings.ts'
import { readEmoji } from '../../../src/bots/reading/read-emoji.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { account, createStandInServices, ON_BASE, speaker } from '../commands/stand-in-services.ts'

const admin = speaker('carol', { isAdmin: async () => true })
const alice = speaker('alice')
const bobby = { account: account('bobby'), name: '@bobby' }

let stand = createStandInServices()
beforeEach(() => {
  stand = createStandInServices(openDatabase(':memory:').db)
  stand.known.wallets.set('id-alice', [ON_BASE])
  stand.known.balances.set('base/usdc', 900_000_000n)
})
const set = async (value: string) =>
  (await settings.run(`reaction ${value}`, admin, stand.services)).card
function react(emoji: string, author = bobby, limits?: () => Promise<'answer' | 'silence'>) {
  const dispatch = createDispatch({
    services: stand.services,
    commands: [],
    actions: [],
    log: { error: () => undefined },
    newId: () => 'r1',
    ...(limits && { limits }),
  })
  return dispatch.runReaction({ emoji, author: async () => author }, alice)
}

describe('a reaction', () => {
  test('that the group has set asks for the tip; any other, and one’s own message, for nothing', async () => {
    expect(await react('❤️')).toBeUndefined()
    const card = await set('❤ 1.5 usdc')
    expect(JSON.stringify(card)).toContain('❤ tips 1.5 USDC')
    for (const form of ['❤', '❤️'])
      expect(await react(form)).toMatchObject({
        card: { title: 'Tip 1.5 USDC to @bobby' },
        audience: 'asker',
        live: { view: 'tip' },
      })
    expect(await react('🔥')).toBeUndefined()
    expect(await react('❤', { account: account('alice'), name: '@alice' })).toBeUndefined()
    expect(await react('❤', { account: account('vouch'), name: '@vouch' })).toBeUndefined()
    await set('none')
    expect(await react('❤')).toBeUndefined()
  })

  test('is held against the group’s limits, and counts as a press where it stands for something', async () => {
    await set('🔥 5 usdc')
    await settings.run('largest-tip 1 usdc', admin, stand.services)
    expect((await react('🔥'))?.card.tone).toBe('error')
    let counted = 0
    const limits = async () => ((counted += 1) > 1 ? ('silence' as const) : ('answer' as const))
    await react('👍', bobby, limits)
    expect(counted).toBe(0)
    await react('🔥', bobby, limits)
    expect(await react('🔥', bobby, limits)).toBeUndefined()
  })

  test.each([
    ['🔥', 'I cannot set it to'],
    ['x 1 usdc', 'I cannot set it to'],
    ['🔥🔥 1 usdc', 'I cannot set it to'],
    ['🔥 1', 'Which token?'],
    ['🔥 1 usdc more', 'I cannot set it to'],
    ['', 'What is it to be set to?'],
  ])('/settings reaction %s is refused: %s', async (value, problem) => {
    await expect(set(value)).rejects.toThrow(problem)
  })
})

test.each([
  ['❤️', '❤'],
  ['❤', '❤'],
  ['👨‍👩‍👧', '👨‍👩‍👧'],
  ['👍🏽', '👍🏽'],
  ['ok', undefined],
  ['7', undefined],
  ['', undefined],
])('readEmoji(%s)', (word, emoji) => {
  expect(readEmoji(word)).toBe(emoji)
})
