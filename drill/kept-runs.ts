import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Result } from './result.ts'

/** What a run is of: only runs of the same are one. */
type Of = {
  folder: string
  /** Which commit the sources are of now; `undefined` where they are of none: then nothing is kept. */
  commitNow(): string | undefined
  short: boolean
}
export type KeptRuns = ReturnType<typeof createKeptRuns>

/** The results of one version's drills, a file each, so that all of them can be cut off and go on. */
export function createKeptRuns({ folder, commitNow, short }: Of) {
  const commit = commitNow()
  const own = commit && join(folder, commit, short ? 'short' : 'long')
  return {
    /** What came of a drill; `undefined` where it was not run to its end, or not by the seed that is asked for. */
    find(drill: string, seed: number | undefined): Result | undefined {
      const found = own && readResult(join(own, `${drill}.json`))
      if (!found || found.verdict === 'skipped') return undefined // the machine may have by now what it lacked
      return seed === undefined || found.seed === seed ? found : undefined
    },
    keep(result: Result): void {
      if (!own || commitNow() !== commit) return // a drill takes long enough to change a file
      mkdirSync(own, { recursive: true })
      const file = join(own, `${result.drill}.json`)
      writeFileSync(`${file}.new`, `${JSON.stringify(result, null, 2)}\n`)
      renameSync(`${file}.new`, file)
    },
  }
}

function readResult(file: string): Result | undefined {
  try {
    return Result.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Runs drills one after another, but for those whose results are kept, and gives the results of all, in their order. Cut off at any moment, the next call goes on
 * after the last one that came to its end. `hear` hears of each.
 */
export async function runEach(all: {
  names: readonly string[]
  runs: KeptRuns
  /** Whether results that are kept count. */
  goesOn: boolean
  /** The seed that is asked for; without one, that of the results that are kept, or a new one. */
  seed: number | undefined
  newSeed(): number
  run(name: string, seed: number): Promise<Result>
  hear(result: Result, isKept: boolean): void
}): Promise<Result[]> {
  const { names, runs, goesOn, run, hear } = all
  const found = names.map((name) => (goesOn ? runs.find(name, all.seed) : undefined))
  const seed = all.seed ?? found.findLast((result) => result !== undefined)?.seed ?? all.newSeed()
  const results: Result[] = []
  for (const [at, name] of names.entries()) {
    const kept = found[at]
    const result = kept ?? (await run(name, seed))
    if (!kept) runs.keep(result)
    hear(result, kept !== undefined)
    results.push(result)
  }
  return results
}

/** The commit that a folder's files are of; `undefined` where some of them are not committed, or git knows none. */
export function commitOf(folder: string): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  try {
    return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD').trim() : undefined
  } catch {
    return undefined
  }
}
