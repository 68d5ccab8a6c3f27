import type { GasSpent } from './relay-store-port.ts'

/**
 * When there is room again for one who spent this, the oldest first; `undefined` where there is now. There is room while what the last `withinMs` cost stays
 * below the quota: a quota of anything has room for one, whatever that costs.
 */
export function roomFrom(
  spent: readonly GasSpent[],
  { quota, withinMs }: { quota: bigint; withinMs: number },
  now: Date,
): Date | undefined {
  const leavesAt = ({ at }: GasSpent) => at.getTime() + withinMs
  const counted = spent.filter((each) => leavesAt(each) > now.getTime())
  let left = counted.reduce((sum, { fee }) => sum + fee, 0n)
  let room: Date | undefined
  for (const each of counted) {
    if (left < quota) break
    left -= each.fee
    room = new Date(leavesAt(each))
  }
  return room
}
