import { parseArgs } from 'node:util'

import { endAll } from '../test/flows/vouch-process.ts'
import { playAttacks } from './attack/play.ts'
import { copyWithout, PROTECTIONS } from './attack/protections.ts'

// An attacker's drill: thieves, namesakes, forgers and pests among honest people, against a real process with real chains, and with
// Telegram, Discord and mail as they are seen from it. Nobody but the right person is paid, no honest journey fails, and the books agree.
//   npm run drill:attack [-- seed [moves]]
// That it would notice: with a protection taken out of a copy of the sources, an attack has to succeed.
//   npm run drill:attack -- seed [moves] --without each     or one of `attack/protections.ts`
const MOVES = 2_000
/** Beside the one whose attack is to succeed. */
const MOVES_WITHOUT = 8
const WORKERS = 20
const SHOWN = 900

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { without: { type: 'string' } },
})
const { without } = values
const seed = Number(positionals[0] ?? Date.now() % 2 ** 31)
const moves = Number(positionals[1] ?? (without === undefined ? MOVES : MOVES_WITHOUT))
console.log(`${moves} moves, seed ${seed}`)

const problems = without === undefined ? await attack() : await attackWithout(without)
await endAll()
for (const problem of problems.slice(0, 20)) console.log(`PROBLEM ${problem}`)
console.log(problems.length === 0 ? 'drill passed' : `drill FAILED: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

async function attack(): Promise<string[]> {
  const { findings, played, claims } = await playAttacks({
    moves,
    seed,
    workers: WORKERS,
    say: console.log,
  })
  console.table([...played].map(([move, times]) => ({ move, times })))
  console.log(`${claims} claims and groups of claims were made`)
  return findings.map(({ kind, move = 'none', what }) => {
    const how = kind === 'breach' ? 'AN ATTACK SUCCEEDED' : 'failed'
    return `move ${move}, ${how}: ${what.slice(0, SHOWN)}`
  })
}

/** Says whose lack the drill did not notice. `name` is one of the protections, or `each`. */
async function attackWithout(name: string): Promise<string[]> {
  const chosen = Object.entries(PROTECTIONS).filter(([known]) => name === known || name === 'each')
  if (chosen.length === 0)
    throw new Error(`There is no protection ${name}: ${Object.keys(PROTECTIONS).join(', ')}`)
  const unnoticed: string[] = []
  for (const [known, protection] of chosen) {
    const { program, remove } = copyWithout(protection)
    try {
      const { findings } = await playAttacks({ moves, seed, program, awaited: protection.move })
      const breach = findings.find(
        ({ kind, move }) => kind === 'breach' && move?.includes(protection.move),
      )
      const [how] = breach?.what.split('\n') ?? []
      console.log(`without ${known}: ${how ?? 'no attack succeeded'}`)
      if (!breach)
        unnoticed.push(
          `without ${known}, "${protection.move}" did not succeed; ${findings.length} other findings: ${findings[0]?.what.slice(0, SHOWN)}`,
        )
    } finally {
      remove()
    }
  }
  return unnoticed
}
