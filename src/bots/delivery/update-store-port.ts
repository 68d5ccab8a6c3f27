import type { HandledUpdate } from '../../core/terms/made.ts'

/**
 * An update that was taken in and is not settled. `content`, as JSON: the update itself (`received`), the messages still
 * to be sent (`answered`), or those for somebody whom we cannot write to yet (`waiting`).
 */
export type OpenUpdate = {
  updateId: string
  /** Whose updates are handled one after the other. */
  person: string
  state: 'received' | 'answered' | 'waiting'
  content: unknown
  receivedAt: Date
}

/** An update whose answer waits for its chat, and for how long. */
export type PutOff = { row: OpenUpdate; waitMs: number }

/** What we remember of a platform’s updates. Each call is one transaction, so a crash between two loses nothing. */
export type UpdateStore = {
  /**
   * Takes updates in, all or none, and gives those that are not settled: what was never seen before, and what was kept already and
   * never came to its end, as where the database kept it and could not say so. Whoever asks knows what it has in hand.
   */
  receive(
    updates: { updateId: string; person: string; update: unknown }[],
    now: Date,
  ): Promise<OpenUpdate[]>
  /** What a stop or a crash left to be done, oldest first. */
  unsettled(): Promise<OpenUpdate[]>
  /** What waits until we can write to this person, oldest first. */
  waitingFor(person: string): Promise<OpenUpdate[]>
  /** An update with what it made before, where it was handled and its answer was not kept. Call it each time before it is handled. */
  handled(row: OpenUpdate): Promise<HandledUpdate>
  /** Keeps what is still to be sent. The updates in `takenOver` are settled by it. */
  keep(
    updateId: string,
    state: 'answered' | 'waiting',
    content: unknown,
    takenOver?: string[],
  ): Promise<void>
  settle(updateId: string): Promise<void>
  /** Forgets some of what waited since before `waitingBefore`, and that updates were handled before `handledBefore`; says whether there may be more. */
  forget(before: { waitingBefore: Date; handledBefore: Date }): Promise<boolean>
}
