import { atField } from '../terms/request.ts'
import { InvalidRequestError } from '../terms/errors.ts'
import { chainOf, tokenOf, type Network } from '../terms/network.ts'
import { HOPS } from '../terms/open-limits.ts'
import type { SwapStep } from '../terms/shapes.ts'

/** The protocol's own exchange: the only one whose trades its contracts make. */
export const OWN_DEX = 'euclid'

/** A way through pools. `expectedOut` is base units of `assetOut`, where the path tells it for this very amount. */
export type SwapRoute = {
  steps: SwapStep[]
  assetOut: string
  swaps: { token_in: string; token_out: string }[]
  expectedOut: bigint | undefined
}

/**
 * Checks that a swap path, which stands at `field` of its request, leads from the token that goes in, step by step, over the protocol's own pools.
 * One that begins with another token, as published requests have it, is led there from the token that goes in.
 * @throws {UnknownTokenError} {UnknownChainError} {InvalidRequestError} too many trades, another exchange, a gap between steps, a token traded for itself, a beginning that could
 * be mended in several ways
 */
export function parseSwapRoute(
  network: Network,
  asked: SwapStep[],
  { assetIn, amountIn, field }: { assetIn: string; amountIn: bigint; field: string },
): SwapRoute {
  const steps = begunWith(assetIn, asked, field)
  refuseTooLong(steps, field)
  let token = assetIn
  const swaps: SwapRoute['swaps'] = []
  for (const [index, step] of steps.entries()) {
    const path = `${field}.path.${index}`
    checkDex(step, path)
    checkChain(network, step, path)
    const [first, ...rest] = step.route
    if (first !== token) throw brokenRoute(`${path}.route`, first ?? '', token, index)
    for (const [hop, next] of rest.entries()) {
      atField(`${path}.route.${hop + 1}`, () => tokenOf(network, next))
      if (next === token) throw sameToken(`${path}.route.${hop + 1}`, token)
      swaps.push({ token_in: token, token_out: next })
      token = next
    }
  }
  if (token === assetIn) throw sameToken(field, token)
  return { steps, assetOut: token, swaps, expectedOut: expectedOut(steps, amountIn) }
}

/** The same path from the token that goes in. Its estimates were for another path, so there are none. */
function begunWith(token: string, steps: SwapStep[], field: string): SwapStep[] {
  const [first, ...rest] = steps
  if (!first || first.route[0] === token) return steps
  if (steps.some(({ route }) => route.includes(token)))
    throw brokenRoute(`${field}.path.0.route`, first.route[0] ?? '', token, 0)
  return [{ ...first, route: [token, ...first.route] }, ...rest].map(
    ({ amount_in: _in, amount_out: _out, ...step }) => step,
  )
}

/** Returns the path's last estimate; none when the path was asked for another amount, whose estimate would protect nothing. */
export function expectedOut(steps: readonly SwapStep[], amountIn: bigint): bigint | undefined {
  const asked = known(steps[0]?.amount_in)
  return asked === undefined || asked === amountIn ? known(steps.at(-1)?.amount_out) : undefined
}

function known(estimate: SwapStep['amount_in']): bigint | undefined {
  return typeof estimate === 'bigint' ? estimate : undefined
}

function refuseTooLong(steps: readonly SwapStep[], field: string): void {
  const hops = steps.reduce((sum, { route }) => sum + route.length - 1, 0)
  if (hops <= HOPS) return
  throw new InvalidRequestError(
    `${field}.path`,
    `makes ${hops} trades, but one path makes at most ${HOPS}`,
    'Take a shorter path, as the routes endpoint answers it.',
  )
}

function checkDex({ dex }: SwapStep, path: string): void {
  if (dex === OWN_DEX) return
  throw new InvalidRequestError(
    `${path}.dex`,
    `is "${dex}", but only trades on ${OWN_DEX} can be built`,
    `Take a route whose every step has the dex ${OWN_DEX}.`,
  )
}

/** Trades happen on the hub alone: the routes endpoint names it, and clients of the live service none. */
function checkChain(network: Network, { chain_uid }: SwapStep, path: string): void {
  if (!chain_uid || chain_uid === network.hub.settlement_uid) return
  atField(`${path}.chain_uid`, () => chainOf(network, chain_uid))
}

function brokenRoute(path: string, first: string, token: string, index: number) {
  return new InvalidRequestError(
    path,
    `begins with ${first}, but ${index === 0 ? `asset_in is ${token}` : `the step before ends with ${token}`}`,
    'Take the whole path as the routes endpoint answers it for this token.',
  )
}

function sameToken(path: string, token: string) {
  return new InvalidRequestError(
    path,
    `leads from ${token} to ${token}`,
    'Take a path that leads to another token.',
  )
}
