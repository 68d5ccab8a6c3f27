import { z } from 'zod'

import { Failure, TAGS, type Call, type Examples, type KnownPool } from '../calls/call.ts'
import { TokenType, type Network } from '../core/terms/network.ts'
import { Pair, PairWithDenomAndAmount } from '../core/payloads/pair.ts'
import { Payee } from '../core/payloads/shares.ts'
import { RouteLeg, RoutePath, RouteStep } from '../calls/route-calls.ts'
import {
  Claimer,
  CosmWasmBuild,
  CosmWasmMessage,
  CrossChainUser,
  CrossChainUserWithLimit,
  EvmBuild,
  EvmMessage,
  PartnerFee,
  SocialForm,
  SplitLeg,
  SwapPath,
  SwapStep,
  TokenWithDenom,
  TransactionBuild,
  UserOrSocial,
} from '../core/terms/shapes.ts'
import { Hop, Progress } from '../core/tracking/progress.ts'
import {
  SwapEntry,
  TrackAnswer,
  TrackingRecord,
  TrackingStep,
} from '../core/tracking/tracking-record.ts'
import { calls } from '../calls/calls.ts'
import { STATUS, type ApiErrorCode } from './error-body.ts'

/** Shapes with a name of their own in the document; every other one stands where it is used. */
const NAMED = {
  Claimer,
  CosmWasmBuild,
  CosmWasmMessage,
  CrossChainUser,
  CrossChainUserWithLimit,
  EvmBuild,
  EvmMessage,
  Failure,
  Hop,
  Pair,
  PairWithDenomAndAmount,
  PartnerFee,
  Payee,
  Progress,
  RouteLeg,
  RoutePath,
  RouteStep,
  Social: SocialForm,
  SplitLeg,
  SwapPath,
  SwapEntry,
  SwapStep,
  TokenType,
  TokenWithDenom,
  TrackAnswer,
  TrackingRecord,
  TrackingStep,
  TransactionBuild,
  UserOrSocial,
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Up to 255 visible characters, best a random UUID. The same key with the same request is done once: for 24 hours it gets the stored answer, with `idempotency-replayed: true`. The PIN of a sender stands in it again only for the same client, by its address or by a secret that both calls bring as `authorization: Bearer <secret>`. With another request it is refused with 422, and with 409 while the first call is still running.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
} as const

const POST_ERRORS = [
  'INVALID_REQUEST',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_KEY_BUSY',
  'RATE_LIMITED',
] as const satisfies ApiErrorCode[]
const ANY_ERRORS = [
  'INTERNAL',
  'STORE_UNAVAILABLE',
  'STARTING',
  'STOPPING',
] as const satisfies ApiErrorCode[]

/** Headers that calls with such a credential take. */
const CREDENTIALS = {
  link: {
    name: 'x-claim-secret',
    description: "The secret of the claim's link: what stands behind its `#`.",
    required: true,
    schema: { type: 'string' },
  },
  session: {
    name: 'authorization',
    description:
      '`Bearer <session>`, with the session of a proof. Without it, the cookie of that proof counts.',
    required: false,
    schema: { type: 'string', pattern: '^Bearer [\\w-]{1,128}$' },
  },
} as const satisfies Record<NonNullable<Call['credential']>, object>

/** Returns the OpenAPI 3.1 document of all calls. Pure; examples fit `network` and its `pools`. */
export function describeApi(network: Network, pools: readonly KnownPool[]) {
  const shapes = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(NAMED)) shapes.add(schema, { id })
  const described = Object.entries<Call>(calls)
  for (const [id, call] of described) {
    if (call.method === 'post' && !shapes.has(call.request))
      shapes.add(call.request, { id: `${capitalised(id)}Request` })
    if (!shapes.has(call.answer)) shapes.add(call.answer, { id: `${capitalised(id)}Answer` })
  }
  const refTo = (schema: z.ZodType) => ({ $ref: uriOf(shapes.get(schema)?.id ?? '') })

  const paths: Record<string, Record<string, object>> = {}
  for (const [id, call] of described) {
    const examples = call.method === 'post' ? call.examples?.(network, pools) : undefined
    paths[call.path] = {
      ...paths[call.path],
      [call.method]: describeCall(id, call, examples, refTo),
    }
    if (call.alias)
      paths[call.alias] = { [call.method]: describeCall(`${id}Alias`, call, examples, refTo) }
  }
  // Amounts are strings on the wire and `bigint` in memory: callers see the wire.
  const { schemas } = z.toJSONSchema(shapes, { io: 'input', uri: uriOf })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vouch',
      version: '1',
      description:
        'Builds unsigned transactions that send value to an address or to a person, on any chain of the network. Amounts are strings of whole base units. No authentication: your own wallet signs. Pages of any origin may call it, without credentials. Chains, tokens with prices, pools and balances are read by GraphQL at /graphql.',
    },
    servers: [{ url: '/' }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([id, { $id: _$id, $schema: _$schema, ...schema }]) => [
          id,
          schema,
        ]),
      ),
    },
  }
}

function describeCall(
  id: string,
  call: Call,
  examples: Examples | undefined,
  refTo: (schema: z.ZodType) => { $ref: string },
): object {
  const { tag, path, summary, description, credential, answer, status = 200, otherStatus } = call
  const isPost = call.method === 'post'
  const codes = [...(isPost ? POST_ERRORS : []), ...call.errors, ...ANY_ERRORS]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', maxLength: 100 },
      })),
      ...(credential ? [{ in: 'header', ...CREDENTIALS[credential] }] : []),
      ...(isPost ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(isPost && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refTo(call.request),
            ...(examples && {
              examples: Object.fromEntries(
                Object.entries(examples).map(([name, value]) => [name, { value }]),
              ),
            }),
          },
        },
      },
    }),
    responses: {
      [status]: {
        description: 'Done.',
        content: { 'application/json': { schema: refTo(answer) } },
      },
      ...describeFailures(codes),
      ...(otherStatus && {
        [otherStatus.status]: {
          description: otherStatus.description,
          ...headersOf(otherStatus.status),
          content: { 'application/json': { schema: refTo(answer) } },
        },
      }),
      ...(isPost && {
        413: failureWith(['INVALID_REQUEST'], 'The body is larger than 64 KiB.'),
        415: failureWith(['INVALID_REQUEST'], 'The body is not `application/json`.'),
      }),
    },
  }
}

/** One entry for each status, with the codes that it can have. */
function describeFailures(codes: readonly ApiErrorCode[]): Record<string, object> {
  const byStatus = new Map<number, Set<ApiErrorCode>>()
  for (const code of codes)
    byStatus.set(STATUS[code], (byStatus.get(STATUS[code]) ?? new Set<ApiErrorCode>()).add(code))
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        ...failureWith([...those], [...those].map((code) => `\`${code}\``).join(', ')),
        ...headersOf(status),
      },
    ]),
  )
}

/** Of a status that asks to come back later. */
function headersOf(status: number): object {
  if (status !== 429 && status !== 503) return {}
  const description = 'Seconds after which it is worth another try.'
  const schema = { type: 'integer', minimum: 0 }
  return { headers: { 'Retry-After': { description, required: true, schema } } }
}

function failureWith(codes: readonly ApiErrorCode[], description: string): object {
  const code = { enum: [...codes].toSorted() }
  return {
    description,
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: uriOf('Failure') }, { properties: { error: { properties: { code } } } }],
        },
      },
    },
  }
}

const uriOf = (id: string) => `#/components/schemas/${id}`
const capitalised = (id: string) => id.charAt(0).toUpperCase() + id.slice(1)
