import { parseArgs } from 'node:util'

import { playAttacks } from './attack/play.ts'
import { PROTECTIONS, type Protection } from './attack/protections.ts'
import { sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { copyWithout } from './taken-out.ts'

/** Beside the one whose attack is to succeed. */
const MOVES_WITHOUT = 8
const WORKERS = 20
const SHOWN = 900
const TAKEN_OUT = 'answer-of-ones-own'

/**
 * `--moves n`; `--without each`, or one of `attack/protections.ts`, takes one protection after the other out of a copy of the
 * sources instead, and an attack has to succeed each time.
 */
export const attack: Drill = {
  name: 'attack',
  about:
    '2,000 moves of thieves, forgers and pests among honest people: only the right ones are paid, no honest journey fails',
  control: `the protection "${TAKEN_OUT}" is taken out of the sources`,
  async run(options) {
    const { args, broken } = options
    const { values } = parseArgs({
      args: [...args],
      options: { moves: { type: 'string' }, without: { type: 'string' } },
    })
    if (broken) return attackBroken(options)
    if (values.without !== undefined) return attackWithout(options, values.without)
    return attackWhole(options, sizeOf(options, values.moves, { long: 2_000, brief: 32 }))
  },
}

async function attackWhole({ seed, say }: DrillOptions, moves: number) {
  const { findings, played, claims } = await playAttacks({ moves, seed, workers: WORKERS, say })
  console.table([...played].map(([move, times]) => ({ move, times })))
  return {
    done: `${moves} moves`,
    numbers: `${claims} claims and groups, ${played.size} kinds of moves`,
    problems: findings.map(({ kind, move = 'none', what }) => {
      const how = kind === 'breach' ? 'AN ATTACK SUCCEEDED' : 'failed'
      return `move ${move}, ${how}: ${what.slice(0, SHOWN)}`
    }),
  }
}

async function attackBroken({ seed }: DrillOptions) {
  const protection = PROTECTIONS[TAKEN_OUT]
  if (!protection) throw new Error(`there is no protection ${TAKEN_OUT}`)
  const { breach } = await breachWithout(protection, seed)
  const done = `${MOVES_WITHOUT} moves without ${TAKEN_OUT}`
  return { done, numbers: '', problems: breach === undefined ? [] : [breach] }
}

/** Its problems are the protections whose lack was not noticed. `name` is one of them, or `each`. */
async function attackWithout({ seed, say }: DrillOptions, name: string) {
  const chosen = Object.entries(PROTECTIONS).filter(([known]) => name === known || name === 'each')
  if (chosen.length === 0)
    throw new Error(`There is no protection ${name}: ${Object.keys(PROTECTIONS).join(', ')}`)
  const problems: string[] = []
  for (const [known, protection] of chosen) {
    const { breach, others } = await breachWithout(protection, seed)
    say(`without ${known}: ${breach ?? 'no attack succeeded'}`)
    if (breach === undefined)
      problems.push(`without ${known}, "${protection.move}" did not succeed; ${others}`)
  }
  return {
    done: `${chosen.length} protections taken out`,
    numbers: `${chosen.length - problems.length} noticed`,
    problems,
  }
}

/** Plays against a server that lacks a protection; says what the attack came to that has to succeed then. */
async function breachWithout(protection: Protection, seed: number) {
  const { program, remove } = copyWithout(protection)
  try {
    const awaited = protection.move
    const { findings } = await playAttacks({ moves: MOVES_WITHOUT, seed, program, awaited })
    const breach = findings.find(({ kind, move }) => kind === 'breach' && move?.includes(awaited))
    const others = `${findings.length} other findings: ${findings[0]?.what.slice(0, SHOWN)}`
    return { breach: breach?.what.split('\n')[0], others }
  } finally {
    remove()
  }
}
