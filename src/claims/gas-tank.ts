import type { HubAccount, Funds } from '../services/relaying/hub-account-port.ts'
import { ClaimsPausedError } from './errors.ts'

/** Pay-outs that are kept for the claims that there are: below the first no small claims are taken on, below the second none. */
export const FLOOR = { small: 200, any: 50 }
/** A claim is small below so many times the smallest. */
const SMALL = 100n
const LOOK_MS = 60_000

type Deps = {
  relayer: Pick<HubAccount, 'funds'>
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Watches what the account that pays the gas of claims has left, so that new claims do not use up what old ones need. */
export function createGasTank({ relayer, log, sleep }: Deps) {
  const stopping = new AbortController()
  let funds: Funds | undefined
  let looking: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    try {
      funds = await relayer.funds()
    } catch (error) {
      log.warn({ err: error }, 'what there is for gas could not be read; trying again')
    }
  }

  return {
    look,
    /** As of the last look; `undefined` before the first that succeeded. */
    funds: () => funds,
    /**
     * `least` is the smallest claim of the token, both in base units.
     * @throws {ClaimsPausedError} there is too little gas left for a claim of this amount
     */
    refuseWhenLow({ amount, least }: { amount: bigint; least: bigint }): void {
      if (!funds || funds.payOuts >= FLOOR.small) return
      if (funds.payOuts < FLOOR.any || amount < SMALL * least) throw new ClaimsPausedError()
    },
    start() {
      looking = (async () => {
        while (!stopping.signal.aborted) {
          await look()
          await sleep(LOOK_MS, stopping.signal)
        }
      })()
    },
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

export type GasTank = ReturnType<typeof createGasTank>
