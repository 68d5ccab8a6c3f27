import { DomainError } from '../terms/errors.ts'

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
  constructor(token: string) {
    super('SAME_TOKEN', `${token} is on both sides of the swap.`, {
      fix: 'Name two different tokens.',
      facts: { kind: 'same_token', token: token.toUpperCase() },
    })
  }
}

/** No pools lead from one token to the other, or none that would pay anything for the amount. */
export class NoRouteError extends DomainError {
  constructor(tokenIn: string, tokenOut: string) {
    super('NO_ROUTE', `No path of pools turns this amount of ${tokenIn} into ${tokenOut}.`, {
      fix: 'Try a larger amount, more chains, or another token.',
      facts: { kind: 'no_route', from: tokenIn.toUpperCase(), to: tokenOut.toUpperCase() },
    })
  }
}

/** The router contract would not make this swap now. */
export class SwapRefusedError extends DomainError {
  constructor(reason: string) {
    super('SWAP_REFUSED', `The router refuses this swap: ${reason}`, {
      fix: 'Ask for a fresh route, and try its tokens with a lower minimum.',
      facts: { kind: 'swap_refused', reason },
    })
  }
}

/** What is known of the pools is too old to quote from. */
export class PoolsOutdatedError extends DomainError {
  constructor(ageMs: number, height: number) {
    const seconds = Math.floor(ageMs / 1000)
    super(
      'POOLS_OUTDATED',
      `The hub has shown no new block for ${seconds} seconds; the last one was ${height}.`,
      {
        fix: 'Try again in a moment: quotes resume by themselves once the hub goes on.',
        facts: { kind: 'pools_outdated', seconds },
      },
    )
  }
}
