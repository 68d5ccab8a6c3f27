import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'

import { priceReachedView } from '../src/bots/cards/price-alert.ts'
import { TELEGRAM_LIMITS } from '../src/bots/telegram/pace.ts'
import { createAlertPass } from '../src/services/market/price-alerts.ts'
import { createAlertStore } from '../src/store/chats/alert-store.ts'
import { openDatabase } from '../src/store/database.ts'
import { createAccountStore } from '../src/store/people/account-store.ts'
import { createBotApi } from '../test/bots/telegram/bot-api.ts'
import { runBot } from '../test/bots/telegram/run-bot.ts'
import { createHeldTime } from '../test/held-time.ts'
import { countStatements } from './bare-sqlite.ts'
import { report } from './figures.ts'
import { liveHeapBytes } from './live-heap.ts'

/**
 * One price reaches the alerts of 10,000 people, the most that one event has to tell: how close to Telegram's limit their notices go out, and what one
 * costs. The outbox, delivery and SQLite are the real ones, the far end a stand-in for Telegram that refuses what is too fast. The clock is held, so the minutes that
 * it takes do not pass.
 *   npm run bench -- notices 1000      of so many people
 */
const PEOPLE = Number(process.argv[2] ?? 10_000)
const PER_SECOND = TELEGRAM_LIMITS.sendsPerSecond - TELEGRAM_LIMITS.keptForAnswers
const FIRST = 10_000

const dir = mkdtempSync(join(tmpdir(), 'vouch-notices-bench-'))
const { db, close } = openDatabase(dir)
const time = createHeldTime()
const api = await createBotApi({
  pace: {
    now: time.now,
    betweenMs: TELEGRAM_LIMITS.betweenSendsMs,
    groupPerMinute: TELEGRAM_LIMITS.groupSendsPerMinute,
    perSecond: TELEGRAM_LIMITS.sendsPerSecond,
    refuse: () => undefined,
  },
})
const { delivery, logged } = runBot({
  db,
  apiRoot: api.url,
  limits: TELEGRAM_LIMITS,
  time,
  views: { 'price-reached': priceReachedView },
  calling: time.calling,
})
const accounts = createAccountStore(db)
const alerts = createAlertStore(db)
for (let nth = 0; nth < PEOPLE; nth += 1) {
  const id = `${FIRST + nth}`
  const owner = { platform: 'telegram', userId: id, handle: `person_${id}` } as const
  await accounts.remember(owner, 'telegram', id, time.now())
  api.plant(Number(id), 'welcome')
  const alert = { id, owner, token: 'eth', other: undefined, side: 'above', target: 1n } as const
  await alerts.add(alert, 1, time.now())
}
await createAlertPass(alerts)(new Map([['eth', '3000']]), time.now())

const statements = countStatements()
const cpu = process.cpuUsage()
const startMs = time.now().getTime()
const told = new Set<unknown>()
let sent = 0
let early = 0
let endMs = startMs
let seconds = 0
delivery.start()
while (sent < PEOPLE && seconds < (PEOPLE / PER_SECOND) * 3 + 10) {
  await time.pass(1_000)
  seconds += 1
  for (const { method, payload } of api.calls.splice(0)) {
    if (method !== 'sendMessage') continue
    endMs = time.now().getTime()
    sent += 1
    told.add(payload['chat_id'])
    api.shown(Number(payload['chat_id'])).splice(0) // the stand-in's memory is not ours
  }
  if (early === 0 && sent >= PEOPLE / 5) early = liveHeapBytes()
}
const { user, system } = process.cpuUsage(cpu)
const { reads, writes, commits } = statements.since()
const growth = liveHeapBytes() / early
await Promise.all([delivery.stop(), time.pass(1_000)])
await api.close()
close()
rmSync(dir, { recursive: true, force: true })
if (sent !== PEOPLE || told.size !== PEOPLE || logged.length > 0 || api.unexpected.length > 0)
  throw new Error(
    `${told.size} of ${PEOPLE} were told, by ${sent} messages; ${[...logged, ...api.unexpected].slice(0, 3).join('; ')}`,
  )

const rate = (sent * 1_000) / (endMs - startMs) / PER_SECOND
const cpuMs = (user + system) / 1_000 / sent
const each = (count: number) => (count / sent).toFixed(1)
console.log(
  `${sent} notices in ${(endMs - startMs) / 1_000} s of the held clock: ${rate.toFixed(2)} of ${PER_SECOND} a second; each ${cpuMs.toFixed(2)} ms of processor time with the stand-in, ` +
    `${each(reads)} reads, ${each(writes)} writes, ${each(commits)} synced; memory from the first fifth to the last ${growth.toFixed(3)}; load ${loadavg()[0]?.toFixed(1)}`,
)
report('of the rate for bulk', rate, 'x', { atLeast: 0.99 })
report('processor time of one', cpuMs, 'ms')
report('reads of one', reads / sent, 'calls')
report('memory, last to first fifth', growth, 'x', { atMost: 1.1 })
