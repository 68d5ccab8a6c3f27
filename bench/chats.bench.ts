import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { createDiscordApi } from '../test/bots/discord/discord-api.ts'
import { createBotApi } from '../test/bots/telegram/bot-api.ts'

/**
 * Commands answered per second by our bots, with their stores on the disk, beside bare bots of the same libraries that echo:
 * against the same stand-ins for Telegram and Discord, in turn, with no limit on the pace of either. Then the memory of ours
 * while it answers many more.
 *   npm run bench -- chats        CHATS_UPDATES=10000 for a shorter look at the memory
 */
const ROUND_UPDATES = 300
const WARM_UP_ROUNDS = 2
const ROUNDS = 7
const MEMORY_UPDATES = Number(process.env['CHATS_UPDATES'] ?? 100_000)
/** People who write at the same time, each again as soon as they are answered. */
const PEOPLE = 50

/** A platform with one bot on it. `ask` gives what names the question in `answered`. */
type Stage = {
  url: string
  unexpected: string[]
  ask(person: number): string
  /** The questions answered since it was asked last. */
  answered(): string[]
  close(): Promise<void>
}

async function telegramStage(): Promise<Stage> {
  const { url, unexpected, say, calls, close } = await createBotApi()
  return {
    url,
    unexpected,
    close,
    ask(person) {
      const from = { id: person + 1, is_bot: false, first_name: `P${person}` }
      say(from, { id: person + 1, type: 'private', first_name: from.first_name }, '/balance')
      return `${person + 1}`
    },
    answered: () =>
      calls
        .splice(0)
        .flatMap(({ method, payload }) =>
          method === 'sendMessage' ? [`${Number(payload['chat_id'])}`] : [],
        ),
  }
}

async function discordStage(): Promise<Stage> {
  const { url, unexpected, command, dispatch, calls, privateChat, first, stop } =
    await createDiscordApi()
  const open = new Map<string, { token: string }>()
  return {
    url,
    unexpected,
    close: stop,
    ask(person) {
      const user = { id: `${1_000 + person}`, username: `p${person}` }
      const made = command(user, privateChat(user), 'balance')
      open.set(made.token, made)
      dispatch(made)
      return made.token
    },
    // At once with the first call, or with the second where the first only said that an answer comes.
    answered: () =>
      calls.splice(0).flatMap((call) => {
        const token = /token-\d+/.exec(call)?.[0] ?? ''
        const made = open.get(token)
        if (!made || (call.startsWith('POST') && first(made)?.type !== 4)) return []
        open.delete(token)
        return [token]
      }),
  }
}

type Usage = { cpuMicros: NodeJS.CpuUsage; heapBytes: number }
type Round = { perSecond: number; cpuMicros: number; latenciesMs: number[] }
const dataDirs: string[] = []

/** A bot in a process of its own on a platform of its own. */
async function startBot(name: string, stage: Stage) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-bench-'))
  dataDirs.push(dataDir)
  const bot = fork(
    fileURLToPath(new URL('./chat-bot.ts', import.meta.url)),
    [name, dataDir, stage.url],
    { execArgv: ['--import', 'tsx', '--expose-gc'] },
  )
  await once(bot, 'message')

  async function usage(wanted: 'cpu' | 'heap'): Promise<Usage> {
    bot.send(wanted)
    const [told] = (await once(bot, 'message')) as [Usage] // what chat-bot.ts answers
    return told
  }

  /** So many commands, each person's next one after the answer to the last. */
  async function answer(count: number): Promise<Round> {
    const latenciesMs: number[] = []
    const asked = new Map<string, { person: number; atMs: number }>()
    let left = count
    const ask = (person: number) => {
      left -= 1
      asked.set(stage.ask(person), { person, atMs: performance.now() })
    }
    const { cpuMicros: before } = await usage('cpu')
    const startMs = performance.now()
    for (let person = 0; person < PEOPLE; person += 1) ask(person)
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
    const cpuMicros = after.user + after.system - before.user - before.system
    return { perSecond: count / seconds, cpuMicros: cpuMicros / count, latenciesMs }
  }

  return {
    answer,
    heapBytes: async () => (await usage('heap')).heapBytes,
    async stop(): Promise<void> {
      bot.disconnect()
      await once(bot, 'exit')
      await stage.close()
    },
  }
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ??
  Number.NaN
const figures = (rounds: readonly Round[]) => {
  const all = rounds.flatMap(({ latenciesMs }) => latenciesMs)
  const perSecond = at(
    rounds.map((round) => round.perSecond),
    0.5,
  )
  return `${perSecond.toFixed(0)}/s, p50 ${at(all, 0.5).toFixed(0)} ms, p99 ${at(all, 0.99).toFixed(0)} ms`
}

for (const { name, openStage } of [
  { name: 'telegram', openStage: telegramStage },
  { name: 'discord', openStage: discordStage },
]) {
  const stage = await openStage()
  const ours = await startBot(name, stage)
  const bare = await startBot(`bare ${name}`, await openStage())
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1)
    for (const bot of [ours, bare]) await bot.answer(ROUND_UPDATES)
  const rounds: { ours: Round; bare: Round }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      ours: await ours.answer(ROUND_UPDATES),
      bare: await bare.answer(ROUND_UPDATES),
    })
  const ratio = (of: (round: { ours: Round; bare: Round }) => number) =>
    at(rounds.map(of), 0.5).toFixed(2)
  console.log(
    `${name}: ${ratio((round) => round.ours.perSecond / round.bare.perSecond)} of a bare bot's answers a second, ` +
      `${ratio((round) => round.bare.cpuMicros / round.ours.cpuMicros)} by CPU`,
  )
  console.log(`  ours ${figures(rounds.map((round) => round.ours))}`)
  console.log(`  bare ${figures(rounds.map((round) => round.bare))}`)
  await bare.stop()
  const heapBefore = await ours.heapBytes()
  await ours.answer(MEMORY_UPDATES)
  const grown = (await ours.heapBytes()) - heapBefore
  console.log(
    `  heap ${(heapBefore / 1e6).toFixed(1)} MB, and ${(grown / 1e6).toFixed(1)} MB more after ${MEMORY_UPDATES} updates`,
  )
  await ours.stop()
  if (stage.unexpected.length > 0)
    throw new Error(`${name} did what no bot should: ${stage.unexpected.slice(0, 3).join('; ')}`)
}
for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true })
