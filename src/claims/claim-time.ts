/** What the deadlines of claims are held against. */
export type ClaimTime = () => Date

/**
 * Returns the claims' time: the hub's, and never later than ours. Deadlines are set by the hub's blocks, and a claim that went back to its
 * sender never returns, so neither a wrong clock of this machine nor one of the hub's ends any. While nobody knows the hub's time none is over.
 */
export const createClaimTime =
  (now: () => Date, hubTime: () => Date | undefined): ClaimTime =>
  () =>
    new Date(Math.min(now().getTime(), hubTime()?.getTime() ?? 0))
