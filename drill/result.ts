import { z } from 'zod'

import type { Drill } from './drill.ts'
import type { Ending } from './task.ts'

/** What came of a drill and its control. `in part` is one that this machine lacks the means for some of, and `skipped` one that it lacks them for. */
export const Result = z.object({
  drill: z.string(),
  seed: z.number(),
  done: z.string(),
  control: z.string(),
  numbers: z.string(),
  seconds: z.number(),
  verdict: z.enum(['passed', 'FAILED', 'in part', 'skipped']),
  /** In words, the control's among them. */
  problems: z.array(z.string()),
  notRun: z.array(z.string()),
})
export type Result = z.infer<typeof Result>

/** Letters of what a control found. */
const SHOWN = 60

/** What the ends of a drill and of its control come to. A control that broke by something else than what was taken out has shown nothing. */
export function judge(
  own: Ending,
  control: Ending,
  drill: Pick<Drill, 'control' | 'noticedAs'>,
): Omit<Result, 'drill' | 'seed' | 'seconds'> {
  const noticed = noticedBy(control, drill.noticedAs)
  const problems = [
    ...problemsOf(own),
    ...(control.kind === 'skipped' || noticed !== undefined
      ? []
      : [`its control: not noticed: ${drill.control}`, ...problemsOf(control)]),
  ]
  const notRun = own.kind === 'done' ? own.notRun : own.kind === 'skipped' ? [own.why] : []
  return {
    done: own.kind === 'done' ? own.done : `${own.kind}: ${firstLine(own.why)}`,
    control: describe(control, noticed),
    numbers: own.kind === 'done' ? own.numbers : '',
    verdict:
      problems.length > 0
        ? 'FAILED'
        : own.kind === 'skipped'
          ? 'skipped'
          : notRun.length > 0
            ? 'in part'
            : 'passed',
    problems,
    notRun,
  }
}

function problemsOf(own: Ending): string[] {
  if (own.kind === 'skipped') return []
  return own.kind === 'done' ? own.problems : [own.why]
}

function noticedBy(control: Ending, noticedAs = /(?:)/): string | undefined {
  return control.kind === 'done'
    ? control.problems.find((problem) => noticedAs.test(problem))
    : undefined
}

function describe(control: Ending, noticed: string | undefined): string {
  if (control.kind === 'skipped') return 'skipped'
  if (noticed !== undefined) return `caught: ${firstLine(noticed)}`
  const [instead] = problemsOf(control)
  return instead === undefined ? 'NOT CAUGHT' : `NOT CAUGHT: ${firstLine(instead)}`
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
