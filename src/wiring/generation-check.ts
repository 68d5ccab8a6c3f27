import type { Hub } from '../chains/hub/hub.ts'
import { strangersAmong } from '../core/generations/recognise.ts'
import { ChainUnavailableError } from '../core/terms/errors.ts'
import type { CrossChainUser } from '../core/terms/shapes.ts'

export const GENERATION_ADVICE =
  'Set "generation" in the network file to what they are, if Vouch speaks it (docs/networks.md), or correct their addresses.'

/** What is told of addresses in the network file at which a chain has no contract, and what to do about it. `name` is the chain's. */
export const sayMissing = (name: string, addresses: readonly string[]) =>
  `${name} has no contract at ${addresses.join(', ')}.`
export const MISSING_ADVICE = 'Correct the addresses in the network file.'

/** How often contracts are asked: the protocol's are brought to a new generation while Vouch runs. */
const LOOK_MS = 5 * 60_000
/** How soon again, where chains could not be asked, or something else was found. */
const AGAIN_MS = 30_000

type Deps = {
  hub: Pick<Hub, 'network' | 'contractWords'>
  /** Asks an EVM chain whether there is code. @throws {ChainUnavailableError} */
  isContract(at: CrossChainUser): Promise<boolean>
  /** Told once, later than the start: what is done on must end. */
  onStrangers: (error: Error) => void
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Makes sure that the network's contracts are of the generation that its file names, for as long as it runs: another's messages would be refused, its events
 * and amounts misread. EVM factories do not say what they are, but have to be there: what is sent to an address without code is lost. `start` throws with what was found; later, two looks in a row have to find it.
 */
export function createGenerationCheck({ hub, isContract, onStrangers, log, sleep }: Deps) {
  const { network } = hub
  const stopping = new AbortController()
  let watching: Promise<void> = Promise.resolve()

  /** EVM chains whose factory was there. It stays: a node that says otherwise later is wrong, and must not end the server. */
  const settled = new Set<string>()

  /** Which EVM chains have no contract where their factory should be, and which could not be asked. */
  async function lookForFactories(): Promise<{ missing: string[]; unreachable: string[] }> {
    const [missing, unreachable]: [string[], string[]] = [[], []]
    const chains = network.chains.filter(
      ({ family, chain_uid }) => family === 'evm' && !settled.has(chain_uid),
    )
    await Promise.all(
      chains.map(async ({ chain_uid, factory }) => {
        try {
          const isThere = await isContract({ chain_uid, address: factory })
          if (isThere) settled.add(chain_uid)
          else missing.push(sayMissing(chain_uid, [factory]))
        } catch (error) {
          if (!(error instanceof ChainUnavailableError)) throw error
          unreachable.push(chain_uid)
        }
      }),
    )
    return { missing, unreachable }
  }

  /** The chains that could not be asked, and what was found that is not as it was told. */
  async function look(): Promise<{ unreachable: string[]; found: Error | undefined }> {
    const [said, factories] = await Promise.all([hub.contractWords(), lookForFactories()])
    const strangers = strangersAmong(network, said.words)
    const ofAnother = [
      `The contracts of the network ${network.name} are not of the generation "${network.generation}":`,
      ...strangers,
      GENERATION_ADVICE,
    ].join('\n- ')
    const problems = [
      ...(strangers.length > 0 ? [ofAnother] : []),
      ...factories.missing.map((missing) => `${missing} ${MISSING_ADVICE}`),
    ]
    return {
      unreachable: [...said.unreachable, ...factories.unreachable],
      found: problems.length > 0 ? new Error(problems.join('\n')) : undefined,
    }
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
