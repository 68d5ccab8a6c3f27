import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { raceRightCode, raceWrongCodes, ROUNDS, type Door } from '../test/claims/code-races.ts'
import { numbersFrom } from '../test/bots/telegram/follow-crowd.ts'
import { chooseLastingPorts } from '../test/devnet/any-ports.ts'
import { PROTECTIONS } from './attack/protections.ts'
import type { Sent } from './claim-visitor.ts'
import { sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { killPayOuts } from './kill-pay-outs.ts'
import { withStage, type Stage } from './stage.ts'
import { copyWithout } from './taken-out.ts'

/** Who types codes in chats. As many claims are raced for at the same time. */
const PERSONAS = ['alice', 'bobby', 'carol', 'david']
const CODE_PAUSE_MS = 60_500
/** Wei: more than the smallest claim. */
const TO_EACH = 10n ** 15n

/** `--claims n`, `--kills n` */
export const claims: Drill = {
  name: 'claims',
  about:
    '1,000 claims, 32 right and 64 wrong codes at once each, then 500 kills between proven and paid: one is let in, 5 and 20 are compared, all are paid once',
  control: 'wrong codes are no longer counted',
  noticedAs: /wrong codes were compared with one/,
  run: (options) => withStage((stage) => claim(options, stage)),
}

async function claim(options: DrillOptions, stage: Stage) {
  const { broken, seed, args, say } = options
  const { values } = parseArgs({
    args: [...args],
    options: { claims: { type: 'string' }, kills: { type: 'string' } },
  })
  const count = sizeOf(options, values.claims, { long: 1_000, brief: 2 })
  const kills = broken ? 0 : sizeOf(options, values.kills, { long: 500, brief: 2 })
  const problems: string[] = []
  if (count > 0) problems.push(...(await raceForClaims(options, stage, count)))
  const { stops, problems: unpaid } =
    kills > 0
      ? await killPayOuts({ ...stage, random: numbersFrom(seed), say }, kills)
      : { stops: [], problems: [] }
  const states = [...new Set(stops.map(({ found }) => found))].map((found) => {
    const settled = stops.filter((stop) => stop.found === found)
    const slowestMs = Math.max(...settled.map(({ settledMs }) => settledMs))
    return `${settled.length} ${found} settled within ${slowestMs} ms`
  })
  return {
    done: `${count} claims raced for, ${kills} kills`,
    numbers: states.join(', '),
    problems: [...problems, ...unpaid],
  }
}

/** Races over HTTP and in chats, with a local network of the server's own, and so the playground. */
async function raceForClaims(
  { short, broken, say }: DrillOptions,
  { folder, start, visitors }: Stage,
  count: number,
): Promise<string[]> {
  const problems: string[] = []
  const counting = PROTECTIONS['code-counting']
  if (!counting) throw new Error('there is no protection code-counting')
  const copy = broken ? copyWithout(counting) : undefined
  const DATA_DIR = join(folder, 'races')
  await chooseLastingPorts(join(DATA_DIR, 'devnet'))
  const vouch = await start({ NETWORK: 'devnet', DATA_DIR }, copy?.program)

  /** Claims that nobody funds: codes are asked for and given all the same. */
  async function makeClaims(name: string): Promise<Sent[]> {
    const made: Sent[] = []
    for (let at = 0; at < count; at += 1) {
      const sender = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
      made.push(await visitors.send(sender, `${name}-${at}@example.com`, TO_EACH))
    }
    return made
  }
  /** Races for all of them, one a persona at a time. */
  async function race(sents: readonly Sent[], one: (door: Door, at: number) => Promise<string[]>) {
    const rest = sents.entries()
    const workers = PERSONAS.map(async (persona) => {
      for (const [at, sent] of rest) problems.push(...(await one(visitors.door(sent, persona), at)))
    })
    await Promise.all(workers)
  }

  try {
    await race(await makeClaims('right'), (door) => raceRightCode(door))
    say(`${count} claims, 32 right codes at once: ${problems.length} problems`)
    const sents = await makeClaims('wrong')
    const guessed = sents.map(() => ({ codes: 0, pins: 0 }))
    const rounds = short || broken ? 1 : ROUNDS // a minute lies between two
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await pass(CODE_PAUSE_MS)
      await race(sents, (door, at) =>
        raceWrongCodes(door, guessed[at] ?? { codes: 0, pins: 0 }, round),
      )
      const codes = guessed.reduce((sum, one) => sum + one.codes, 0)
      const pins = guessed.reduce((sum, one) => sum + one.pins, 0)
      say(`round ${round + 1}: ${codes} codes, ${pins} PINs compared, ${problems.length} problems`)
    }
    for (const warning of vouch.warnings()) problems.push(warning.slice(0, 300))
    await vouch.stop()
    return problems
  } finally {
    copy?.remove()
  }
}
