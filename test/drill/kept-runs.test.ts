import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { commitOf, createKeptRuns, runEach } from '../../drill/kept-runs.ts'
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
const keptBy = (of: { commit?: string | undefined; short?: boolean } = {}) => {
  const { commit, short } = { commit: 'abc', short: false, ...of }
  return createKeptRuns({ folder, commitNow: () => commit, short })
}

describe('what came of a drill', () => {
  const whole = result()
  const failed = result({ verdict: 'FAILED', problems: ['a claim was paid twice'] })
  const partly = result({ verdict: 'in part', notRun: ['EIO: no compiler'] })

  test.each<{
    when: string
    kept?: Result[]
    by?: Parameters<typeof keptBy>[0]
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
    { when: 'it was run for another commit', by: { commit: 'abd' }, found: undefined },
    { when: 'its short form was run', by: { short: true }, found: undefined },
    { when: 'what was run is in no commit', by: { commit: undefined }, found: undefined },
    { when: 'another drill was run', kept: [result({ drill: 'kills' })], found: undefined },
    { when: 'nothing was run', kept: [], found: undefined },
  ])('is known again, or not, where $when', ({ kept = [whole], by, seed, found }) => {
    for (const each of kept) keptBy(by).keep(each)
    expect(keptBy().find('disk', seed)).toEqual(found)
  })

  test('is not known where no commit is known either', () => {
    keptBy().keep(whole)
    expect(keptBy({ commit: undefined }).find('disk', undefined)).toBeUndefined()
  })

  test('is not kept where a file was changed while it was run', () => {
    const commits = ['abc', undefined]
    const runs = createKeptRuns({ folder, commitNow: () => commits.shift(), short: false })
    runs.keep(whole)
    expect(keptBy().find('disk', undefined)).toBeUndefined()
  })

  test('is run again where its file is none', () => {
    keptBy().keep(whole)
    writeFileSync(join(folder, 'abc/long/disk.json'), '{ "drill"')
    expect(keptBy().find('disk', undefined)).toBeUndefined()
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
    const ending = runEach({
      names: NAMES,
      runs: keptBy(),
      goesOn,
      seed,
      newSeed: () => 1000,
      run: async (drill, by) => {
        if (drill === cutOffAt) throw new Error('cut off')
        ran.push(`${drill} ${by}`)
        return result({ drill, seed: by })
      },
      hear: () => undefined,
    })
    const all = await ending
      .then((results) => results.map((each) => `${each.drill} ${each.seed}`))
      .catch(() => [])
    return { ran, all }
  }

  test('go on where they were cut off, by the seed that they had, and end with the results of all in their order', async () => {
    await runAll({ seed: 5, cutOffAt: 'disk' })
    const all = ['rest 5', 'kills 5', 'disk 5', 'soak 5']
    expect(await runAll({})).toEqual({ ran: all.slice(2), all })
    expect(await runAll({})).toEqual({ ran: [], all })
  })

  test.each<{ when: string; how: Parameters<typeof runAll>[0]; seed: number }>([
    { when: 'that is asked for', how: { goesOn: false }, seed: 1000 },
    { when: 'another seed is asked for', how: { seed: 6 }, seed: 6 },
  ])('begin again where $when', async ({ how, seed }) => {
    await runAll({ seed: 5 })
    const all = NAMES.map((name) => `${name} ${seed}`)
    expect(await runAll(how)).toEqual({ ran: all, all })
  })
})

test('files are of a commit as long as none of them is changed or new', () => {
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=nobody', '-c', 'user.email=nobody@example.com']
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
  }
  git('init', '--quiet')
  expect(commitOf(folder)).toBeUndefined() // none yet
  writeFileSync(join(folder, 'file'), 'first')
  git('add', '.')
  git('commit', '--quiet', '--message', 'first')
  const first = git('rev-parse', 'HEAD').trim()
  expect(commitOf(folder)).toBe(first)
  writeFileSync(join(folder, 'file'), 'changed')
  expect(commitOf(folder)).toBeUndefined()
  writeFileSync(join(folder, 'file'), 'first')
  expect(commitOf(folder)).toBe(first)
  writeFileSync(join(folder, 'other'), '')
  expect(commitOf(folder)).toBeUndefined()
})
