import { expect, test } from 'vitest'

import {
  BelowPayoutFeeError,
  checkPayable,
  FREE_PAYOUTS,
  payoutFee,
  ChainLockedError,
} from '../../../src/core/terms/payout-terms.ts'

const amountOf = (units: bigint) => ({ fee: { units }, isLocked: false })
const shareOf = (share: bigint) => ({ fee: { share }, isLocked: false })

test.each([
  { name: 'nothing', terms: FREE_PAYOUTS, amount: 5n, fee: 0n },
  { name: 'an amount, whatever is paid', terms: amountOf(7n), amount: 1_000n, fee: 7n },
  { name: 'a tenth of a percent', terms: shareOf(10n ** 15n), amount: 1_000_000n, fee: 1_000n },
  { name: 'a share, rounded down', terms: shareOf(10n ** 15n), amount: 1_999n, fee: 1n },
])('the hub keeps $name', ({ terms, amount, fee }) => {
  expect(payoutFee(terms, amount)).toBe(fee)
})

test.each([
  { name: 'what leaves something', terms: amountOf(7n), amount: 8n, error: undefined },
  { name: 'what is not known yet', terms: amountOf(7n), amount: undefined, error: undefined },
  { name: 'what costs nothing', terms: FREE_PAYOUTS, amount: 1n, error: undefined },
  { name: 'what is the fee', terms: amountOf(7n), amount: 7n, error: BelowPayoutFeeError },
  { name: 'less than the fee', terms: amountOf(7n), amount: 6n, error: BelowPayoutFeeError },
  {
    name: 'anything on a locked chain',
    terms: { ...FREE_PAYOUTS, isLocked: true },
    amount: undefined,
    error: ChainLockedError,
  },
])('$name is checked before it is tried', ({ terms, amount, error }) => {
  const check = () => checkPayable(terms, { token: 'usdc', chain: { name: 'Base' }, amount })
  if (error) expect(check).toThrow(error)
  else expect(check).not.toThrow()
})

test.each([
  { isWhole: true, fix: 'Choose another chain, or keep it as vouchers.' },
  { isWhole: false, fix: expect.stringContaining('pay out more at once') },
])('only of what is not paid out as a whole more can be: $isWhole', ({ isWhole, fix }) => {
  const payout = { token: 'usdc', chain: { name: 'Base' }, amount: 7n, isWhole }
  expect(() => checkPayable(amountOf(7n), payout)).toThrow(expect.objectContaining({ fix }))
})
