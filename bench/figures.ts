import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

/** What a figure has to reach: at least or at most so much. */
export const Goal = z.union([
  z.strictObject({ atLeast: z.number() }),
  z.strictObject({ atMost: z.number() }),
])
export type Goal = z.infer<typeof Goal>

/** One number that a bench has found. Ratios have the unit `x`, and more is better; of any other unit, less is. */
export const Figure = z.strictObject({
  name: z.string(),
  value: z.number(),
  unit: z.enum(['x', 'ms', 's', 'bps', 'calls', 'kB', 'blocks', 'presses', 'words']),
  goal: Goal.optional(),
})
export type Figure = z.infer<typeof Figure>

/** A run of benches on one machine. `load` is the load average of a minute, before and after. */
export const Run = z.strictObject({
  at: z.iso.datetime(),
  node: z.string(),
  cpu: z.string(),
  load: z.tuple([z.number(), z.number()]),
  figures: z.array(Figure.extend({ bench: z.string() })),
})
export type Run = z.infer<typeof Run>

/** Tells `run.ts` a figure for its table. A bench that is started by itself tells nobody. */
export function report(name: string, value: number, unit: Figure['unit'], goal?: Goal): void {
  process.send?.({ name, value, unit, goal } satisfies Figure)
  // A PostgreSQL of ours listens to who started us; that alone is to keep no bench from its end.
  process.channel?.unref()
}

export function isMet({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean | undefined {
  if (!goal) return undefined
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

const show = (value: number, unit: string) =>
  `${Number(value.toPrecision(3))}${unit === 'x' ? '' : ` ${unit}`}`

/** Rows for `console.table`: each figure beside its goal. */
export function tableOf({ figures }: Pick<Run, 'figures'>) {
  return Object.fromEntries(
    figures.map((figure) => {
      const { bench, name, value, unit, goal } = figure
      const met = isMet(figure)
      const row = {
        value: show(value, unit),
        goal: !goal ? '' : 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`,
        met: met === undefined ? '' : met ? 'yes' : 'NO',
      }
      return [`${bench}: ${name}`, row]
    }),
  )
}

/** Rows for `console.table`: the figures of two runs; `better` is how many times. What only one of them has is left out. */
export function comparisonOf(before: Pick<Run, 'figures'>, after: Pick<Run, 'figures'>) {
  return Object.fromEntries(
    after.figures.flatMap(({ bench, name, value, unit }) => {
      const old = before.figures.find((each) => each.bench === bench && each.name === name)
      if (!old) return []
      const better = unit === 'x' ? value / old.value : old.value / value
      const row = {
        before: show(old.value, unit),
        after: show(value, unit),
        better: Number(better.toFixed(2)),
      }
      return [[`${bench}: ${name}`, row]]
    }),
  )
}

const RUNS = join(import.meta.dirname, 'runs')

/** Keeps a run in a file of its own, and returns its path. */
export function keepRun(run: Run): string {
  mkdirSync(RUNS, { recursive: true })
  const path = join(RUNS, `${run.at.replaceAll(/[:.]/g, '-')}.json`)
  writeFileSync(path, `${JSON.stringify(run, undefined, 2)}\n`)
  return path
}

export const readRun = (path: string): Run => Run.parse(JSON.parse(readFileSync(path, 'utf8')))

/** The path of the newest run that was kept. @throws {Error} there is none */
export function newestRun(): string {
  mkdirSync(RUNS, { recursive: true })
  const newest = readdirSync(RUNS).toSorted().at(-1)
  if (newest === undefined) throw new Error('no run was kept yet: npm run bench makes one')
  return join(RUNS, newest)
}
