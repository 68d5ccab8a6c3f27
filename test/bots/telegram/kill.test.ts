import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { createBotApi } from './bot-api.ts'
import { alice, group } from './run-bot.ts'
import { until } from '../../until.ts'

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
    await until(() => expect(api.shown(-100).length).toBeGreaterThan(before + 4 * kill))
    bot.kill('SIGKILL')
    await once(bot, 'exit')
  }
  const last = run()
  try {
    await until(() => expect(commands.filter((command) => answersTo(command) === 0)).toEqual([]))
    await until(() => expect(api.unconfirmed()).toEqual([]))
  } finally {
    last.kill('SIGKILL')
    await once(last, 'exit')
    await api.close()
    rmSync(dataDir, { recursive: true })
  }
  // A chat's next message goes out when the one before it is on record, so a kill cuts off one of them at most.
  expect(api.shown(-100).length).toBeLessThanOrEqual(commands.length + kills)
  expect(api.unexpected).toEqual([])
})
