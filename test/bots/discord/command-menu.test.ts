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

test('what a command and its fields do is said in every language of ours, and none is cut', () => {
  const described = menu.flatMap((entry) => (entry.type === 1 ? [entry, ...entry.options] : []))
  for (const { description, description_localizations: others = {} } of described) {
    const all = [description, ...Object.values(others)]
    expect(all).toHaveLength(6)
    expect(new Set(Object.values(others))).not.toContain(description)
    expect(all.filter((text) => text.length === 100)).toEqual([])
  }
})
