/** The machine's own two: the time of day, which anybody may set, and a count that only goes on. Nobody else reads them. */
export const machineClock = {
  machineMs: () => Date.now(),
  passedMs: () => performance.now(),
}
