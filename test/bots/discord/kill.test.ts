import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createDiscordApi } from './discord-api.ts'
import { alice, bobby, lobby } from './run-bot.ts'
import { until } from '../../until.ts'

test('under kill -9 every command whose answer was announced is answered, and none twice', async () => {
  const api = await createDiscordApi()
  api.join(lobby.id)
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-bot-'))
  const run = () =>
    spawn(process.execPath, [join(import.meta.dirname, 'run-killable-bot.ts'), dataDir, api.url], {
      stdio: 'inherit',
    })
  const answersTo = (note: string) =>
    api.shown(lobby.id).filter(({ text }) => text.includes(note)).length

  const first = run()
  await until(() => expect(api.menu()).not.toEqual([]))
  const tips = Array.from({ length: 60 }, (_, n) => {
    const author = { ...alice, id: `${200 + n}`, username: `user${n}` }
    const note = `note-${n}-`
    return {
      note,
      interaction: api.command(author, lobby, 'tip', {
        to: bobby,
        amount: '5',
        token: 'usdc',
        note,
      }),
    }
  })
  const [early, late] = [tips.slice(0, 20), tips.slice(20)]
  for (const { interaction } of early) api.dispatch(interaction)
  await until(() => expect(api.shown(lobby.id).length).toBeGreaterThan(0))
  for (const { interaction } of late) api.dispatch(interaction)
  await until(() =>
    expect(late.some(({ interaction }) => api.first(interaction) !== undefined)).toBe(true),
  )
  first.kill('SIGKILL')
  await once(first, 'exit')
  const announced = tips.filter(({ interaction }) => api.first(interaction) !== undefined)
  const answered = announced.filter(({ note }) => answersTo(note) > 0)

  const second = run()
  try {
    await until(() => expect(announced.filter(({ note }) => answersTo(note) === 0)).toEqual([]))
  } finally {
    second.kill('SIGKILL')
    await once(second, 'exit')
    await api.stop()
    rmSync(dataDir, { recursive: true })
  }
  expect(answered.length).toBeLessThan(announced.length) // it was killed in the middle of them
  expect(tips.filter(({ note }) => answersTo(note) > 1)).toEqual([])
  expect(api.unexpected).toEqual([])
})
