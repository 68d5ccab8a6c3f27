import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { openDatabase } from '../src/store/database.ts'
import { followCrowd, numbersFrom, type DrillTime } from '../test/bots/telegram/follow-crowd.ts'
import { sleep } from '../test/bots/telegram/run-bot.ts'
import { createHeldTime } from '../test/held-time.ts'
import { sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { withFolder } from './with-folder.ts'

const MOST_MS = 5_000
const MACHINE_TIME: DrillTime = {
  now: () => new Date(),
  sleep,
  pass: (ms) => pass(ms),
  calling: (call) => call(),
}

/** `--followers n`. The short form holds the clock itself. */
export const followers: Drill = {
  name: 'followers',
  about:
    '10,000 people in Telegram follow a transaction that changes 12 times: no message out of turn, all see the end, answers within 5 s',
  control: "one follower's edits are answered and not shown",
  run: (options) => withFolder((folder) => follow(options, folder)),
}

async function follow(options: DrillOptions, folder: string) {
  const { seed, short, broken, args } = options
  const { values } = parseArgs({ args: [...args], options: { followers: { type: 'string' } } })
  const count = sizeOf(options, values.followers, { long: 10_000, brief: 60 })
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const database = openDatabase(folder)
  const outcome = await followCrowd({
    db: database.db,
    time: short || broken ? createHeldTime() : MACHINE_TIME,
    followers: count,
    changes: 12,
    betweenChangesMs: 5_000,
    betweenAsksMs: 500,
    random: numbersFrom(seed),
    refused: 0.005,
    swallows: broken,
  })
  database.close()
  const { unexpected, warnings, behind, edits, answers, p99Ms } = outcome
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const cpu = ((user + system) / 1e4 / seconds).toFixed(0)
  return {
    done: `${count} followers`,
    numbers: `${edits} edits, ${answers} answers, 99 of 100 within ${p99Ms} ms, ${cpu} % of a core`,
    problems: [
      ...unexpected,
      ...warnings,
      ...(behind === 0 ? [] : [`${behind} followers did not see the end`]),
      ...(p99Ms <= MOST_MS ? [] : [`answers take longer than ${MOST_MS} ms`]),
    ],
  }
}
