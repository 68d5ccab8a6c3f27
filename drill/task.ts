import { z } from 'zod'

/** What the process of one run is told to do. */
export const Task = z.object({
  name: z.string(),
  seed: z.number(),
  short: z.boolean(),
  broken: z.boolean(),
  args: z.array(z.string()),
})
export type Task = z.infer<typeof Task>

/** What it sends before it ends. */
export const Ending = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('done'),
    done: z.string(),
    numbers: z.string(),
    problems: z.array(z.string()),
    notRun: z.array(z.string()),
  }),
  z.object({ kind: z.enum(['skipped', 'error']), why: z.string() }),
])
export type Ending = z.infer<typeof Ending>
