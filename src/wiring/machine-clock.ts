/** The machine's own two: the time of day, which anybody may set, and a count that only goes on. Nobody else reads them. */
export const machineClock = {
  machineMs: () => Date.now(),
  passedMs: () => performance.now(),
}

/**
 * The same for servers that share a database: the time of day is the database's, as it stands to this machine's when it is asked.
 * Half of what its answer takes is all that it may be wrong by.
 */
export async function sharedClock(askMs: () => Promise<number>): Promise<typeof machineClock> {
  const askedMs = machineClock.machineMs()
  const sharedMs = await askMs()
  const aheadMs = Math.round(sharedMs - (askedMs + machineClock.machineMs()) / 2)
  return { ...machineClock, machineMs: () => machineClock.machineMs() + aheadMs }
}
