import { InvalidRequestError } from '../terms/errors.ts'
import type { Network } from '../terms/network.ts'
import type { SplitLeg, SwapPath, TokenWithDenom } from '../terms/shapes.ts'
import { amountTraded, type NamedFees } from './partner-fee.ts'
import { minimumOut } from './swap-guard.ts'
import { expectedOut, parseSwapRoute, type SwapRoute } from './swap-route.ts'

/** One way of a swap, with what goes in and what must come out at least. Amounts are base units. */
export type SwapLeg = { amount: bigint; minAmountOut: bigint; route: SwapRoute }

/** What a swap's request says of its ways. */
type AskedWays = NamedFees & {
  amount_in: bigint
  asset_in: Pick<TokenWithDenom, 'token'>
  swap_path?: SwapPath | null | undefined
  legs?: SplitLeg[] | null | undefined
  minimum_receive?: bigint | null | undefined
  slippage?: string | null | undefined
}

/** A way through pools, and how much goes in: base units. */
export type SwapWay = { amount: bigint; route: SwapRoute }

/** Base units that each way is expected to bring, in order; `undefined` where the request says it. */
export type Estimates = readonly (bigint | undefined)[]

/**
 * Returns the ways of a swap whose output somebody has to estimate, since the request does not say it and what it must yield at least
 * depends on it; `undefined` for those that need none, an empty list where none does.
 * @throws as `parseSwapLegs`
 */
export function unpricedWays(network: Network, request: AskedWays): (SwapWay | undefined)[] {
  const { legs, swap_path, amount_in, asset_in, slippage, minimum_receive } = request
  const asked = legs ?? [{ amount_in, path: swap_path?.path ?? [] }]
  const isMended = asked.some(({ path }) => path[0]?.route[0] !== asset_in.token)
  const isKnown = asked.every(
    ({ path, amount_in: amount }) => expectedOut(path, amount) !== undefined,
  )
  const isDivided = typeof minimum_receive === 'bigint' && asked.length > 1
  const isNeeded = isDivided || typeof slippage === 'string'
  // Nearly every request says all of it, and reading its ways twice is a measurable part of it.
  if (!isMended && (isKnown || !isNeeded)) return []
  return parseSwapWays(network, request).map((way) =>
    way.route.expectedOut === undefined ? way : undefined,
  )
}

/**
 * Checks the ways of a swap: its one path, or the legs of a split, which together take `amount_in` into one token.
 * @throws {UnknownTokenError} {InvalidRequestError} no path or both forms, a sum that differs, nothing left of a leg beside the partner's fee, another token at a leg's end,
 * a minimum that cannot be divided, or what `parseSwapRoute` and `minimumOut` refuse
 */
export function parseSwapLegs(
  network: Network,
  request: AskedWays,
  estimates: Estimates = [],
): [SwapLeg, ...SwapLeg[]] {
  const { minimum_receive, slippage } = request
  const [first, ...others] = parseSwapWays(network, request)
  const expected = [first, ...others].map(({ route }, leg) => route.expectedOut ?? estimates[leg])
  const minimums = divideMinimum(minimum_receive ?? undefined, expected)
  const guarded = ({ amount, route }: SwapWay, leg: number): SwapLeg => ({
    amount,
    route,
    minAmountOut: minimumOut({
      minimumReceive: minimums?.[leg],
      slippage: slippage ?? undefined,
      expectedOut: expected[leg],
    }),
  })
  return [guarded(first, 0), ...others.map((way, index) => guarded(way, index + 1))]
}

function parseSwapWays(network: Network, request: AskedWays): [SwapWay, ...SwapWay[]] {
  const { amount_in, swap_path, legs } = request
  if ((swap_path ? 1 : 0) + (legs ? 1 : 0) !== 1)
    throw new InvalidRequestError(
      'swap_path',
      legs ? 'stands beside legs' : 'is missing',
      'Give a swap_path, or the legs of a split.',
    )
  const wanted = legs?.map(({ amount_in: amount, path }, index) => ({
    amount,
    path,
    field: `legs.${index}`,
  })) ?? [{ amount: amount_in, path: swap_path?.path ?? [], field: 'swap_path' }]
  const sum = wanted.reduce((total, { amount }) => total + amount, 0n)
  if (sum !== amount_in)
    throw new InvalidRequestError(
      'legs',
      `take ${sum} together, but amount_in is ${amount_in}`,
      'Give all legs of a split, unchanged, with its whole amount.',
    )
  for (const { amount, field } of wanted)
    if (amountTraded(amount, request) === 0n)
      throw new InvalidRequestError(
        legs ? `${field}.amount_in` : 'amount_in',
        `is ${amount}, all of which the partner's fee takes, as it is rounded up`,
        'Give a larger amount, or leave the fee out.',
      )
  const routed = wanted.map(({ amount, path, field }) => ({
    amount,
    route: parseSwapRoute(network, path, {
      assetIn: request.asset_in.token,
      amountIn: amount,
      field,
    }),
  }))
  const [first, ...others] = routed
  if (!first) throw new InvalidRequestError('legs', 'are empty', 'Give at least one leg.')
  const odd = others.findIndex(({ route }) => route.assetOut !== first.route.assetOut)
  if (odd >= 0)
    throw new InvalidRequestError(
      `legs.${odd + 1}.path`,
      `ends with ${others[odd]?.route.assetOut}, but the first leg with ${first.route.assetOut}`,
      'Give legs that all lead to one token.',
    )
  return [first, ...others]
}

/** Each leg is a trade of its own on chain, so each has to yield its part of the minimum, rounded up. */
function divideMinimum(minimum: bigint | undefined, estimates: Estimates): bigint[] | undefined {
  if (minimum === undefined) return undefined
  if (estimates.length === 1) return [minimum]
  const expected = estimates.map((amount) => amount ?? 0n)
  const missing = expected.indexOf(0n)
  if (missing >= 0)
    throw new InvalidRequestError(
      `legs.${missing}.path`,
      'has no amount_out for its amount_in, so minimum_receive cannot be divided over the legs',
      'Give the legs as the routes call answers them.',
    )
  const total = expected.reduce((sum, amount) => sum + amount, 0n)
  return expected.map((amount) => (minimum * amount + total - 1n) / total)
}
