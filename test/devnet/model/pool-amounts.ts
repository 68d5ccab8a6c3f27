/** What pools give, written down a second time from the protocol's text (section 4), the plain way. */

export class Refusal extends Error {}

const ONE = 10n ** 18n
const LP_FEE_BPS = 10n
const PROTOCOL_FEE_BPS = 10n

export type Trade = { out: bigint; protocolFee: bigint }

/** `amp` makes it a stable pool. Amounts are base units. @throws {Refusal} the pool does not trade that */
export function tradeOf(
  pool: { reserveIn: bigint; reserveOut: bigint; amp: bigint | undefined },
  amountIn: bigint,
): Trade {
  const protocolFee = (amountIn * PROTOCOL_FEE_BPS) / 10_000n
  const net = amountIn - (amountIn * LP_FEE_BPS) / 10_000n - protocolFee
  const { reserveIn, reserveOut, amp } = pool
  if (net === 0n || reserveIn === 0n || reserveOut === 0n) throw new Refusal('nothing to trade')
  const out =
    amp === undefined
      ? smaller(
          reserveOut - (reserveIn * reserveOut) / (reserveIn + net),
          (reserveOut * net) / reserveIn,
        )
      : stableOut(reserveIn, reserveOut, net, amp)
  if (out <= 0n || out >= reserveOut) throw new Refusal(`a trade for ${out} of ${reserveOut}`)
  return { out, protocolFee }
}

export function stableOut(reserveIn: bigint, reserveOut: bigint, net: bigint, amp: bigint): bigint {
  const mul = (a: bigint, b: bigint) => (a * b) / ONE
  const div = (a: bigint, b: bigint) => (a * ONE) / b
  const lev = 2n * ((amp * ONE) / 100n)
  const [x, y] = [reserveIn * ONE, reserveOut * ONE]

  const d = settle(x + y, (D) => {
    const P = (((D * D) / (2n * x)) * D) / (2n * y)
    return ((mul(lev, x + y) + 2n * P) * D) / (mul(D, lev - ONE) + 3n * P)
  })
  const after = x + net * ONE
  const left = settle(d, (Y) => {
    const den = 2n * Y + after + div(d, lev) - d
    if (den <= 0n) throw new Refusal('the stable curve has no such point')
    return (Y * Y) / den + (((d * d) / (2n * after)) * d) / mul(2n * lev, den)
  })
  return (reserveOut * 10n - left / (ONE / 10n)) / 10n
}

/** Repeats until a value moves by at most a millionth of a unit. */
function settle(start: bigint, next: (value: bigint) => bigint): bigint {
  let value = start
  for (let round = 0; round < 64; round += 1) {
    const moved = next(value)
    const by = moved > value ? moved - value : value - moved
    value = moved
    if (by <= 10n ** 12n) return value
  }
  throw new Refusal('the stable curve does not settle')
}

export const LOCKED_LP = 1000n

/** LP tokens for a pool's first liquidity, the locked ones among them. */
export function firstLp(one: bigint, other: bigint): bigint {
  let [low, high] = [0n, one * other + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * middle <= one * other) low = middle
    else high = middle
  }
  if (low <= LOCKED_LP) throw new Refusal(`${low} LP tokens, all of them locked`)
  return low
}

/** How far two amounts are from the pool's own proportion: the part of the larger in basis points, rounded up. */
export function gapBps(reserves: readonly [bigint, bigint], amounts: readonly [bigint, bigint]) {
  const one = amounts[0] * reserves[1]
  const other = amounts[1] * reserves[0]
  const larger = one > other ? one : other
  const apart = (larger - smaller(one, other)) * 10_000n
  return apart / larger + (apart % larger === 0n ? 0n : 1n)
}

export const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
