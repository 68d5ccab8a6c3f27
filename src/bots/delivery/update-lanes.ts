import { createLanes } from '../../services/flow/lanes.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'
import type { OpenUpdate, PutOff } from './update-store-port.ts'

/** Brings an update to its end, or puts it off. */
export type Settle = (row: OpenUpdate) => Promise<PutOff | undefined>

/** So many updates back, what comes again is known to have begun: far more than a platform brings a second time. */
const REMEMBERED = 10_000

/** The updates that a process works on: one after the other of each person, several persons' at once, each once however often it comes. */
export type UpdateLanes = {
  /** @param begin what is done at once, where it has not begun yet; gives what is done when it is this update's turn */
  enter(row: OpenUpdate, begin: () => Settle): void
  /** Ends when everything that has entered has ended or is put off. */
  drained(): Promise<void>
}

export function createUpdateLanes({
  sleep,
  stopping,
  onError,
}: {
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  stopping: AbortSignal
  /** Told of every update that stays unsettled until the next start. */
  onError: (error: unknown) => void
}): UpdateLanes {
  const lanes = createLanes(onError)
  const begun = new Set<string>()

  function queue(row: OpenUpdate, settle: Settle): void {
    lanes.enter(row.person, async () => {
      const later = await settle(row)
      if (!later) return
      // Nobody waits for it meanwhile; after a stop the next start takes it up.
      void sleep(later.waitMs, stopping).then(() => stopping.aborted || queue(later.row, settle))
    })
  }

  return {
    enter(row, begin) {
      if (begun.has(row.updateId)) return
      begun.add(row.updateId)
      keepNewest(begun, REMEMBERED)
      queue(row, begin())
    },
    drained: lanes.drained,
  }
}
