import { parseArgs } from 'node:util'

import { createDice } from '../test/devnet/model/dice.ts'
import { createSettableClock } from '../test/flows/settable-clock.ts'
import { cardOf, createVouchClient, signIdOf } from '../test/flows/vouch-client.ts'
import { startVouch } from '../test/flows/vouch-process.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What the clock is set to, ahead of the right time; the first two come first. */
const SETTINGS_MS = [365 * DAY_MS, -HOUR_MS, DAY_MS, -DAY_MS, 30 * DAY_MS, 0]
const USDC = 1_000_000n

/** `--settings n` */
export const clocks: Drill = {
  name: 'clocks',
  about:
    "the running process's clock is set 30 times, up to a year ahead and a day back: links live on, nothing goes back, what waits is paid",
  control: 'time is counted by the clock that anybody may set',
  async run(options) {
    const clock = createSettableClock()
    try {
      return await setClocks(options, clock)
    } finally {
      clock.remove()
    }
  },
}

async function setClocks(
  options: DrillOptions,
  { env, setAhead }: ReturnType<typeof createSettableClock>,
) {
  const { seed, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { settings: { type: 'string' } } })
  const count = sizeOf(options, values.settings, { long: 30, brief: 2 })
  const dice = createDice(seed)
  const copy = broken ? copyWithout(TAKEN_OUT.clocks) : undefined
  const first = await startVouch({
    env,
    ...(copy && { command: [process.execPath, copy.program, 'start'] }),
  })
  let client = createVouchClient(first.url)
  const usdcOf = (name: string) => client.balance(name, 'base', 'usdc')

  /** Asks for a tip, and returns what signs it, waits until it can be claimed, and says what its card shows. */
  async function ask(name: string) {
    const asked = await client.say('alice', 'lobby', `/tip @${name} 5 usdc`)
    const title = async () => (await client.message('lobby', cardOf(asked).id)).card?.title ?? ''
    const sign = async () => {
      await client.sign('alice', signIdOf(asked))
      await comesToBe('a tip waits', async () => (await title()) === `@${name} can claim 5 USDC`)
    }
    return { title, sign }
  }

  const problems = await problemsOf(async () => {
    const found: string[] = []
    const before = { bobby: await usdcOf('bobby'), carol: await usdcOf('carol') }
    const waiting = await ask('bobby')
    await waiting.sign()
    for (let at = 0; at < count; at += 1) {
      const asked = await ask('carol')
      const aheadMs = at < 2 ? (SETTINGS_MS[at] ?? 0) : dice.pick(SETTINGS_MS)
      setAhead(aheadMs)
      await asked.sign()
      if ((await waiting.title()) !== '@bobby can claim 5 USDC')
        found.push(`set ${aheadMs} ms ahead, what waits says "${await waiting.title()}"`)
      say(`set ${aheadMs / HOUR_MS} h ahead: ${found.length} problems`)
    }
    setAhead(-HOUR_MS)
    await first.stop()
    const again = await startVouch({ dataDir: first.dataDir, env })
    client = createVouchClient(again.url)
    const due = { bobby: 5n * USDC, carol: 5n * USDC * BigInt(count) }
    for (const name of ['bobby', 'carol'] as const) {
      await client.say(name, `dm:${name}`, '/claim all to base')
      await comesToBe(
        `${name} is paid`,
        async () => (await usdcOf(name)) - before[name] >= due[name],
      )
      const got = (await usdcOf(name)) - before[name]
      if (got !== due[name]) found.push(`${name} was paid ${got} instead of ${due[name]}`)
    }
    await again.stop()
    return found
  })
  copy?.remove()
  return { done: `the clock set ${count} times`, numbers: `${count + 1} tips paid`, problems }
}
