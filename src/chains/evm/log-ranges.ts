/** Logs of one run of blocks. */
export type LogRange<Log> = { from: number; to: number; logs: Log[] }

/** Nobody allows more without a plan; some allow ten blocks, or one. */
const LARGEST = 10_000
/** After so many ranges in a row that were allowed, one twice as long is tried. */
const FIRST_PATIENCE = 16

/**
 * Reads logs in ranges that the node allows, which no node tells: the length is found by trying. It begins with a large one,
 * and is halved each time that the node refuses. It grows again after a while, each time later than the time before, since what
 * one range may hold depends on how much is in it.
 * @param read throws what `isRefusal` knows where the range is too long
 */
export function createLogRanges<Log>(
  read: (from: number, to: number) => Promise<Log[]>,
  isRefusal: (error: unknown) => boolean,
): (from: number, upTo: number) => Promise<LogRange<Log>> {
  let length = LARGEST
  let patience = FIRST_PATIENCE
  let allowed = 0

  return async function next(from, upTo) {
    const to = Math.min(upTo, from + length - 1)
    try {
      const logs = await read(from, to)
      // A short one at the end says nothing about long ones.
      if (to - from + 1 === length) allowed += 1
      if (allowed >= patience && length < LARGEST) {
        length = Math.min(LARGEST, length * 2)
        patience *= 2
        allowed = 0
      }
      return { from, to, logs }
    } catch (error) {
      if (from === to || !isRefusal(error)) throw error
      length = Math.ceil((to - from + 1) / 2)
      allowed = 0
      return next(from, upTo)
    }
  }
}
