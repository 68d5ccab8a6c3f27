import { expect, test } from 'vitest'

import { commands } from '../../../src/bots/commands/commands.ts'
import { menusOf } from '../../../src/bots/telegram/menus.ts'

const menus = menusOf(commands)
const offered = (type: string, language?: string) =>
  menus
    .find(({ scope, language_code }) => scope.type === type && language_code === language)
    ?.commands.map(({ command }) => command)

test.each([
  { type: 'all_private_chats', without: ['airdrop', 'giveaway', 'rain'] },
  { type: 'all_group_chats', without: ['start', 'settings'] },
  { type: 'all_chat_administrators', without: ['start'] },
])('$type are offered every command but $without, in every language', ({ type, without }) => {
  const names = commands.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(without))
  for (const language of [undefined, 'en', 'es', 'de', 'tr', 'zh'])
    expect(offered(type, language)).toEqual(names.filter((name) => !without.includes(name)))
})

test('Telegram takes every menu: names, lengths and number', () => {
  for (const { commands: menu } of menus) {
    expect(menu.length).toBeLessThanOrEqual(100)
    for (const { command, description } of menu) {
      expect(command).toMatch(/^[a-z0-9_]{1,32}$/)
      expect(description.length).toBeGreaterThan(0)
      expect(description.length).toBeLessThanOrEqual(256)
    }
  }
})
