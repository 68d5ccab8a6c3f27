import type { z } from 'zod'

import type { Network } from '../../core/terms/network.ts'
import type { Pool } from '../../core/routing/pool-graph.ts'
import type { ApiErrorCode } from '../error-body.ts'

/** A pool that examples may name. */
export type KnownPool = Pick<Pool, 'id' | 'token1' | 'token2'>

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

/** What the documentation says of one call; shapes come from the schemas that the code itself uses. */
export type Endpoint = {
  /** The call's name in the document, and the method's in the client. */
  id: string
  tag: (typeof TAGS)[number]
  method: 'get' | 'post'
  path: `/${string}` // `{id}` stands for a part of the path
  summary: string
  description?: string
  /** Beside `Idempotency-Key`, which every POST of the interface takes. */
  headers?: Record<string, { description: string; pattern?: string; isOptional?: true }>
  request?: z.ZodType
  answer: z.ZodType
  /** The status of a good answer; 200 unless told. */
  status?: 200 | 202
  /** Another status that comes with the same shape. */
  otherStatus?: { status: number; description: string }
  /** Codes beside those that any call can answer. */
  errors: readonly ApiErrorCode[]
  /** Bodies by name. Those of transactions and routes work on this very network, as they are. */
  examples?: (network: Network, pools: readonly KnownPool[]) => Record<string, object>
}
