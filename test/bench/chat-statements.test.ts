import { afterAll, expect, test } from 'vitest'

import { countStatements } from '../../bench/bare-sqlite.ts'
import { discordStage, telegramStage, type Ask, type Stage } from '../../bench/chat-stages.ts'
import { startDiscord, startTelegram } from '../../bench/our-chat-bots.ts'

/**
 * What delivery looks for ten times a second, whatever people write; and where a transaction begins, since what comes in the same
 * turn of the event loop shares one.
 */
const LEFT_OUT =
  /from "outbox" where.*"not_before" <= |row_number\(\) over|^(?:begin|savepoint|release)/

const statements = countStatements((text) => LEFT_OUT.test(text))
const stages: Stage[] = []
afterAll(() => Promise.all(stages.map((stage) => stage.close())))

const platforms = {
  telegram: { openStage: telegramStage, start: startTelegram },
  discord: { openStage: discordStage, start: startDiscord },
}

/** What a bot of its own asks of SQLite while one person is answered so many times, up to its end. */
async function costOf(name: keyof typeof platforms, ask: Ask, times: number) {
  const { openStage, start } = platforms[name]
  const stage = await openStage()
  stages.push(stage)
  const bot = await start(':memory:', stage.url)
  statements.since()
  for (let left = times; left > 0; left -= 1) {
    const asked = stage.ask(1, ask)
    await expect.poll(() => stage.answered()).toContain(asked)
  }
  await bot.stop()
  return statements.since()
}

test.each([
  { name: 'telegram', ask: '/help', reads: 3, writes: 4 },
  { name: 'telegram', ask: '/tip', reads: 8, writes: 9 },
  { name: 'discord', ask: '/help', reads: 2, writes: 4 },
  { name: 'discord', ask: '/tip', reads: 8, writes: 9 },
] as const)('$name: one more $ask costs $reads reads and $writes writes', async (row) => {
  const { name, ask, ...each } = row
  const two = await costOf(name, ask, 2)
  const three = await costOf(name, ask, 3)
  expect({
    reads: three.reads - two.reads,
    writes: three.writes - two.writes,
  }).toEqual(each)
})
