import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { relative } from 'node:path'

import { comparisonOf, Figure, isMet, keepRun, newestRun, readRun, tableOf } from './figures.ts'

// Runs every bench/<name>.bench.ts, or those named, one after another: each in a process of its own, so that none
// inherits the heap or the warmed-up code of another. A number is for benches that have a long form. In the end all figures stand in
// one table beside their goals, and are kept in bench/runs.
//   npm run bench [-- name ... number]
//   npm run bench -- compare <file> [file]     the figures of a run that was kept beside those of another, or of the newest
const SUFFIX = '.bench.ts'
const words = process.argv.slice(2)
if (words[0] === 'compare') compare(words[1], words[2])
else await measure(words)

function compare(before: string | undefined, after = newestRun()): void {
  if (before === undefined) {
    console.error('compare takes the file of a run: npm run bench -- compare bench/runs/<file>')
    process.exitCode = 2
    return
  }
  console.table(comparisonOf(readRun(before), readRun(after)))
  console.log(`before: ${before}; after: ${relative('', after)}`)
}

async function measure(asked: readonly string[]): Promise<void> {
  const known = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .toSorted()
  const isNumber = (word: string) => /^\d+$/.test(word)
  const sizes = asked.filter(isNumber)
  const names = asked.filter((word) => !isNumber(word))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no bench ${unknown.join(', ')}; there are: ${known.join(', ')}.`)
    process.exitCode = 2
    return
  }
  const load = () => loadavg()[0] ?? Number.NaN
  const loadBefore = load()
  const failed: string[] = []
  const figures: (Figure & { bench: string })[] = []
  for (const bench of names.length > 0 ? names : known) {
    console.log(`== ${bench}`)
    const file = `${import.meta.dirname}/${bench}${SUFFIX}`
    const child = spawn(process.execPath, [file, ...sizes], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (figure) => figures.push({ bench, ...Figure.parse(figure) }))
    await once(child, 'close')
    if (child.exitCode !== 0) failed.push(bench)
  }
  if (figures.length > 0) {
    const run = {
      at: new Date().toISOString(),
      node: process.version,
      cpu: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}`,
      load: [loadBefore, load()] satisfies [number, number],
      figures,
    }
    console.table(tableOf(run))
    const goals = figures.map(isMet).filter((met) => met !== undefined)
    console.log(`${goals.filter(Boolean).length} of ${goals.length} goals met`)
    console.log(`load ${run.load.map((each) => each.toFixed(1)).join(' to ')} on ${run.cpu}`)
    console.log(`kept in ${relative('', keepRun(run))}`)
  }
  if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
  process.exitCode = failed.length > 0 ? 1 : 0
}
