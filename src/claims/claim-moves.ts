export type ClaimStatus = 'funded' | 'redeeming' | 'paid'

/**
 * Every legal change of a claim, and no other: the store refuses a move whose `from` does not fit.
 * `pay` also starts at `funded`, since the holder of a claim's key can redeem it without us.
 */
export const claimMoves = {
  redeem: { from: ['funded'], to: 'redeeming' },
  giveBack: { from: ['redeeming'], to: 'funded' },
  pay: { from: ['funded', 'redeeming'], to: 'paid' },
} as const satisfies Record<string, { from: readonly ClaimStatus[]; to: ClaimStatus }>

export type ClaimMove = keyof typeof claimMoves
