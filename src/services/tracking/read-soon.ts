import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { isLate } from '../flow/is-late.ts'
import type { Tracker } from './tracker.ts'

/** A node that has owed an answer for long enough to be said not to answer is waited for so long. */
const OVERDUE_PATIENCE_MS = 1_000

export type ReadSoon = <Answer>(chainUid: string, read: () => Promise<Answer>) => Promise<Answer>

/**
 * Reads a chain for somebody who waits for the answer in a chat. A node that hangs takes a call's whole deadline each time; where that is known of it, it gets a second,
 * so that the other chains' part of the answer is not held up. Not nothing: a node that is slow with its blocks may answer this.
 * @throws {ChainUnavailableError} it does not answer
 */
export const createReadSoon =
  ({ notice }: Pick<Tracker, 'notice'>, patienceMs = OVERDUE_PATIENCE_MS): ReadSoon =>
  async (chainUid, read) => {
    const said = notice(chainUid)
    const reading = read()
    const isOverdue = said?.kind === 'stalled' && said.unanswered === true
    if (isOverdue && (await isLate(reading, patienceMs)))
      throw new ChainUnavailableError(chainUid, 'its node does not answer')
    return reading
  }
