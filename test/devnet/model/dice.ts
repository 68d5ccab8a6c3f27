/** Chance that comes out the same for the same seed. */
export type Dice = {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  chance(of: number): boolean
  /** @throws {Error} there is nothing to pick from */
  pick<Value>(values: readonly Value[]): Value
  hex(digits: number): string
}

/** Mulberry32. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    chance: (of) => next() < of,
    pick(values) {
      const index = below(values.length)
      const value = values[index]
      if (value === undefined) throw new Error('there is nothing to pick from')
      return value
    },
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  }
}
