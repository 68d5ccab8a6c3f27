import { DomainError, InvalidRequestError } from './errors.ts'

/**
 * Runs a check of one field of a request. A refusal that does not name its field yet begins with `path`, for example
 * `recipient.address: "0x1" is not an address on base.` Without a path, refusals stay as they are.
 */
export function atField<Value>(path: string | undefined, check: () => Value): Value {
  try {
    return check()
  } catch (error) {
    if (
      path !== undefined &&
      error instanceof DomainError &&
      !(error instanceof InvalidRequestError)
    )
      error.message = `${path}: ${error.message}`
    throw error
  }
}
