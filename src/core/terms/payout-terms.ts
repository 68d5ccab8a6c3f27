import { DomainError } from './errors.ts'
import type { Chain } from './network.ts'

declare module './errors.ts' {
  interface ErrorKinds {
    chain_locked: { chain: string }
    /** `isWhole`: it is paid out as a whole, so never more at once. */
    below_payout_fee: { token: string; chain: string; isWhole: boolean }
  }
}

/** What the hub asks of payouts of a token on a chain. */
export type PayoutTerms = {
  /** What it keeps of each: so many base units, or a share of it in parts of 10^18, by the contracts' age. */
  fee: { units: bigint } | { share: bigint }
  /** The chain is locked: the hub takes nothing that comes from there and pays nothing out there; a transaction that wants it fails whole. */
  isLocked: boolean
}

/** Payouts of contracts that ask nothing for them. */
export const FREE_PAYOUTS: PayoutTerms = { fee: { units: 0n }, isLocked: false }

const SHARE_UNIT = 10n ** 18n

/** Returns what the hub keeps of a payout, rounded down as the contracts do. All of it base units. Pure. */
export function payoutFee({ fee }: PayoutTerms, amount: bigint): bigint {
  return 'units' in fee ? fee.units : (amount * fee.share) / SHARE_UNIT
}

/** The hub takes nothing from a chain, and pays nothing out there. */
export class ChainLockedError extends DomainError {
  constructor({ name }: Pick<Chain, 'name'>) {
    super(
      'CHAIN_UNAVAILABLE',
      `The hub has locked ${name}: nothing comes from there or is paid out there right now.`,
      {
        fix: 'Choose another chain, or wait until this one is opened again; nothing was changed.',
        facts: { kind: 'chain_locked', chain: name },
      },
    )
  }
}

/** A payout would not even pay the hub's fee for it. */
export class BelowPayoutFeeError extends DomainError {
  constructor(tokenId: string, { name: chain }: Pick<Chain, 'name'>, { isWhole = false } = {}) {
    const token = tokenId.toUpperCase()
    super(
      'INVALID_AMOUNT',
      `This is no more than the hub keeps of each payout of ${token} on ${chain}.`,
      {
        fix: isWhole
          ? 'Choose another chain, or keep it as vouchers.'
          : 'Choose another chain, keep it as vouchers, or pay out more at once.',
        facts: { kind: 'below_payout_fee', token, chain, isWhole },
      },
    )
  }
}

/** Whether a payout of so many base units would bring anything. */
export function isPayable(terms: PayoutTerms, amount: bigint): boolean {
  return !terms.isLocked && payoutFee(terms, amount) < amount
}

/**
 * Refuses what the hub would refuse, or would keep whole. `amount` is base units; `undefined` where it is not known before. `isWhole`: nobody can have more of it paid out at once.
 * @throws {ChainLockedError} {BelowPayoutFeeError}
 */
export function checkPayable(
  terms: PayoutTerms,
  payout: {
    token: string
    chain: Pick<Chain, 'name'>
    amount: bigint | undefined
    isWhole?: boolean
  },
): void {
  if (terms.isLocked) throw new ChainLockedError(payout.chain)
  if (payout.amount !== undefined && !isPayable(terms, payout.amount))
    throw new BelowPayoutFeeError(payout.token, payout.chain, payout)
}
