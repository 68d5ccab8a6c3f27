/** Runs one piece of work after another, in the order in which they came. A failed one does not stop the next. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Returns an empty queue; each call of it adds work, and answers what that work does. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined) // its own caller hears of the failure
    return mine
  }
}
