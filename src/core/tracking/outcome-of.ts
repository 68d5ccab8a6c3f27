import type { Outcome, Progress } from './progress.ts'

/** `refunding`: the hub refused it, and the refund is not final yet. */
export type ShownOutcome = Outcome | 'refunding'

/** Returns how a transaction stands, as people are told; what nothing is known of is on its way. Pure. */
export function outcomeOf(
  { outcome, hops }: Pick<Progress, 'outcome' | 'hops'> = { outcome: 'pending', hops: [] },
): ShownOutcome {
  const isRefused = hops.some(({ kind, state }) => kind === 'settle' && state === 'failed')
  return outcome === 'pending' && isRefused ? 'refunding' : outcome
}

/**
 * Returns the state of each hop as a step: until it has ended, the first hop that is not done is the one under way. What is in a block and
 * none of our business has not failed. Pure.
 */
export function stepStates({
  outcome,
  hops,
}: Pick<Progress, 'outcome' | 'hops'>): ('waiting' | 'active' | 'done' | 'failed')[] {
  const isOpen = ({ state }: Progress['hops'][number]) => state !== 'done' && state !== 'failed'
  const underWay = outcome === 'pending' ? hops.findIndex(isOpen) : -1
  return hops.map(({ state, reason }, index) => {
    if (reason === 'foreign' || reason === 'no_operation') return 'done'
    return state === 'done' || state === 'failed'
      ? state
      : index === underWay
        ? 'active'
        : 'waiting'
  })
}

/** Returns what a transaction's releases have paid of a token, in base units; `undefined` where none of them says it. Pure. */
export function paidOut({ hops }: Pick<Progress, 'hops'>, token: string): bigint | undefined {
  const paid = hops.flatMap((hop) =>
    hop.kind === 'release' && hop.state === 'done' && hop.paid?.token === token
      ? [BigInt(hop.paid.amount)]
      : [],
  )
  return paid.length === 0 ? undefined : paid.reduce((total, amount) => total + amount, 0n)
}
