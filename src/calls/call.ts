import { z } from 'zod'

import type { Network } from '../core/terms/network.ts'
import type { Pool } from '../core/routing/pool-graph.ts'
import type { ErrorCode } from '../core/terms/errors.ts'

/** A pool that examples may name. */
export type KnownPool = Pick<Pool, 'id' | 'token1' | 'token2'>

/** Bodies by name. */
export type Examples = Record<string, object>

/** What calls are about, in the order of the document. */
export const TAGS = [
  'Transactions',
  'Meta transactions',
  'Routes',
  'Tracking',
  'Claims',
  'Sign requests',
  'Wallet links',
  'Service',
] as const

/** One call of the interface, declared once: its route, its part of the OpenAPI document and its method of the client are made from it. */
export type Call = {
  tag: (typeof TAGS)[number]
  path: `/${string}` // `{id}` stands for a part of the path
  /** Another path of the same call, as the live service has it. */
  alias?: `/${string}`
  summary: string
  description?: string
  /** What the caller shows: the secret of a claim's link, or the session of a proof. */
  credential?: 'link' | 'session'
  answer: z.ZodType
  /** The status of a good answer; 200 unless told. */
  status?: 200 | 202
  /** Another status that comes with the same shape. */
  otherStatus?: { status: number; description: string }
  /** Codes beside those that any call can answer. */
  errors: readonly ErrorCode[]
} & (
  | { method: 'get' }
  | {
      method: 'post'
      request: z.ZodType
      /** Which unknown fields are refused: what moves money, or only what looks misspelt. None unless told. */
      refuses?: 'lost' | 'misspelt'
      /** Those of transactions and routes work on this very network, as they are. */
      examples?: (network: Network, pools: readonly KnownPool[]) => Examples
    }
)

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
