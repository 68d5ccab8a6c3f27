import { z } from 'zod'

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

/** What the ends of a drill and of its control come to. `broken` is what the control is without, in words. */
export function judge(
  own: Ending,
  control: Ending,
  broken: string,
): Omit<Result, 'drill' | 'seed' | 'seconds'> {
  const problems = [...problemsOf(own), ...unnoticedBy(control, broken)]
  const notRun = own.kind === 'done' ? own.notRun : own.kind === 'skipped' ? [own.why] : []
  return {
    done: own.kind === 'done' ? own.done : `${own.kind}: ${firstLine(own.why)}`,
    control: describe(control),
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

/** A control that found nothing has shown nothing. */
function unnoticedBy(control: Ending, broken: string): string[] {
  if (control.kind === 'skipped') return []
  if (control.kind !== 'done') return [`its control: ${control.why}`]
  return control.problems.length > 0 ? [] : [`its control: not noticed: ${broken}`]
}

function describe(control: Ending): string {
  if (control.kind === 'skipped') return 'skipped'
  if (control.kind !== 'done') return `NOT CAUGHT: ${firstLine(control.why)}`
  const [caught] = control.problems
  return caught === undefined ? 'NOT CAUGHT' : `caught: ${firstLine(caught)}`
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
