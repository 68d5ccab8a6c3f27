/** Who wants to know when there may be something new on a chain of this process. */
export type BlockFeed = {
  /** Calls `listener` after every turn to make a block, whether one came of it or not. Returns what ends that. */
  afterBlock(listener: () => void): () => void
}

/** Makes a block every so often. */
export type BlockProducer = BlockFeed & {
  /** Milliseconds between two blocks from now on; `undefined` makes none. */
  setBlockTime(ms: number | undefined): void
  /** Makes no more; one that is under way still comes. */
  stop(): void
}

/** Starts at once, with the first block after `blockTimeMs`. A block that fails is told to `onError` and tried again in its turn. */
export function createBlockProducer(deps: {
  blockTimeMs: number
  produce: () => Promise<void> | void
  onError: (error: unknown) => void
}): BlockProducer {
  let blockTimeMs: number | undefined = deps.blockTimeMs
  let timer: NodeJS.Timeout | undefined
  let isProducing = false
  const listeners = new Set<() => void>()

  const schedule = (afterMs: number) => {
    timer = setTimeout(() => void produce(), afterMs)
  }
  const produce = async () => {
    const startedAt = performance.now()
    isProducing = true
    try {
      await deps.produce()
    } catch (error) {
      deps.onError(error)
    }
    isProducing = false
    for (const listener of listeners) listener()
    if (blockTimeMs !== undefined)
      schedule(Math.max(1, blockTimeMs - (performance.now() - startedAt)))
  }
  schedule(deps.blockTimeMs)

  const setBlockTime = (ms: number | undefined) => {
    if (ms === blockTimeMs) return
    blockTimeMs = ms
    clearTimeout(timer)
    if (ms !== undefined && !isProducing) schedule(ms)
  }
  return {
    setBlockTime,
    stop: () => setBlockTime(undefined),
    afterBlock(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
