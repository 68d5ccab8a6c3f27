import { followUnderTrouble } from './follow-under-trouble.ts'

// A thousand transactions over a local network that is in trouble all the time: each ends truly, and none takes back what
// was final.
//   npm run drill:tracking [-- watches [seed]]
const WATCHES = Number(process.argv[2] ?? 1000)
const SEED = Number(process.argv[3] ?? Date.now() % 2 ** 31)

console.log(`${WATCHES} watches, seed ${SEED}`)
const startedAt = performance.now()
const { outcomes, problems, troubles } = await followUnderTrouble({
  watches: WATCHES,
  seed: SEED,
  blockTimeMs: 100,
  say: console.log,
})
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
console.log(`${JSON.stringify(outcomes)} after ${troubles} troubles, in ${seconds} s`)
for (const problem of problems) console.log(`PROBLEM ${problem}`)
console.log(problems.length === 0 ? 'drill passed' : `drill FAILED: ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
