/** Runs changes one after another, in the order in which they were asked for. A failed one does not stop the next. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(change: () => Promise<T>): Promise<T> => {
    const mine = last.then(change)
    last = mine.catch(() => undefined) // its own caller hears of the failure
    return mine
  }
}

export type InTurn = ReturnType<typeof createTurns>
