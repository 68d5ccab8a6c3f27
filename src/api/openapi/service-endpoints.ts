import { z } from 'zod'

import type { Endpoint } from './endpoint.ts'

/** What operators and their machines ask. */
export const serviceEndpoints: Endpoint[] = [
  {
    id: 'health',
    tag: 'Service',
    method: 'get',
    path: '/health',
    summary: 'The process lives.',
    answer: z.object({ status: z.literal('ok') }),
    errors: [],
  },
  {
    id: 'ready',
    tag: 'Service',
    method: 'get',
    path: '/ready',
    summary: 'It can do its work: every chain answers, and no nodes of one contradict each other.',
    answer: z.object({
      ready: z.boolean(),
      chains: z.record(z.string(), z.enum(['ok', 'unreachable', 'contradiction'])),
      /** Blocks of each chain that were not read yet. */
      lag: z.record(z.string(), z.int()),
      /** Transactions that are late. */
      stuck: z.int(),
    }),
    otherStatus: {
      status: 503,
      description: 'A chain does not answer, or its nodes contradict each other.',
    },
    errors: [],
  },
]
