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
