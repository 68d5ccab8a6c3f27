import type { Token } from '../../core/terms/network.ts'
import { unitsWorth } from '../../core/reference/usd-value.ts'
import type { Understood } from '../../core/signing/payment-terms.ts'
import type { PaymentWords } from '../words/en/payments.ts'
import type { Services } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import type { AskedAmount } from './read-amount.ts'

/** Base units, and how they were said where that was not in tokens. */
export type FixedAmount = { units: bigint; understood: Understood | undefined }

/**
 * An amount that needs no wallet to be known; `undefined` for half or all of something. Dollars are rounded down to the
 * token's last decimal, at the price that GraphQL tells too.
 * @throws {UnreadableCommandError} dollars of a token without a price, or fewer than its smallest unit is worth
 */
export async function fixedAmount(
  amount: AskedAmount,
  { token, decimals }: Token,
  words: PaymentWords,
  { market: { prices } }: Pick<Services, 'market'>,
): Promise<FixedAmount | undefined> {
  if (amount.kind === 'units') return { units: amount.units, understood: undefined }
  if (amount.kind !== 'usd') return undefined
  const price = (await prices()).get(token)
  const name = token.toUpperCase()
  if (price === undefined)
    throw new UnreadableCommandError(words.noPrice(name), [], words.nameAmount(name))
  const units = unitsWorth(amount.cents, { price, decimals })
  if (units === 0n)
    throw new UnreadableCommandError(words.tooLittleUsd(amount.usd, name), [], words.askForMore)
  return { units, understood: { kind: 'usd', usd: amount.usd, price } }
}
