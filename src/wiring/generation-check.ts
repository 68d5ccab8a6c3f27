import { strangersAmong } from '../core/generations/recognise.ts'
import type { Hub } from '../chains/hub/hub.ts'

export const GENERATION_ADVICE =
  'Set "generation" in the network file to what they are, if Vouch speaks it (docs/networks.md), or correct their addresses.'

/** How long to wait for chains that could not be asked. */
const RETRY_MS = 30_000

type Deps = {
  hub: Pick<Hub, 'network' | 'contractWords'>
  /** Told once, later than the start: what is done on must end. */
  onStrangers: (error: Error) => void
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Makes sure that the network's contracts are of the generation that its file names: another's messages would be refused, its events
 * misread. `start` throws with what was found; chains that cannot be asked yet are asked again until they answer.
 */
export function createGenerationCheck({ hub, onStrangers, log, sleep }: Deps) {
  const { network } = hub
  const stopping = new AbortController()
  let asking: Promise<void> = Promise.resolve()

  /** The chains that could not be asked. @throws {Error} what was found, where it is not what was told */
  async function look(): Promise<string[]> {
    const { words, unreachable } = await hub.contractWords()
    const strangers = strangersAmong(network, words)
    if (strangers.length === 0) return unreachable
    throw new Error(
      [
        `The contracts of the network ${network.name} are not of the generation "${network.generation}":`,
        ...strangers,
        GENERATION_ADVICE,
      ].join('\n- '),
    )
  }

  async function lookAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(RETRY_MS, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        if ((await look()).length === 0) return
      } catch (error) {
        return onStrangers(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  return {
    async start(): Promise<void> {
      const unreachable = await look()
      if (unreachable.length === 0) return
      log.warn({ chains: unreachable }, 'contracts could not be asked what they are; trying again')
      asking = lookAgain()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await asking
    },
  }
}
