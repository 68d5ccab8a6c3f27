import { readUsd } from '../reference/token-worth.ts'

/**
 * Whether worths are more than a limit together, all in USD as decimal texts; `null`, what has no price, may be worth anything. By this an account of a passkey has
 * to have its recovery words confirmed, before it gets what would leave it with so much.
 */
export function isWorthMore(worths: readonly (string | null)[], limit: string): boolean {
  let left = readUsd(limit)
  for (const usd of worths) {
    if (usd === null) return true
    left -= readUsd(usd)
  }
  return left < 0n
}
