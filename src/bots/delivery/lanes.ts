/** Work in lanes: one after the other in each, the lanes beside each other. */
export type Lanes = {
  /** Runs `work` after what is in the lane already, however that ended. */
  enter(lane: string, work: () => Promise<void>): void
  /** Ends when everything that has entered has ended. */
  drained(): Promise<void>
}

/** @param onError told of every failure: nobody else waits for the work */
export function createLanes(onError: (error: unknown) => void): Lanes {
  const lanes = new Map<string, Promise<void>>()
  return {
    enter(lane, work) {
      const before = lanes.get(lane) ?? Promise.resolve()
      const mine = before
        .then(work)
        .catch(onError)
        .then(() => {
          if (lanes.get(lane) === mine) lanes.delete(lane)
        })
      lanes.set(lane, mine)
    },
    async drained() {
      await Promise.all(lanes.values())
    },
  }
}
