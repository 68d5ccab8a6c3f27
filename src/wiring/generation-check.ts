import { strangersAmong } from '../core/generations/recognise.ts'
import type { Hub } from '../chains/hub/hub.ts'

export const GENERATION_ADVICE =
  'Set "generation" in the network file to what they are, if Vouch speaks it (docs/networks.md), or correct their addresses.'

/** How often contracts are asked: the protocol's are brought to a new generation while Vouch runs. */
const LOOK_MS = 5 * 60_000
/** How soon again, where chains could not be asked, or something else was found. */
const AGAIN_MS = 30_000

type Deps = {
  hub: Pick<Hub, 'network' | 'contractWords'>
  /** Told once, later than the start: what is done on must end. */
  onStrangers: (error: Error) => void
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Makes sure that the network's contracts are of the generation that its file names, for as long as it runs: another's messages would be refused, its events
 * and amounts misread. `start` throws with what was found; later, two looks in a row have to find it.
 */
export function createGenerationCheck({ hub, onStrangers, log, sleep }: Deps) {
  const { network } = hub
  const stopping = new AbortController()
  let watching: Promise<void> = Promise.resolve()

  /** The chains that could not be asked, and what was found that is not as it was told. */
  async function look(): Promise<{ unreachable: string[]; found: Error | undefined }> {
    const { words, unreachable } = await hub.contractWords()
    const strangers = strangersAmong(network, words)
    if (strangers.length === 0) return { unreachable, found: undefined }
    const found = new Error(
      [
        `The contracts of the network ${network.name} are not of the generation "${network.generation}":`,
        ...strangers,
        GENERATION_ADVICE,
      ].join('\n- '),
    )
    return { unreachable, found }
  }

  async function watch(isMissing: boolean): Promise<void> {
    let waitMs = isMissing ? AGAIN_MS : LOOK_MS
    let before: Error | undefined
    for (;;) {
      await sleep(waitMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        const { unreachable, found } = await look()
        if (found && before) return onStrangers(found)
        before = found
        waitMs = found || unreachable.length > 0 ? AGAIN_MS : LOOK_MS
      } catch (error) {
        log.warn({ err: error }, 'contracts could not be asked what they are; trying again')
        waitMs = AGAIN_MS
      }
    }
  }

  return {
    async start(): Promise<void> {
      const { unreachable, found } = await look()
      if (found) throw found
      if (unreachable.length > 0)
        log.warn(
          { chains: unreachable },
          'contracts could not be asked what they are; trying again',
        )
      watching = watch(unreachable.length > 0)
    },
    async stop(): Promise<void> {
      stopping.abort()
      await watching
    },
  }
}
