import type { FastifyReply } from 'fastify'

import type { DomainError, ErrorCode } from '../core/terms/errors.ts'
import type { Failure } from '../calls/call.ts'

/** What callers meet beside the core's codes: a fault of ours, and a server that is not there yet. */
export type ApiErrorCode = ErrorCode | 'INTERNAL' | 'STARTING'

/** Seconds until another try, where nobody knows better: a block or two. */
export const RETRY_AFTER_SEC = 5

/** The HTTP status of every error code: a new code does not compile until it has one. */
export const STATUS = {
  INVALID_REQUEST: 400,
  INVALID_AMOUNT: 400,
  INVALID_ADDRESS: 400,
  INVALID_HANDLE: 400,
  IDENTITY_OFF: 422,
  UNKNOWN_CHAIN: 400,
  UNKNOWN_TOKEN: 400,
  UNKNOWN_DENOMINATION: 400,
  SAME_TOKEN: 400,
  NO_ROUTE: 404,
  SWAP_REFUSED: 422,
  POOLS_OUTDATED: 503,
  UNKNOWN_COMMAND: 400,
  UNKNOWN_PERSONA: 400,
  INSUFFICIENT_BALANCE: 422,
  NO_WALLET: 422,
  NOT_FOUND: 404,
  NOT_YOURS: 403,
  SIGN_REQUEST_CLOSED: 410,
  CLAIM_CLOSED: 410,
  CLAIM_BUSY: 409,
  CLAIM_FROZEN: 423,
  CLAIM_NOT_READY: 409,
  KEY_NOT_HELD: 422,
  PROOF_REQUIRED: 401,
  PIN_REQUIRED: 403,
  WRONG_CODE: 403,
  SIGN_IN_FAILED: 403,
  TOO_MANY_TRIES: 429,
  RATE_LIMITED: 429,
  TRANSACTION_FAILED: 422,
  TRANSACTION_MISMATCH: 422,
  WALLET_LINK_CLOSED: 410,
  WRONG_SIGNATURE: 403,
  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_KEY_BUSY: 409,
  CHAIN_UNAVAILABLE: 503,
  INTERNAL: 500,
  CLAIMS_PAUSED: 503,
  GASLESS_PAUSED: 503,
  PAY_OUT_HELD: 503,
  STORE_UNAVAILABLE: 503,
  PLATFORM_UNAVAILABLE: 503,
  STARTING: 503,
  STOPPING: 503,
} satisfies Record<ApiErrorCode, number>

/** Gives an answer the status of an error and, where the error knows it, when it is worth another try. */
export function failAs(reply: FastifyReply, { code, retryAfterSec }: DomainError): FastifyReply {
  void reply.status(STATUS[code])
  return retryAfterSec === undefined
    ? reply
    : reply.header('retry-after', `${Math.ceil(retryAfterSec)}`)
}

/** The body of every failure. `code` is stable; `fix` is one imperative sentence; `request_id` finds it in the log. */
export function errorBody(
  code: ApiErrorCode,
  message: string,
  fix: string,
  requestId: string,
): Failure {
  return { error: { code, message, fix, request_id: requestId } }
}
