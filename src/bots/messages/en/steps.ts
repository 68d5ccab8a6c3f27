/** The way of a transaction over its chains, step by step. */
export const steps = {
  submit: (chain: string) => `Sent on ${chain}`,
  settle: (chain: string) => `Settled on ${chain}`,
  confirm: (chain: string) => `Confirmed back on ${chain}`,
  release: (chain: string) => `Paid out on ${chain}`,
  seen: 'seen, in no block yet',
  confirmed: 'in a block, not final yet',
  took: (duration: string) => `took ${duration}`,
  underOneSecond: 'under 1 s',
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  noReason: 'it gave no reason',
}

export type StepsWords = typeof steps
