/** The machine's own two: the time of day, which anybody may set, and a count that only goes on. Nobody else reads them. */
export const machineClock = {
  machineMs: () => Date.now(),
  passedMs: () => performance.now(),
}

/** The same for servers that share a database: the time of day is the database's, as it was `aheadMs` ahead of this machine's. */
export const sharedClock = (aheadMs: number) => ({
  ...machineClock,
  machineMs: () => machineClock.machineMs() + aheadMs,
})
