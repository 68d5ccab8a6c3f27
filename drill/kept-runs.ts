import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import type { Drill } from './drill.ts'
import { Result } from './result.ts'

/**
 * What decides how a drill ends, by path: the sources and what is built of them, with what builds it and the packages that it needs; the drills; and of `test` what
 * drills start servers and platforms with. Tests themselves, what they compare with, and whatever only people, deployments and benchmarks read change no drill. The
 * scripts that only check are left out for the same reason.
 */
const DRILLED = [
  /^(src|drill|migrations|contracts|assets|scripts\/node)\//,
  /^test\/(?!.*(\.test\.tsx?|\.txt|\.md)$)/,
  /^(scripts\/setup\.mjs|package(-lock)?\.json|tsconfig(\.client)?\.json|vite(\.server)?\.config\.ts)$/,
]
const isDrilled = (path: string) => DRILLED.some((pattern) => pattern.test(path))

/** Names of what a checkout's files say: of those that drills run, and of all. `undefined` where some are in no commit, so that nobody could say what was run. */
export type Versions = { drilled: string | undefined; checkout: string | undefined }

type Which = Pick<Drill, 'name' | 'isOfCheckout'>

/** A result, and when it came (ISO 8601). */
const KeptResult = Result.extend({ endedAt: z.iso.datetime() })
export type KeptResult = z.infer<typeof KeptResult>

/** What a run is of: only runs of the same are one. */
type Of = { folder: string; versionsNow(): Versions; short: boolean; now(): Date }
export type KeptRuns = ReturnType<typeof createKeptRuns>

/** What came of drills, a file each by what it was run of, so that all of them can be cut off and go on. */
export function createKeptRuns({ folder, versionsNow, short, now }: Of) {
  const pick = ({ isOfCheckout }: Which, { drilled, checkout }: Versions) =>
    isOfCheckout ? checkout : drilled
  const versions = versionsNow()
  const placeOf = (drill: Which) => {
    const version = pick(drill, versions)
    return version && join(folder, version, short ? 'short' : 'long')
  }
  return {
    /** Whether what comes of a drill is kept at all. */
    keeps: (drill: Which): boolean => placeOf(drill) !== undefined,
    /** What came of a drill; `undefined` where it was not run to its end, or not by the seed that is asked for. */
    find(drill: Which, seed: number | undefined): KeptResult | undefined {
      const place = placeOf(drill)
      const found = place && readResult(join(place, `${drill.name}.json`))
      if (!found || found.verdict === 'skipped') return undefined // the machine may have by now what it lacked
      return seed === undefined || found.seed === seed ? found : undefined
    },
    keep(drill: Which, result: Result): void {
      const place = placeOf(drill)
      // A drill takes long enough to change a file.
      if (!place || pick(drill, versionsNow()) !== pick(drill, versions)) return
      mkdirSync(place, { recursive: true })
      const file = join(place, `${drill.name}.json`)
      const kept: KeptResult = { ...result, endedAt: now().toISOString() }
      writeFileSync(`${file}.new`, `${JSON.stringify(kept, null, 2)}\n`)
      renameSync(`${file}.new`, file)
    },
  }
}

function readResult(file: string): KeptResult | undefined {
  try {
    return KeptResult.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Runs drills one after another, but for those whose results are kept, and gives the results of all, in their order. Cut off at any moment, the next call goes on
 * after the last one that came to its end. `begin` hears at first what is kept, and `hear` of each result.
 */
export async function runEach<Each extends Which>(all: {
  drills: readonly Each[]
  runs: KeptRuns
  /** Whether results that are kept count. */
  goesOn: boolean
  /** The seed that is asked for; without one, that of the results that are kept, or a new one. */
  seed: number | undefined
  newSeed(): number
  begin(kept: readonly KeptResult[]): void
  run(drill: Each, seed: number): Promise<Result>
  hear(result: Result): void
}): Promise<Result[]> {
  const { drills, runs, goesOn, begin, run, hear } = all
  const found = drills.map((drill) => (goesOn ? runs.find(drill, all.seed) : undefined))
  const kept = found.filter((result) => result !== undefined)
  const seed = all.seed ?? kept.at(-1)?.seed ?? all.newSeed()
  begin(kept)
  const results: Result[] = []
  for (const [at, drill] of drills.entries()) {
    let result: Result | undefined = found[at]
    if (!result) {
      result = await run(drill, seed)
      runs.keep(drill, result)
    }
    hear(result)
    results.push(result)
  }
  return results
}

const HOUR_MS = 3_600_000

/** How long ago something was, as a person says it. */
export function sayAge(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / 60_000)} min ago`
  return ms < 48 * HOUR_MS
    ? `${Math.floor(ms / HOUR_MS)} h ago`
    : `${Math.floor(ms / (24 * HOUR_MS))} days ago`
}

/** The versions of a folder's files; none where git knows no commit of them. */
export function versionsOf(folder: string): Versions {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .split('\0')
      .filter((line) => line !== '')
  try {
    // A line is `XY path`, and then `mode type digest<tab>path`.
    const changed = git('status', '--porcelain', '--no-renames', '--untracked-files=all', '-z')
    const files = git('ls-tree', '-r', '-z', 'HEAD')
    const versionOf = (counts: (path: string) => boolean) => {
      if (changed.some((line) => counts(line.slice(3)))) return undefined
      const counted = files.filter((line) => counts(line.slice(line.indexOf('\t') + 1)))
      return createHash('sha256').update(counted.join('\0')).digest('hex').slice(0, 40)
    }
    return { drilled: versionOf(isDrilled), checkout: versionOf(() => true) }
  } catch {
    return { drilled: undefined, checkout: undefined }
  }
}
