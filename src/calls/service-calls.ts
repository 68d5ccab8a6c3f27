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
      'It can do its work: what has to be kept is kept, every chain answers, and no nodes of one contradict each other.',
    answer: z.object({
      ready: z.boolean(),
      /** What keeps the database from keeping anything: the disk is full, it refuses, another program holds the right to write, or pages are damaged. */
      database: z.enum(['ok', 'full', 'unwritable', 'busy', 'damaged']),
      /** `contradiction`: its nodes say different things of what is final. */
      chains: z.record(z.string(), z.enum(['ok', 'unreachable', 'contradiction'])),
      /** Blocks of each chain that were not read yet. */
      lag: z.record(z.string(), z.int()),
      /** Transactions that are late. */
      stuck: z.int(),
    }),
    otherStatus: {
      status: 503,
      description:
        'Nothing can be written down, a chain does not answer, or its nodes contradict each other.',
    },
    errors: [],
  },
} satisfies Record<string, Call>
