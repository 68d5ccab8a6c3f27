import { randomBytes } from 'node:crypto'

import type { RandomBelow } from '../core/terms/amounts.ts'

/** From the system's own source. What is too large is drawn again, so that every number is as likely as any other. */
export const randomBelow: RandomBelow = (below) => {
  const bits = below.toString(2).length
  const mask = (1n << BigInt(bits)) - 1n
  for (;;) {
    const drawn = BigInt(`0x${randomBytes(Math.ceil(bits / 8)).toString('hex')}`) & mask
    if (drawn < below) return drawn
  }
}
