import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { DRILLS } from '../../drill/drills.ts'
import {
  createKeptRuns,
  runEach,
  sayAge,
  versionsOf,
  type Versions,
} from '../../drill/kept-runs.ts'
import type { Result } from '../../drill/result.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-runs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const result = (change: Partial<Result> = {}): Result => ({
  drill: 'disk',
  seed: 7,
  done: '20 rounds each',
  control: 'caught: it is answered with 500',
  numbers: '41 calls refused',
  seconds: 300,
  verdict: 'passed',
  problems: [],
  notRun: [],
  ...change,
})
/** One that is of what drills run, and one of the whole checkout. */
const DISK = { name: 'disk' }
const TESTS = { name: 'tests', isOfCheckout: true } as const
const NOW = new Date('2026-11-28T01:00:00.000Z')
type Kept = Partial<Versions> & { short?: boolean }
const keptBy = ({ short = false, ...versions }: Kept = {}) => {
  const versionsNow = () => ({ drilled: 'abc', checkout: 'abcd', ...versions })
  return createKeptRuns({ folder, versionsNow, short, now: () => NOW })
}

describe('what came of a drill', () => {
  const whole = result()
  const failed = result({ verdict: 'FAILED', problems: ['a claim was paid twice'] })
  const partly = result({ verdict: 'in part', notRun: ['EIO: no compiler'] })

  test.each<{
    when: string
    kept?: Result[]
    by?: Kept
    seed?: number
    found: Result | undefined
  }>([
    { when: 'it was run', found: whole },
    { when: 'it failed', kept: [failed], found: failed },
    { when: 'a part of it was not run', kept: [partly], found: partly },
    { when: 'it was run again', kept: [failed, whole], found: whole },
    { when: 'it was run by the seed that is asked for', seed: 7, found: whole },
    { when: 'another seed is asked for', seed: 8, found: undefined },
    {
      when: 'it was skipped, since the machine may have by now what it lacked',
      kept: [result({ verdict: 'skipped' })],
      found: undefined,
    },
    { when: 'something else was run', by: { drilled: 'abd' }, found: undefined },
    { when: 'something was changed that no drill runs', by: { checkout: 'abce' }, found: whole },
    { when: 'such a change is in no commit', by: { checkout: undefined }, found: whole },
    { when: 'its short form was run', by: { short: true }, found: undefined },
    { when: 'what was run is in no commit', by: { drilled: undefined }, found: undefined },
    { when: 'another drill was run', kept: [result({ drill: 'kills' })], found: undefined },
    { when: 'nothing was run', kept: [], found: undefined },
  ])('is known again, or not, where $when', ({ kept = [whole], by, seed, found }) => {
    for (const each of kept) keptBy(by).keep({ name: each.drill }, each)
    const expected = found && { ...found, endedAt: NOW.toISOString() }
    expect(keptBy().find(DISK, seed)).toEqual(expected)
  })

  test.each<{ when: string; by: Kept; isKept: boolean }>([
    { when: 'nothing was changed', by: {}, isKept: true },
    { when: 'only what no other drill runs was changed', by: { checkout: 'abce' }, isKept: false },
    { when: 'such a change is in no commit', by: { checkout: undefined }, isKept: false },
  ])('is of the whole checkout where that was drilled, and $when', ({ by, isKept }) => {
    keptBy(by).keep(TESTS, result({ drill: 'tests' }))
    expect(keptBy(by).keeps(TESTS)).toBe(!('checkout' in by) || by.checkout !== undefined)
    expect(keptBy().find(TESTS, undefined) !== undefined).toBe(isKept)
  })

  test('is not known where nobody could say what is run', () => {
    keptBy().keep(DISK, whole)
    expect(keptBy({ drilled: undefined }).find(DISK, undefined)).toBeUndefined()
    expect(keptBy({ drilled: undefined }).keeps(DISK)).toBe(false)
  })

  test.each([undefined, 'abd'])('is not kept where a file was changed meanwhile: %s', (after) => {
    const versions = ['abc', after]
    const versionsNow = () => ({ drilled: versions.shift(), checkout: 'abcd' })
    const runs = createKeptRuns({ folder, versionsNow, short: false, now: () => NOW })
    runs.keep(DISK, whole)
    expect(keptBy().find(DISK, undefined)).toBeUndefined()
  })

  test('is run again where its file is none', () => {
    keptBy().keep(DISK, whole)
    writeFileSync(join(folder, 'abc/long/disk.json'), '{ "drill"')
    expect(keptBy().find(DISK, undefined)).toBeUndefined()
  })
})

describe('all drills', () => {
  const NAMES = ['rest', 'kills', 'disk', 'soak']
  /** Runs all, and says which were run and by which seed; one of them may be where they are cut off. */
  async function runAll({
    cutOffAt,
    seed,
    goesOn = true,
  }: {
    cutOffAt?: string
    seed?: number
    goesOn?: boolean
  }) {
    const ran: string[] = []
    let told: string[] = []
    const ending = runEach({
      drills: NAMES.map((name) => ({ name })),
      runs: keptBy(),
      goesOn,
      seed,
      newSeed: () => 1000,
      begin: (kept) => {
        expect(ran).toEqual([])
        told = kept.map(({ drill, endedAt }) => `${drill} ${endedAt}`)
      },
      run: async ({ name: drill }, by) => {
        if (drill === cutOffAt) throw new Error('cut off')
        ran.push(`${drill} ${by}`)
        return result({ drill, seed: by })
      },
      hear: () => undefined,
    })
    const all = await ending
      .then((results) => results.map((each) => `${each.drill} ${each.seed}`))
      .catch(() => [])
    return { told, ran, all }
  }

  test('go on where they were cut off, by the seed that they had, and end with the results of all in their order', async () => {
    await runAll({ seed: 5, cutOffAt: 'disk' })
    const all = ['rest 5', 'kills 5', 'disk 5', 'soak 5']
    const told = NAMES.map((name) => `${name} ${NOW.toISOString()}`)
    expect(await runAll({})).toEqual({ told: told.slice(0, 2), ran: all.slice(2), all })
    expect(await runAll({})).toEqual({ told, ran: [], all })
  })

  test.each<{ when: string; how: Parameters<typeof runAll>[0]; seed: number }>([
    { when: 'that is asked for', how: { goesOn: false }, seed: 1000 },
    { when: 'another seed is asked for', how: { seed: 6 }, seed: 6 },
  ])('begin again where $when', async ({ how, seed }) => {
    await runAll({ seed: 5 })
    const all = NAMES.map((name) => `${name} ${seed}`)
    expect(await runAll(how)).toEqual({ told: [], ran: all, all })
  })
})

const RUN_BY_DRILLS = `src/app.ts src/new.ts drill/disk.ts migrations/0001_first.sql assets/logo.svg
  contracts/artifacts/factory.json package.json package-lock.json tsconfig.json scripts/setup.mjs
  scripts/node/package.json vite.server.config.ts test/flows/vouch-process.ts
  test/flows/settable-clock.mjs`.split(/\s+/)
const RUN_BY_NONE = `README.md docs/new.md docs/größer.md deploy/Dockerfile bench/run.ts
  scripts/check.mjs vitest.config.ts test/claims/codes.test.ts test/browser/pages.test.tsx
  test/bots/commands/answers/en.txt test/bots/README.md`.split(/\s+/)

describe("a checkout's versions", () => {
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com']
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const commit = () => {
    git('add', '.')
    git('commit', '--quiet', '--message', 'next')
  }
  const FILES = ['src/app.ts', 'test/claims/codes.test.ts', 'test/flows/vouch-process.ts']
  beforeEach(() => {
    git('init', '--quiet')
    for (const file of [...FILES, 'README.md', 'package-lock.json']) write(file, 'first')
    commit()
  })

  test.each(RUN_BY_DRILLS)(
    'are both other ones with a change of %s, and none before it is committed',
    (path) => {
      const first = versionsOf(folder)
      write(path, 'changed')
      expect(versionsOf(folder)).toEqual({ drilled: undefined, checkout: undefined })
      commit()
      const second = versionsOf(folder)
      expect(second.drilled).toMatch(/^[0-9a-f]{40}$/)
      expect(second.drilled).not.toBe(first.drilled)
      expect(second.checkout).not.toBe(first.checkout)
    },
  )

  test.each(RUN_BY_NONE)('are the same of what drills run with a change of %s', (path) => {
    const first = versionsOf(folder)
    write(path, 'changed')
    expect(versionsOf(folder)).toEqual({ drilled: first.drilled, checkout: undefined })
    commit()
    const second = versionsOf(folder)
    expect(second.drilled).toBe(first.drilled)
    expect(second.checkout).toMatch(/^[0-9a-f]{40}$/)
    expect(second.checkout).not.toBe(first.checkout)
  })

  test('are what they were once a change is taken back, whatever the commit', () => {
    const first = versionsOf(folder)
    write('src/app.ts', 'changed')
    commit()
    write('src/app.ts', 'first')
    commit()
    expect(versionsOf(folder)).toEqual(first)
  })

  test('are none while a file that is drilled goes away or moves, and before there is a commit', () => {
    unlinkSync(join(folder, 'src/app.ts'))
    expect(versionsOf(folder).drilled).toBeUndefined()
    git('checkout', '--quiet', '.')
    git('mv', 'src/app.ts', 'docs.ts')
    expect(versionsOf(folder).drilled).toBeUndefined()
    rmSync(join(folder, '.git'), { recursive: true })
    git('init', '--quiet')
    expect(versionsOf(folder)).toEqual({ drilled: undefined, checkout: undefined })
  })
})

test('whatever drills load is of what they run', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const loaded = new Set(['drill/run.ts', 'drill/run-one.ts'])
  for (const file of loaded)
    for (const [, path = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:from|import\(|new URL\()\s*'(\.[^']+)'/g,
    )) {
      const found = join(root, dirname(file), path)
      if (/\.m?ts$/.test(path) && existsSync(found)) loaded.add(relative(root, found))
    }
  expect(loaded).toContain('test/flows/vouch-process.ts')
  // Another one has to be named in drill/kept-runs.ts, or its changes would keep what came of drills without them.
  expect([...loaded].filter((file) => !/^(src|drill|test)\//.test(file))).toEqual([])
  expect([...loaded].filter((file) => /\.test\.tsx?$/.test(file))).toEqual([])
})

test('drills that run tests or make something of the checkout are of all files', () => {
  const ofCheckout = DRILLS.filter(({ isOfCheckout }) => isOfCheckout).map(({ name }) => name)
  expect(ofCheckout).toEqual([
    'tests',
    'tests-loaded',
    'tests-one-core',
    'package',
    'node-versions',
    'production',
  ])
})

test.each([
  [59_000, '0 min ago'],
  [119 * 60_000, '119 min ago'],
  [2 * 3_600_000, '2 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [49 * 3_600_000, '2 days ago'],
])('%i ms are %s', (ms, said) => expect(sayAge(ms)).toBe(said))
