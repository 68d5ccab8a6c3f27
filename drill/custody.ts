import { endAll } from '../test/flows/vouch-process.ts'
import { fire, thief } from './fire-and-thief.ts'

// What becomes of unclaimed claims when the server burns, and when a thief has all that it has: each back with its sender by the master
// key and the chain alone, and no more gone than the caps leave.
//   npm run drill:custody [-- claims]
const CLAIMS = Number(process.argv[2] ?? 400)

const startedAt = performance.now()
const say = (line: string) =>
  console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}`)
const problems: string[] = []
try {
  for (const drill of [fire, thief]) {
    say(`the ${drill.name}, ${CLAIMS} claims`)
    problems.push(...(await drill({ claims: CLAIMS, say })))
  }
} finally {
  await endAll()
}
for (const problem of problems) console.log(`PROBLEM ${problem}`)
console.log(problems.length === 0 ? 'drill passed' : 'drill FAILED')
process.exitCode = problems.length === 0 ? 0 : 1
