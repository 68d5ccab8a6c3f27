/**
 * What pools pay, exactly as the protocol's contracts compute it (protocol section 4): whole numbers, every division
 * rounded down. Amounts and reserves are base units.
 */

/** A pool's curve. `ampFactor` is the pool's stored number: 1000 means an amplification of 10. */
export type Curve = { type: 'constant_product' } | { type: 'stable'; ampFactor: bigint }

/** Within these a stable pool trades: below the first its curve has no balance, and beyond the second it is none that anybody would make in good faith. */
export const isTradable = (ampFactor: bigint): boolean =>
  ampFactor >= LEAST_AMP && ampFactor <= MOST_AMP
export const LEAST_AMP = 50n
export const MOST_AMP = 10_000_000n

/** Parts of the input, in basis points: the LP fee stays in the pool's reserve, the protocol fee leaves it. */
export type SwapFees = { lpBps: bigint; protocolBps: bigint }

/** A pool from a trader's side. */
export type SwapSide = { curve: Curve; reserveIn: bigint; reserveOut: bigint; fees: SwapFees }

export type SwapResult = { amountOut: bigint; lpFee: bigint; protocolFee: bigint }

/** A computation that fails on chain as well. */
export class CurveError extends Error {}

const BPS = 10_000n
const MAX = (1n << 256n) - 1n
const ONE = 10n ** 18n
/** A millionth of a base unit: when an iteration moves by no more, it has arrived. */
const ENOUGH = 10n ** 12n
const ROUNDS = 64
/** LP tokens of a pool's first liquidity that nobody gets, so that a share never becomes dear enough to be played with. */
export const LOCKED_LP = 1000n

/**
 * What a pool pays for `amountIn`, and which fees that includes.
 * @throws {CurveError} a zero reserve or offer, a number over 256 bits, a stable curve that finds no balance, a pool that would be emptied
 * @example swapOutput({ curve, reserveIn: 1000n, reserveOut: 1000n, fees }, 100n).amountOut
 */
export function swapOutput(pool: SwapSide, amountIn: bigint): SwapResult {
  const { curve, reserveIn, reserveOut, fees } = pool
  const lpFee = (amountIn * fees.lpBps) / BPS
  const protocolFee = (amountIn * fees.protocolBps) / BPS
  const net = amountIn - lpFee - protocolFee
  const amountOut =
    curve.type === 'stable'
      ? stableOutput(reserveIn, reserveOut, net, curve.ampFactor)
      : constantProductOutput(reserveIn, reserveOut, net)
  if (amountOut >= reserveOut) throw new CurveError(`an offer of ${amountIn} would empty the pool`)
  return { amountOut, lpFee, protocolFee }
}

/**
 * A side for many computations on the same reserves, with what they share worked out once: `product` of the reserves, and
 * `least`, from which net input on the product alone decides. Below it, or above `reserveIn`, all of the contract counts.
 */
export type ReadySide = SwapSide & { product: bigint; least: bigint }

/** A pool's two sides, the one from `reserveIn` to `reserveOut` first. Neither reserves nor fees are negative. */
export function readySides(side: SwapSide): [ahead: ReadySide, back: ReadySide] {
  const { curve, reserveIn, reserveOut, fees } = side
  const product = reserveIn * reserveOut
  const ready = (from: bigint, to: bigint): ReadySide => ({
    curve,
    reserveIn: from,
    reserveOut: to,
    fees,
    product,
    least: leastFree(side, from, to, product),
  })
  return [ready(reserveIn, reserveOut), ready(reserveOut, reserveIn)]
}

/**
 * By the product a net input n takes out ceil(y n / (x + n)), by the spot price floor(y n / x). The second is no smaller
 * once y n / x - y n / (x + n) = y n² / (x (x + n)) is at least 1, for n up to x certainly with n >= x sqrt(2 / y).
 * There nothing exceeds 256 bits either, if the product and ten thousand inputs do not, and n up to x leaves half of y.
 */
function leastFree({ curve }: SwapSide, x: bigint, y: bigint, product: bigint): bigint {
  const isFree = curve.type === 'constant_product' && y > 2n && product <= MAX && x < 1n << 240n
  // Doubles are off by less than the margin.
  return isFree
    ? BigInt(Math.ceil(Number(x) * Math.sqrt(2 / Number(y)) * (1 + 1e-12))) + 1n
    : x + 1n
}

/**
 * What a side pays, with less to compute than in `swapOutput`.
 * @throws {CurveError} as `swapOutput`, and when the reserve could not take the input
 */
export function readyOutput(side: ReadySide, amountIn: bigint): bigint {
  const { reserveIn, fees } = side
  let net = amountIn - (amountIn * fees.lpBps) / BPS
  if (fees.protocolBps > 0n) net -= (amountIn * fees.protocolBps) / BPS
  if (net >= side.least && net <= reserveIn)
    return side.reserveOut - side.product / (reserveIn + net)
  fit(reserveIn + amountIn)
  return swapOutput(side, amountIn).amountOut
}

/**
 * Constant product, without fees: `net` is what the curve sees.
 * @throws {CurveError} a zero reserve or offer, a product over 256 bits
 */
export function constantProductOutput(reserveIn: bigint, reserveOut: bigint, net: bigint): bigint {
  checkInputs(reserveIn, reserveOut, net)
  const out = reserveOut - fit(reserveIn * reserveOut) / fit(reserveIn + net)
  // Rounding the new reserve down would otherwise pay up to one unit too much.
  const atSpot = fit(reserveOut * net) / reserveIn
  return out < atSpot ? out : atSpot
}

/**
 * The stable curve for two coins, without fees, in 18-decimal fixed point.
 * @throws {CurveError} a zero reserve, offer or amplification, a number over 256 bits, no balance after 64 rounds
 */
export function stableOutput(
  reserveIn: bigint,
  reserveOut: bigint,
  net: bigint,
  ampFactor: bigint,
): bigint {
  checkInputs(reserveIn, reserveOut, net)
  if (ampFactor <= 0n) throw new CurveError('the amplification is zero')
  const x = fit(reserveIn * ONE)
  const y = fit(reserveOut * ONE)
  const leverage = fit((2n * ampFactor * ONE) / 100n)
  const d = stableInvariant(x, y, leverage)
  const balance = stableBalance(fit(x + net * ONE), d, leverage)
  // The contract keeps one decimal of the balance and rounds the payout down after it.
  const tenths = balance / (ONE / 10n)
  const left = reserveOut * 10n - tenths
  if (left < 0n) throw new CurveError('the pool would have to be paid instead of paying')
  return left / 10n
}

/** D of the two balances (atoms). */
function stableInvariant(x: bigint, y: bigint, leverage: bigint): bigint {
  const sum = fit(x + y)
  const weight = leverage - ONE
  if (weight < 0n) throw new CurveError('the amplification is too small')
  let d = sum
  for (let round = 0; round < ROUNDS; round++) {
    const p = ratio(ratio(d, d, 2n * x), d, 2n * y)
    const next = ratio(fit(mul(leverage, sum) + 2n * p), d, fit(mul(d, weight) + 3n * p))
    const moved = next > d ? next - d : d - next
    d = next
    if (moved <= ENOUGH) return d
  }
  throw new CurveError(`the stable curve found no invariant in ${ROUNDS} rounds`)
}

/** The other side's balance (atoms) beside a balance `x`, for the invariant `d`. */
function stableBalance(x: bigint, d: bigint, leverage: bigint): bigint {
  const b = fit(x + (d * ONE) / leverage)
  const factor = ratio(d, d, 2n * x)
  let y = d
  for (let round = 0; round < ROUNDS; round++) {
    const denominator = 2n * y + b - d
    if (denominator <= 0n) throw new CurveError('the stable curve has no balance there')
    const next = fit(ratio(y, y, denominator) + ratio(factor, d, mul(2n * leverage, denominator)))
    const moved = next > y ? next - y : y - next
    y = next
    if (moved <= ENOUGH) return y
  }
  throw new CurveError(`the stable curve found no balance in ${ROUNDS} rounds`)
}

/**
 * LP tokens for a pool's first liquidity, the locked ones included.
 * @throws {CurveError} nothing would be left beside the `LOCKED_LP`
 */
export function firstLpAmount(amount1: bigint, amount2: bigint): bigint {
  const lp = squareRoot(fit(amount1 * amount2))
  if (lp <= LOCKED_LP)
    throw new CurveError(
      `the first liquidity makes ${lp} LP tokens, of which ${LOCKED_LP} stay locked`,
    )
  return lp
}

/** A pool's two reserves and all LP tokens there are. */
export type PoolTotals = { reserve1: bigint; reserve2: bigint; totalLp: bigint }

/** LP tokens for later liquidity: the smaller of both sides' shares. @throws {CurveError} an empty pool, over 256 bits */
export function laterLpAmount(pool: PoolTotals, amount1: bigint, amount2: bigint): bigint {
  const { reserve1, reserve2, totalLp } = pool
  if (reserve1 <= 0n || reserve2 <= 0n || totalLp <= 0n) throw new CurveError('the pool is empty')
  const by1 = fit(amount1 * totalLp) / reserve1
  const by2 = fit(amount2 * totalLp) / reserve2
  return by1 < by2 ? by1 : by2
}

/** What an amount of LP tokens is worth: each reserve times the share. @throws {CurveError} more than there are, over 256 bits */
export function removedAmounts(
  { reserve1, reserve2, totalLp }: PoolTotals,
  lp: bigint,
): [amount1: bigint, amount2: bigint] {
  if (lp > totalLp || totalLp <= 0n)
    throw new CurveError(`${lp} LP tokens are more than the ${totalLp} there are`)
  return [fit(reserve1 * lp) / totalLp, fit(reserve2 * lp) / totalLp]
}

/**
 * How far the pool's price lies from the price of two amounts, as the part of the larger in basis points, rounded up:
 * 0 is the same price. @throws {CurveError} a zero amount or reserve
 */
export function priceGapBps(
  { reserve1, reserve2 }: Pick<PoolTotals, 'reserve1' | 'reserve2'>,
  amount1: bigint,
  amount2: bigint,
): bigint {
  const left = fit(amount1 * reserve2)
  const right = fit(amount2 * reserve1)
  const [small, large] = left < right ? [left, right] : [right, left]
  if (small <= 0n) throw new CurveError('an amount is zero')
  return ((large - small) * BPS + large - 1n) / large
}

/**
 * What an amount would yield if it did not move the price and paid no fee, rounded down: the measure of price impact.
 * On the stable curve it is the curve's slope, asked with a millionth of the smaller reserve.
 * @throws {CurveError} as `swapOutput`
 */
export function spotOutput({ curve, reserveIn, reserveOut }: SwapSide, amountIn: bigint): bigint {
  checkInputs(reserveIn, reserveOut, amountIn)
  if (curve.type === 'constant_product') return fit(amountIn * reserveOut) / reserveIn
  const smaller = reserveIn < reserveOut ? reserveIn : reserveOut
  const probe = smaller / 1_000_000n || 1n
  // Scaled up by a million, so that small pools have a slope too.
  const scale = 1_000_000n
  const out = stableOutput(reserveIn * scale, reserveOut * scale, probe * scale, curve.ampFactor)
  return (amountIn * out) / (probe * scale)
}

/** The whole part of a square root. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

function checkInputs(reserveIn: bigint, reserveOut: bigint, offer: bigint): void {
  if (reserveIn <= 0n || reserveOut <= 0n) throw new CurveError('a reserve is zero')
  if (offer <= 0n) throw new CurveError('the offer is zero')
}

function fit(value: bigint): bigint {
  if (value > MAX) throw new CurveError('a number needs over 256 bits')
  return value
}

const mul = (a: bigint, b: bigint) => fit((a * b) / ONE)

function ratio(a: bigint, numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new CurveError('a division by zero')
  return fit((a * numerator) / denominator)
}
