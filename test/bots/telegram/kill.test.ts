import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

import { createBotApi } from './bot-api.ts'
import { alice, group } from './run-bot.ts'

test('under kill -9 every command is answered, and at most one message a kill comes twice', async () => {
  const api = await createBotApi()
  const dataDir = mkdtempSync(join(tmpdir(), 'killed-bot-'))
  const run = () =>
    spawn(process.execPath, [join(import.meta.dirname, 'run-killable-bot.ts'), dataDir, api.url], {
      stdio: 'inherit',
    })
  const commands = Array.from({ length: 60 }, (_, n) => `note-${n}-`)
  const answersTo = (command: string) =>
    api.shown(-100).filter(({ text }) => text.includes(command)).length
  const kills = 2
  for (let kill = 0; kill < kills; kill += 1) {
    const bot = run()
    const before = api.shown(-100).length
    for (const [n, command] of commands.entries())
      if (n % kills === kill)
        api.say({ ...alice, id: 100 + n, username: `user${n}` }, group, `/tip ${command}`)
    await vi.waitFor(() => expect(api.shown(-100).length).toBeGreaterThan(before), {
      timeout: 25_000,
      interval: 1,
    })
    await pass(kill * 3)
    bot.kill('SIGKILL')
    await once(bot, 'exit')
  }
  const last = run()
  try {
    await vi.waitFor(
      () => expect(commands.filter((command) => answersTo(command) === 0)).toEqual([]),
      { timeout: 25_000, interval: 20 },
    )
    await vi.waitFor(() => expect(api.unconfirmed()).toEqual([]), { timeout: 5_000 })
  } finally {
    last.kill('SIGKILL')
    await once(last, 'exit')
    await api.close()
    rmSync(dataDir, { recursive: true })
  }
  // A chat's messages go out one by one, so a kill cuts at most one off from the record that it was sent.
  expect(api.shown(-100).length).toBeLessThanOrEqual(commands.length + kills)
  expect(api.unexpected).toEqual([])
}, 60_000)
