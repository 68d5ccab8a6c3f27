/** A clock that moves only when told to. */
export function createFakeClock(start = new Date('2026-01-01T00:00:00Z')) {
  let nowMs = start.getTime()
  return {
    now: () => new Date(nowMs),
    advanceMs(ms: number) {
      nowMs += ms
    },
    advanceMin(minutes: number) {
      nowMs += minutes * 60_000
    },
  }
}
