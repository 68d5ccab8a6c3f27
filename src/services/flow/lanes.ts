import { createSerialQueue, type SerialQueue } from './serial-queue.ts'

/** Serial queues by name: one piece of work after the other in each, the queues beside each other. */
export type Queues = {
  /** Runs `work` after what is in the queue already, however that ended, and answers what it does. `hasWaited`: there was something. */
  run<T>(name: string, work: (hasWaited: boolean) => Promise<T>): Promise<T>
  /** Ends when everything that has entered has ended. */
  drained(): Promise<void>
}

/** The same, where nobody waits for the work. */
export type Lanes = Pick<Queues, 'drained'> & {
  /** Runs `work` after what is in the lane already, however that ended. */
  enter(lane: string, work: () => Promise<void>): void
}

/** Returns queues without work. */
export function createQueues(): Queues {
  const queues = new Map<string, { queue: SerialQueue; last: Promise<void> }>()
  return {
    run(name, work) {
      const hasWaited = queues.has(name)
      const { queue } = queues.get(name) ?? { queue: createSerialQueue() }
      const mine = queue(() => work(hasWaited))
      const end = () => {
        if (queues.get(name)?.last === last) queues.delete(name)
      }
      const last = mine.then(end, end)
      queues.set(name, { queue, last })
      return mine
    },
    async drained() {
      await Promise.all([...queues.values()].map(({ last }) => last))
    },
  }
}

/** Returns lanes without work. @param onError told of every failure: nobody else waits for the work */
export function createLanes(onError: (error: unknown) => void): Lanes {
  const { run, drained } = createQueues()
  return { enter: (lane, work) => void run(lane, () => work().catch(onError)), drained }
}
