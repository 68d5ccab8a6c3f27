import { DomainError, type ErrorFacts } from '../terms/errors.ts'

declare module '../terms/errors.ts' {
  interface ErrorKinds {
    same_token: { token: string }
    no_route: { from: string; to: string }
    swap_refused: { reason: string }
    pools_outdated: { seconds: number }
  }
}

/** A swap of a token into itself. */
export class SameTokenError extends DomainError {
  readonly code = 'SAME_TOKEN'
  readonly fix = 'Name two different tokens.'
  override readonly facts: ErrorFacts
  constructor(token: string) {
    super(`${token} is on both sides of the swap.`)
    this.facts = { kind: 'same_token', token }
  }
}

/** No pools lead from one token to the other, or none that would pay anything for the amount. */
export class NoRouteError extends DomainError {
  readonly code = 'NO_ROUTE'
  readonly fix = 'Try a larger amount, more chains, or another token.'
  override readonly facts: ErrorFacts
  constructor(tokenIn: string, tokenOut: string) {
    super(`No path of pools turns this amount of ${tokenIn} into ${tokenOut}.`)
    this.facts = { kind: 'no_route', from: tokenIn, to: tokenOut }
  }
}

/** The router contract would not make this swap now. */
export class SwapRefusedError extends DomainError {
  readonly code = 'SWAP_REFUSED'
  readonly fix = 'Ask for a fresh route, and try its tokens with a lower minimum.'
  override readonly facts: ErrorFacts
  constructor(reason: string) {
    super(`The router refuses this swap: ${reason}`)
    this.facts = { kind: 'swap_refused', reason }
  }
}

/** What is known of the pools is too old to quote from. */
export class PoolsOutdatedError extends DomainError {
  readonly code = 'POOLS_OUTDATED'
  readonly fix = 'Try again in a moment: quotes resume by themselves once the hub goes on.'
  override readonly facts: ErrorFacts
  constructor(ageMs: number, height: number) {
    const seconds = Math.floor(ageMs / 1000)
    super(`The hub has shown no new block for ${seconds} seconds; the last one was ${height}.`)
    this.facts = { kind: 'pools_outdated', seconds }
  }
}
