import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

import { openDatabase } from '../src/store/database.ts'
import { followCrowd, numbersFrom } from '../test/bots/telegram/follow-crowd.ts'
import { sleep } from '../test/bots/telegram/run-bot.ts'

// Ten thousand people in Telegram follow one transaction that changes twelve times, while others ask for something: no message
// goes out while Telegram asks to wait, everybody sees the end, and 99 of 100 answers come within five seconds.
//   npm run drill:followers [-- followers [seed]]
const FOLLOWERS = Number(process.argv[2] ?? 10_000)
const SEED = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const MOST_MS = 5_000

console.log(`${FOLLOWERS} followers, seed ${SEED}`)
const dataDir = mkdtempSync(join(tmpdir(), 'drill-followers-'))
const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
const database = openDatabase(dataDir)
const outcome = await followCrowd({
  db: database.db,
  time: {
    now: () => new Date(),
    sleep,
    pass: (ms) => pass(ms),
    calling: (call) => call(),
  },
  followers: FOLLOWERS,
  changes: 12,
  betweenChangesMs: 5_000,
  betweenAsksMs: 500,
  random: numbersFrom(SEED),
  refused: 0.005,
})
database.close()
rmSync(dataDir, { recursive: true })

const { unexpected, warnings, behind, edits, answers, p99Ms } = outcome
const seconds = (performance.now() - startedAt) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
const cpu = ((user + system) / 1e4 / seconds).toFixed(0)
console.log(`${edits} edits and ${answers} answers in ${seconds.toFixed(0)} s, ${cpu} % of a core`)
console.log(`99 of 100 answers within ${p99Ms} ms`)
const problems = [
  ...unexpected,
  ...warnings,
  ...(behind === 0 ? [] : [`${behind} followers did not see the end`]),
  ...(p99Ms <= MOST_MS ? [] : [`answers take longer than ${MOST_MS} ms`]),
]
for (const problem of problems.slice(0, 20)) console.log(`PROBLEM ${problem}`)
console.log(problems.length === 0 ? 'drill passed' : `drill FAILED: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
