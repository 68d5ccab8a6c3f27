import { z } from 'zod'

/** The body of every failure, as callers read it. */
export const Failure = z.object({
  error: z.object({
    /** Stable: programs may rely on it. */
    code: z.string().meta({ description: 'Stable: programs may rely on it.' }),
    message: z.string().meta({ description: 'What happened, for a person.' }),
    fix: z.string().meta({ description: 'What to do about it, in one sentence.' }),
    request_id: z.string().meta({ description: 'Finds the request in the log.' }),
  }),
})
export type Failure = z.infer<typeof Failure>
