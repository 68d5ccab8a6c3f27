import { expect, test } from 'vitest'

import { commands } from '../../../src/bots/commands/commands.ts'
import { commandMenu } from '../../../src/bots/discord/command-menu.ts'
import { menuLabels } from '../../../src/bots/discord/read-interaction.ts'
import { Menu } from './discord-payloads.ts'

const menu = Menu.parse(commandMenu(commands))

test('the menus of a person and of a message are named in every language of ours', () => {
  const named = menu.flatMap((entry) => (entry.type === 1 ? [] : [entry]))
  expect(named.map(({ name }) => name)).toEqual(commands.flatMap(menuLabels))
  for (const { name, name_localizations: names = {} } of named) {
    expect(Object.keys(names).toSorted()).toEqual(['de', 'es-419', 'es-ES', 'tr', 'zh-CN'])
    expect(Object.values(names)).not.toContain(name)
  }
})

test('the fields of a command are named in every language, as Discord takes names, and each once', () => {
  const rule = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
  for (const entry of menu) {
    if (entry.type !== 1) continue
    expect(entry.name).toMatch(rule)
    for (const locale of [undefined, 'de', 'es-419', 'es-ES', 'tr', 'zh-CN'] as const) {
      const names = entry.options.map(({ name, name_localizations: others }) =>
        locale === undefined ? name : others[locale],
      )
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) {
        expect(name).toMatch(rule)
        expect(name).toBe(name?.toLowerCase())
      }
    }
  }
})

test('a server hides no command from its members: each has something of theirs', () => {
  const restricted = menu.filter((entry) => 'default_member_permissions' in entry)
  expect(restricted).toEqual([])
})

test('what a command and its fields do is said in every language of ours, and none is cut', () => {
  const described = menu.flatMap((entry) => (entry.type === 1 ? [entry, ...entry.options] : []))
  for (const { description, description_localizations: others = {} } of described) {
    const all = [description, ...Object.values(others)]
    expect(all).toHaveLength(6)
    expect(new Set(Object.values(others))).not.toContain(description)
    expect(all.filter((text) => text.length === 100)).toEqual([])
  }
})
