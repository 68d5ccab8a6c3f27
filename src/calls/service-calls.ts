import { z } from 'zod'

import type { Call } from './call.ts'

/** What operators and their machines ask. */
export const serviceCalls = {
  health: {
    tag: 'Service',
    method: 'get',
    path: '/health',
    summary: 'The process lives.',
    answer: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  ready: {
    tag: 'Service',
    method: 'get',
    path: '/ready',
    summary:
      'It can do its work: what has to be kept is kept, every chain answers, brings something new and goes on from what was taken in, and no nodes of one contradict each other. No chain is asked for it: it answers at once.',
    answer: z.object({
      ready: z.boolean(),
      /** What keeps the database from keeping anything: the disk is full, it refuses, another program holds it up, or pages are damaged. */
      database: z.enum(['ok', 'full', 'unwritable', 'busy', 'damaged', 'unreachable']),
      /**
       * `unreachable`: no node of it has answered yet, or for ten seconds. `contradiction`: its nodes say different things of what is final.
       * `fork`: its next block does not follow the last one that was taken in. `stalled`: nothing new comes from it. `behind`: more than a few of its blocks were not read yet, which alone is no reason not to be ready.
       */
      chains: z.record(
        z.string(),
        z.enum(['ok', 'behind', 'stalled', 'contradiction', 'fork', 'unreachable']),
      ),
      /** Blocks of each chain that were not read yet. */
      lag: z.record(z.string(), z.int()),
      /** Milliseconds since something new of each chain was taken in. */
      silent_ms: z.record(z.string(), z.int()),
      /** Transactions that are late. */
      stuck: z.int(),
    }),
    otherStatus: {
      status: 503,
      description:
        'Nothing can be written down, a chain does not answer, brings nothing new or does not go on from what was taken in, or its nodes contradict each other.',
    },
    errors: [],
  },
} satisfies Record<string, Call>
