import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Usage } from './chat-bot.ts'
import { discordStage, telegramStage, type Ask, type Stage } from './chat-stages.ts'
import { median, quantile } from '../drill/quantile.ts'
import { report } from './figures.ts'

/**
 * How many commands our bots answer in a second, beside bare bots of the same libraries: each in a process of its own, against
 * stand-ins for Telegram and Discord that take every call at once, in turn, warm. Both make the same calls (Telegram: one
 * message; Discord: an answer announced, then set). A bare bot always answers the same ready-made words and keeps nothing. Ours
 * stores each update and answer on the disk before it goes on, so that neither is lost or doubled; for `/tip` it also stores a
 * transaction to sign, and looks again at the card that follows it. Chains are played in memory.
 *   npm run bench -- chats             a minute
 *   npm run bench -- chats 100000      then the memory of ours after so many updates, half of them tips
 */
const MEMORY_UPDATES = Number(process.argv[2] ?? 0)
const MEMORY_AT = [1_000, 10_000, 50_000, 100_000]
const ROUND_UPDATES = 300
const WARM_UP_ROUNDS = 3
const ROUNDS = 7
/** People who write at the same time, each again as soon as they are answered. */
const PEOPLE = 50
const ASKS: readonly Ask[] = ['/help', '/tip']
/** What happens for each command, beside the platform's calls. */
const DOES: Record<Ask | 'bare', string> = {
  bare: 'bare bot (ready-made words, nothing kept)',
  '/help': 'ours, /help (update and answer stored)',
  '/tip': 'ours, /tip (update, answer, transaction and live card stored)',
}

type Round = { perSecond: number; cpuMicros: number; latenciesMs: number[] }
const dataDirs: string[] = []

/** A bot in a process of its own on a platform of its own. */
async function startBot(name: string, stage: Stage) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-bench-'))
  dataDirs.push(dataDir)
  const bot = fork(
    fileURLToPath(new URL('./chat-bot.ts', import.meta.url)),
    [name, dataDir, stage.url],
    { execArgv: [...process.execArgv, '--expose-gc'] }, // so that --cpu-prof reaches it
  )
  await once(bot, 'message')

  async function usage(wanted: 'cpu' | 'memory'): Promise<Usage> {
    bot.send(wanted)
    const [told] = (await once(bot, 'message')) as [Usage] // what chat-bot.ts answers
    return told
  }

  /** So many commands, each person's next one after the answer to the last. */
  async function answer(count: number, whatIs: (nth: number) => Ask): Promise<Round> {
    const latenciesMs: number[] = []
    const asked = new Map<string, { person: number; atMs: number }>()
    let left = count
    const ask = (person: number) => {
      left -= 1
      asked.set(stage.ask(person, whatIs(left)), { person, atMs: performance.now() })
    }
    const { cpuMicros: before } = await usage('cpu')
    const startMs = performance.now()
    for (let person = 0; person < Math.min(PEOPLE, count); person += 1) ask(person)
    for (let heardMs = startMs; asked.size > 0; await sleep(1)) {
      const nowMs = performance.now()
      for (const key of stage.answered()) {
        const question = asked.get(key)
        if (!question) continue
        asked.delete(key)
        latenciesMs.push(nowMs - question.atMs)
        heardMs = nowMs
        if (left > 0) ask(question.person)
      }
      if (nowMs - heardMs > 30_000)
        throw new Error(`${name} left ${asked.size} questions without an answer for 30 s`)
    }
    const seconds = (performance.now() - startMs) / 1_000
    const { cpuMicros: after } = await usage('cpu')
    return { perSecond: count / seconds, cpuMicros: (after - before) / count, latenciesMs }
  }

  return {
    answer,
    memory: () => usage('memory'),
    async stop(): Promise<void> {
      bot.disconnect()
      await once(bot, 'exit')
      await stage.close()
      if (stage.unexpected.length > 0)
        throw new Error(
          `${name} did what no bot should: ${stage.unexpected.slice(0, 3).join('; ')}`,
        )
    },
  }
}
type Bot = Awaited<ReturnType<typeof startBot>>

const load = () => `load ${loadavg()[0]?.toFixed(1)}`

function figuresOf(rounds: readonly Round[]): string {
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  const all = rounds.flatMap(({ latenciesMs }) => latenciesMs)
  return [
    `${middle(({ perSecond }) => perSecond).toFixed(0)}/s`,
    `p50 ${median(all).toFixed(0)} ms`,
    `p99 ${quantile(0.99, all).toFixed(0)} ms`,
    `CPU ${(middle(({ cpuMicros }) => cpuMicros) / 1_000).toFixed(2)} ms each`,
  ].join(', ')
}

/** Rounds in turn, and of each the ratio to the bare bot's beside it. */
async function compare(
  { platform, calls, goals }: { platform: string; calls: string; goals: Record<Ask, number> },
  ours: Bot,
  bare: Bot,
): Promise<void> {
  const rounds: Record<Ask | 'bare', Round[]> = { '/help': [], '/tip': [], bare: [] }
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    if (round === 0) for (const warmUp of Object.values(rounds)) warmUp.splice(0)
    rounds.bare.push(await bare.answer(ROUND_UPDATES, () => '/help'))
    for (const what of ASKS) rounds[what].push(await ours.answer(ROUND_UPDATES, () => what))
  }
  console.log(
    `${platform}, ${calls}, ${PEOPLE} people, medians of ${ROUNDS} rounds of ${ROUND_UPDATES}, ${load()}`,
  )
  console.log(`  ${DOES.bare}: ${figuresOf(rounds.bare)}`)
  for (const what of ASKS) {
    const ratio = (of: (ours: Round, bare: Round) => number) =>
      median(rounds[what].map((round, nth) => of(round, rounds.bare[nth] ?? round)))
    const answers = ratio((mine, theirs) => mine.perSecond / theirs.perSecond)
    const byCpu = ratio((mine, theirs) => theirs.cpuMicros / mine.cpuMicros)
    console.log(`  ${DOES[what]}: ${figuresOf(rounds[what])}`)
    console.log(
      `    ${answers.toFixed(2)} of the bare bot's answers a second, ${byCpu.toFixed(2)} by CPU`,
    )
    report(`${platform}, ${what}`, answers, 'x', { atLeast: goals[what] })
  }
}

async function watchMemory(ours: Bot): Promise<void> {
  let done = 0
  const marks = [...MEMORY_AT.filter((updates) => updates < MEMORY_UPDATES), MEMORY_UPDATES]
  for (const mark of marks) {
    const { perSecond } = await ours.answer(mark - done, (nth) =>
      nth % 2 === 0 ? '/help' : '/tip',
    )
    done = mark
    const { heapBytes, rssBytes } = await ours.memory()
    const inMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    console.log(
      `  after ${mark} more: heap ${inMb(heapBytes)}, in all ${inMb(rssBytes)} (${perSecond.toFixed(0)}/s, ${load()})`,
    )
  }
}

for (const { platform, calls, goals, openStage } of [
  {
    platform: 'telegram',
    calls: 'one message each',
    goals: { '/help': 0.9, '/tip': 0.6 },
    openStage: telegramStage,
  },
  {
    platform: 'discord',
    calls: 'an answer announced and set each',
    goals: { '/help': 0.85, '/tip': 0.6 },
    openStage: discordStage,
  },
]) {
  const ours = await startBot(platform, await openStage())
  const bare = await startBot(`bare ${platform}`, await openStage())
  await compare({ platform, calls, goals }, ours, bare)
  await bare.stop()
  if (MEMORY_UPDATES > 0) await watchMemory(ours)
  await ours.stop()
}
for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true })
