import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

// Runs every bench/<name>.bench.ts, or those named, one after another: each in a process of its own, so that none
// inherits the heap or the warmed-up code of another. A number is for benches that have a long form.
//   npm run bench [-- name ... number]
const SUFFIX = '.bench.ts'
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .toSorted()
const isNumber = (word: string) => /^\d+$/.test(word)
const sizes = process.argv.slice(2).filter(isNumber)
const asked = process.argv.slice(2).filter((word) => !isNumber(word))
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0 || known.length === 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are: ${known.join(', ')}.`)
  process.exit(2)
}
const failed: string[] = []
for (const name of asked.length > 0 ? asked : known) {
  console.log(`== ${name}`)
  const { status } = spawnSync(
    process.execPath,
    [`${import.meta.dirname}/${name}${SUFFIX}`, ...sizes],
    { stdio: 'inherit' },
  )
  if (status !== 0) failed.push(name)
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length > 0 ? 1 : 0
