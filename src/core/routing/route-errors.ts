import { DomainError } from '../errors.ts'

/** A swap of a token into itself. */
export class SameTokenError extends DomainError {
  readonly code = 'INVALID_REQUEST'
  readonly fix = 'Name two different tokens.'
  constructor(token: string) {
    super(`${token} is on both sides of the swap.`)
  }
}

/** No pools lead from one token to the other, or none that would pay anything for the amount. */
export class NoRouteError extends DomainError {
  readonly code = 'NOT_FOUND'
  readonly fix = 'Try a larger amount, more hops, or another token.'
  constructor(tokenIn: string, tokenOut: string) {
    super(`No path of pools turns this amount of ${tokenIn} into ${tokenOut}.`)
  }
}
