import { ROUNDING, STEP_SLACK, type PoolGraph } from './pool-graph.ts'

/**
 * What an amount can still become, up to so many hops before the end: at most `1 / (slope / x + base) + slack` of the end's
 * token. Three numbers a token, in that order; an infinite slope where no path leads to the end.
 */
export type Outlook = Float64Array

/** Numbers that are kept: 16 MB, for the ends that were asked for last. */
const KEPT = 2 ** 21

/**
 * Outlooks depend on the pools and the end, not on the amount. They are made for ends that are asked for again before a
 * pool changes: for a single question making them takes longer than searching without.
 */
export function createOutlooks(graph: PoolGraph) {
  const tokenCount = graph.tokens.length
  const endsKept = Math.ceil(KEPT / (9 * tokenCount))
  /** By end; a lone question leaves an empty list. */
  const known = new Map<number, Outlook[]>()

  return {
    /** By the hops left, from 1; `undefined` at the first question about an end. */
    known(end: number, maxHops: number): readonly Outlook[] | undefined {
      if (known.has(end)) return outlooksTo(end, maxHops)
      remember(end)
      return undefined
    },

    /** After a change of pools. */
    forget(): void {
      known.clear()
    },
  }

  function outlooksTo(end: number, maxHops: number): readonly Outlook[] {
    const outlooks = known.get(end) ?? remember(end)
    while (outlooks.length < maxHops) outlooks.push(further(end, outlooks.at(-1)))
    return outlooks.length > maxHops ? outlooks.slice(0, maxHops) : outlooks
  }

  function remember(end: number): Outlook[] {
    const [oldest] = known.keys()
    if (known.size >= endsKept && oldest !== undefined) known.delete(oldest)
    const outlooks: Outlook[] = []
    known.set(end, outlooks)
    return outlooks
  }

  /** One hop further from the end than `before`. */
  function further(end: number, before: Outlook | undefined): Outlook {
    const outlook = before?.slice() ?? emptyOutlook()
    if (!before) {
      extendFrom(outlook, end, 1, 0, 0)
      return outlook
    }
    for (let token = 0; token < tokenCount; token++) {
      const slope = before[3 * token] ?? 0
      if (slope < Infinity && token !== end)
        extendFrom(outlook, token, slope, before[3 * token + 1] ?? 0, before[3 * token + 2] ?? 0)
    }
    return outlook
  }

  function emptyOutlook(): Outlook {
    const outlook = new Float64Array(3 * tokenCount).fill(Infinity)
    for (let token = 0; token < tokenCount; token++) outlook[3 * token + 2] = 0
    return outlook
  }

  /**
   * From a token to its neighbours. Whatever whole numbers add to an amount is worth no more at the end than the first unit
   * of it: pools pay less for each further one.
   */
  function extendFrom(outlook: Outlook, token: number, slope: number, base: number, slack: number) {
    const { first, other, into, stable } = graph
    const stop = first[token + 1] ?? 0
    for (let at = first[token] ?? 0; at < stop; at++) {
      let ownSlope = into[2 * at] ?? 0
      if (ownSlope === Infinity) continue
      let ownSlack = STEP_SLACK
      if (ownSlope < 0) {
        const steepest = stable.steepest(-1 - ownSlope)
        ownSlack += steepest.slack
        ownSlope = 1 / steepest.rate
      }
      const place = 3 * (other[at] ?? 0)
      outlook[place] = Math.min(outlook[place] ?? 0, slope * ownSlope * ROUNDING)
      outlook[place + 1] = Math.min(
        outlook[place + 1] ?? 0,
        (slope * (into[2 * at + 1] ?? 0) + base) * ROUNDING,
      )
      outlook[place + 2] = Math.max(outlook[place + 2] ?? 0, (slack + ownSlack / slope) / ROUNDING)
    }
  }
}

export type Outlooks = ReturnType<typeof createOutlooks>

/** Whether an amount, as its reciprocal, can still become `least`. */
export function canReach(
  outlook: Outlook,
  token: number,
  reciprocal: number,
  least: number,
): boolean {
  const wanted = least * ROUNDING - (outlook[3 * token + 2] ?? 0)
  const line = (outlook[3 * token] ?? 0) * reciprocal + (outlook[3 * token + 1] ?? 0)
  return wanted <= 0 || line * ROUNDING * wanted <= 1
}
