import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { RateLimitedError } from '../claims/errors.ts'
import type { Vault } from '../claims/vault.ts'
import type { IdempotencyStore } from '../services/flow/idempotency-store-port.ts'
import {
  IdempotencyKeyBusyError,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  StoreUnavailableError,
} from '../core/terms/errors.ts'
import {
  KEPT_ANSWER_BYTES,
  KEPT_BYTES_PER_HOUR,
  LEAST_KEPT_BYTES,
} from '../core/terms/open-limits.ts'
import { HOUR_MS } from '../core/terms/durations.ts'
import { createRateLimit } from '../services/flow/rate-limit.ts'
import { readClaimCookie, clientOf, isTelling } from './client-of.ts'

const KEPT_MS = 24 * HOUR_MS
const FORM = /^[!-~]{1,255}$/

type Deps = {
  store: IdempotencyStore
  vault: Pick<Vault, 'hash' | 'sealAnswer' | 'openAnswer'>
  /** On a local network every address is a client's own. */
  isLocal: boolean
  keptBytesPerHour?: number
  now: () => Date
}

/**
 * `Idempotency-Key` on every POST of the interface. A key belongs to one address: there it stands for one request, whose
 * answer it gets again for 24 hours, over restarts. Only what succeeded and is not too large is kept, so much of one client's; a refused request changed nothing and may
 * be corrected under the same key. The credentials of a call are part of its request, so nobody reads another's answer. Of a call
 * without any, somebody else may know key and body, so what is secret in its answer is repeated to the same client alone.
 */
export const idempotency =
  ({ store, vault, isLocal, keptBytesPerHour = KEPT_BYTES_PER_HOUR, now }: Deps) =>
  (server: FastifyInstance) => {
    /** Who asked, as far as an address says that; `undefined` where it may be anybody. */
    const callerOf = (request: FastifyRequest) =>
      isLocal || isTelling(request) ? vault.hash('client', clientOf(request)) : undefined

    const running = new WeakMap<FastifyRequest, string>()
    const hour = createRateLimit({ most: keptBytesPerHour, withinMs: HOUR_MS, now })

    server.addHook('preHandler', async (request, reply) => {
      const given = request.headers['idempotency-key']
      if (given === undefined || request.method !== 'POST') return
      const [path = ''] = request.url.split('?')
      if (!path.startsWith('/api/v1/')) return
      if (typeof given !== 'string' || !FORM.test(given))
        throw new InvalidRequestError(
          'The header Idempotency-Key',
          'is not 1 to 255 visible ASCII characters',
          'Use a random UUID.',
        )
      const { count, freeInMs } = hour.take(clientOf(request), undefined, 0)
      if (count >= hour.most)
        throw new RateLimitedError(
          'You are making calls with an Idempotency-Key',
          Math.ceil(freeInMs / 1000),
        )
      const key = vault.hash('call', `${path} ${given}`)
      const credentials = credentialsOf(request)
      const content = JSON.stringify([...credentials.headers, request.body, ...credentials.cookies])
      const fingerprint = vault.hash('request', content)
      const at = now()
      const expiresAt = new Date(at.getTime() + KEPT_MS)
      const earlier = await store.begin({ key, fingerprint, now: at, expiresAt })
      if (!earlier) {
        running.set(request, key)
        return
      }
      if (earlier.fingerprint !== fingerprint) throw new IdempotencyKeyReusedError()
      if (!earlier.answer) throw new IdempotencyKeyBusyError()
      const { status, sealed } = earlier.answer
      const { caller, answer } = readKept(vault.openAnswer(key, sealed))
      const hasCredential = [...credentials.headers, ...credentials.cookies].some(Boolean)
      const isTheirs = hasCredential || (caller !== undefined && caller === callerOf(request))
      await reply
        .status(status)
        .header('idempotency-replayed', 'true')
        .type('application/json; charset=utf-8')
        .send(isTheirs ? answer : withoutSecrets(answer))
    })

    // Before the answer goes out: what the caller has seen is kept.
    server.addHook('onSend', async (request, reply, payload) => {
      const key = running.get(request)
      if (key === undefined) return
      running.delete(request)
      const isGood = reply.statusCode < 300 && typeof payload === 'string'
      const sealed = isGood
        ? vault.sealAnswer(key, JSON.stringify(keptOf(callerOf(request), payload)))
        : undefined
      try {
        if (sealed && sealed.length <= KEPT_ANSWER_BYTES) {
          hour.take(clientOf(request), undefined, Math.max(sealed.length, LEAST_KEPT_BYTES))
          await store.finish(key, { status: reply.statusCode, sealed })
        } else await store.release(key)
      } catch (error) {
        if (isGood || !(error instanceof StoreUnavailableError)) throw error // a refusal goes out as it is
      }
    })
  }

/** An answer as it is kept, with who asked for it. */
const Kept = z.object({ caller: z.string().optional(), answer: z.string() })
const keptOf = (caller: string | undefined, answer: string): z.infer<typeof Kept> => ({
  ...(caller !== undefined && { caller }),
  answer,
})

/** An earlier version kept the answer alone. */
function readKept(text: string): z.infer<typeof Kept> {
  const kept = Kept.safeParse(JSON.parse(text))
  return kept.success ? kept.data : { answer: text }
}

/** What shows on whose behalf a request comes: nobody has it but the caller. */
function credentialsOf({ headers, params }: FastifyRequest) {
  const id: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined
  const session = typeof id === 'string' ? readClaimCookie(headers.cookie, id) : undefined
  return {
    headers: [headers.authorization, headers['x-claim-secret']],
    cookies: session === undefined ? [] : [session],
  }
}

/** Fields of answers that only whoever made a call may read. */
const SECRETS: ReadonlySet<string> = new Set(['otp', 'session', 'receipt'])

function withoutSecrets(text: string): string {
  const answer: unknown = JSON.parse(text)
  return JSON.stringify(answer, (field, value: unknown) => (SECRETS.has(field) ? '' : value))
}
