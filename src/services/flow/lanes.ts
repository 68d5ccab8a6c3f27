import { createSerialQueue, type SerialQueue } from './serial-queue.ts'

/** Serial queues by name: one piece of work after the other in each, the queues beside each other. */
export type Lanes = {
  /** Runs `work` after what is in the lane already, however that ended. */
  enter(lane: string, work: () => Promise<void>): void
  /** Ends when everything that has entered has ended. */
  drained(): Promise<void>
}

/** Returns lanes without work. @param onError told of every failure: nobody else waits for the work */
export function createLanes(onError: (error: unknown) => void): Lanes {
  const lanes = new Map<string, { queue: SerialQueue; last: Promise<void> }>()
  return {
    enter(lane, work) {
      const { queue } = lanes.get(lane) ?? { queue: createSerialQueue() }
      const last = queue(work)
        .catch(onError)
        .then(() => {
          if (lanes.get(lane)?.last === last) lanes.delete(lane)
        })
      lanes.set(lane, { queue, last })
    },
    async drained() {
      await Promise.all([...lanes.values()].map(({ last }) => last))
    },
  }
}
