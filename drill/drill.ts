/** A long test with a control: the same drill on something broken on purpose, which it has to notice. */
export type Drill = {
  name: string
  /** What is done to whom, in one line, for the list of drills. */
  about: string
  /** What is broken on purpose in its control, in one line. */
  control: string
  /** How its control says what it has to notice. Without it, whatever the control finds counts. */
  noticedAs?: RegExp
  /** Whether it runs the tests, or makes something of the whole checkout: then what came of it is of all files, and else of [those that drills run](kept-runs.ts). */
  isOfCheckout?: true
  /** Runs it; `broken` runs the control. Problems are what should not have happened: none means that the promise was kept. */
  run(options: DrillOptions): Promise<DrillOutcome>
}

export type DrillOptions = {
  seed: number
  short: boolean
  broken: boolean
  /** The drill's own options, as they were typed. */
  args: readonly string[]
  say(line: string): void
}

export type DrillOutcome = {
  done: string
  numbers: string
  problems: readonly string[]
  /** What the machine lacks the means for, and so was not done, each with why. With any, the drill was run in part, and is not passed. */
  notRun?: readonly string[]
}

/** Thrown by a drill on a machine that lacks what it needs; the message says what. It counts as neither passed nor failed. */
export class SkippedError extends Error {}

/** Returns how many of something a run takes: what was asked for, else the long or the short form's. A control is always short. */
export function sizeOf(
  { short, broken }: Pick<DrillOptions, 'short' | 'broken'>,
  asked: string | undefined,
  { long, brief }: { long: number; brief: number },
): number {
  if (broken) return brief
  if (asked === undefined) return short ? brief : long
  const size = Number(asked)
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(`"${asked}" is no whole number`)
  return size
}

/** Does the work, and returns its problems; an error that it ends with is one of them, unless the machine lacks something. */
export async function problemsOf(work: () => Promise<readonly string[]>): Promise<string[]> {
  try {
    return [...(await work())]
  } catch (error) {
    if (error instanceof SkippedError) throw error
    return [wordsOf(error)]
  }
}

/** With those of what it came from: `fetch failed` alone says nothing. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error.cause)}`
}
