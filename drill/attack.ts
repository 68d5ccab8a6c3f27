import { parseArgs } from 'node:util'

import { endAll } from '../test/flows/vouch-process.ts'
import { playAttacks } from './attack/play.ts'
import { copyWithout, PROTECTIONS } from './attack/protections.ts'

// An attacker's drill: thieves, namesakes, forgers and pests among honest people, against a real process with real chains, Telegram,
// Discord and mail around it. Nobody but the right person is paid, no honest journey fails, and the books agree.
//   npm run drill:attack [-- seed [moves]]
// Its own proof: with a protection taken out of a copy of the sources, one of the attacks has to succeed.
//   npm run drill:attack -- seed [moves] --without each     or one of `attack/protections.ts`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { without: { type: 'string' }, workers: { type: 'string', default: '16' } },
})
const { without } = values
const seed = Number(positionals[0] ?? Date.now() % 2 ** 31)
const moves = Number(positionals[1] ?? (without === undefined ? 2_000 : 12))
const SHOWN = 900

const problems =
  without === undefined
    ? await attack()
    : await attackWithout(without === 'each' ? Object.keys(PROTECTIONS) : [without])
await endAll()
for (const problem of problems.slice(0, 20)) console.log(`PROBLEM ${problem}`)
console.log(problems.length === 0 ? 'drill passed' : `drill FAILED: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1

async function attack(): Promise<string[]> {
  console.log(`${moves} moves, seed ${seed}`)
  const { findings, played } = await playAttacks({
    moves,
    seed,
    workers: Number(values.workers),
    say: console.log,
  })
  console.table([...played].map(([move, count]) => ({ move, count })))
  return findings.map(
    ({ kind, move, what }) =>
      `${kind === 'breach' ? 'AN ATTACK SUCCEEDED' : 'failed'}, move ${move ?? 'unknown'}: ${what.slice(0, SHOWN)}`,
  )
}

/** Says which protections nobody would miss. */
async function attackWithout(protections: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  for (const protection of protections) {
    const { move, program, remove } = copyWithout(protection)
    try {
      const { findings } = await playAttacks({ moves, seed, program, awaited: move })
      const breach = findings.find((one) => one.kind === 'breach' && one.move?.includes(move))
      if (breach)
        console.log(
          `without ${protection}: caught by move ${breach.move}: ${breach.what.split('\n')[0]}`,
        )
      else
        problems.push(
          `without ${protection}, no attack succeeded in ${moves} moves; ${findings.length} failures: ${findings
            .map((f) => f.what)
            .join()
            .slice(0, 600)}`,
        )
    } finally {
      remove()
    }
  }
  return problems
}
