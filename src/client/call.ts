import type { Call } from '../calls/call.ts'

export type ClientOptions = {
  /** Where Vouch is, for example `https://vouch.example`; empty for a page's own server. */
  baseUrl: string
  /** Another `fetch` than the platform's own. */
  fetch?: typeof globalThis.fetch
  /** When a call without an answer is given up, in milliseconds; a minute unless told. */
  timeoutMs?: number
}

export type CallOptions = {
  /** Makes a repeat of this very call safe for 24 hours, best a random UUID: see the API's `Idempotency-Key`. */
  idempotencyKey?: string
  /**
   * A secret of the caller's own, for calls that need no session: a repeat under the same key that brings it gets a sender's PIN again, from whatever address. Without
   * one, whoever calls from the same address does. Best random, of 16 characters or more.
   */
  secret?: string
  signal?: AbortSignal
}

/** Method and path of every call, and the credential of those that take one. */
export type AddressesOf<Calls extends Record<string, Call>> = {
  [Id in keyof Calls]: readonly [
    Uppercase<Calls[Id]['method']>,
    Calls[Id]['path'],
    ...(Calls[Id] extends { credential: infer Credential } ? [Credential] : []),
  ]
}

type Request = CallOptions & { body?: unknown; headers?: Record<string, string> | undefined }

/** One call of the API. Throws `VouchError` for whatever is no good answer. */
export type SendCall = <Answer>(
  method: 'GET' | 'POST',
  path: string,
  request?: Request,
) => Promise<Answer>

const TIMEOUT_MS = 60_000

/** Sends JSON and reads JSON; every failure comes out as a `VouchError`. */
export function createCall({
  baseUrl,
  timeoutMs = TIMEOUT_MS,
  ...options
}: ClientOptions): SendCall {
  const root = baseUrl.replace(/\/+$/, '')
  return async <Answer>(
    method: 'GET' | 'POST',
    path: string,
    { body, headers, idempotencyKey, secret, signal }: Request = {},
  ) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const send = options.fetch ?? globalThis.fetch
    const received = await send(`${root}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      referrerPolicy: 'no-referrer',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
      .then(async (response) => ({ response, answer: jsonIn(await response.text()) }))
      .catch(() => undefined)
    signal?.throwIfAborted()
    if (!received)
      throw new VouchError({
        code: 'OFFLINE',
        message: 'Vouch cannot be reached right now.',
        fix: 'Check your connection and try again.',
      })
    const { response, answer } = received
    // A page of a network that asks to sign in first has a good status, too.
    if (!response.ok || answer === undefined) throw errorIn(answer, response)
    // The server's answers are held against these very shapes by its tests, so they are not checked again here.
    return answer as Answer
  }
}

/** The same as core's `readJson`: this package has core's types alone, none of its JavaScript. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorIn(answer: unknown, { status, headers, ok }: Response): VouchError {
  const wait = headers.get('retry-after') ?? ''
  const unclear = {
    code: 'UNCLEAR',
    message: ok
      ? `What came with status ${status} is no answer of Vouch.`
      : `Vouch answered with status ${status}.`,
    fix: ok
      ? 'Check the address, and whether this network asks to sign in first.'
      : 'Try again in a moment.',
    status,
    // A proxy may name a date instead.
    retryAfterSec: /^\d+$/.test(wait) ? Number(wait) : undefined,
  }
  if (typeof answer !== 'object' || answer === null || !('error' in answer))
    return new VouchError(unclear)
  const { error } = answer
  if (typeof error !== 'object' || error === null) return new VouchError(unclear)
  const read = (key: string) => (key in error ? String(Reflect.get(error, key)) : undefined)
  return new VouchError({
    ...unclear,
    code: read('code') ?? unclear.code,
    message: read('message') ?? unclear.message,
    fix: read('fix') ?? unclear.fix,
    requestId: read('request_id'),
  })
}

/** A refused or failed call, in words for a person: what happened, and what to do about it. */
export class VouchError extends Error {
  /** The API's stable code; `OFFLINE` without any answer, `UNCLEAR` for an answer that is not the API's. */
  readonly code: string
  readonly fix: string
  /** Finds the request in the server's log; absent when the API did not answer. */
  readonly requestId: string | undefined
  /** The HTTP status; absent without an answer. */
  readonly status: number | undefined
  /** Seconds after which it is worth another try, where the answer says it: every 429 and 503 of the API does. */
  readonly retryAfterSec: number | undefined
  constructor({ code, message, fix, requestId, status, retryAfterSec }: VouchProblem) {
    super(message)
    this.name = 'VouchError'
    this.code = code
    this.fix = fix
    this.requestId = requestId
    this.status = status
    this.retryAfterSec = retryAfterSec
  }
}

type VouchProblem = {
  code: string
  message: string
  fix: string
  requestId?: string | undefined
  status?: number | undefined
  retryAfterSec?: number | undefined
}
