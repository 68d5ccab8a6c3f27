import { chainNamed, type Network } from '../../core/terms/network.ts'
import { parseTxHash } from '../../core/terms/tx-hash.ts'
import { medianOf, type HopTime, type UsualTime } from '../../core/tracking/escrow-record.ts'
import { originOf } from '../../core/tracking/journey.ts'
import { txIdOf } from '../../core/tracking/observation.ts'
import { recordOf } from '../../core/tracking/record.ts'
import type { AllowNew, Tracker } from './tracker.ts'
import type { TrackAnswer, TrackRequest } from '../../core/tracking/tracking-record.ts'
import type { TrackingStore } from './tracking-store-port.ts'

/** Estimates come from so many of the last hops of a kind on a chain. */
const HISTORY = 25

export type Records = {
  /**
   * Follows a transaction and answers its record, a swap's with all its stations (`full`) or without (`minimal`). `allowNew` is asked
   * where a stranger wants it.
   * @throws {InvalidRequestError} {UnknownChainError}
   */
  track(request: TrackRequest, swaps: 'full' | 'minimal', allowNew?: AllowNew): Promise<TrackAnswer>
}

/** Records of whatever is asked for, from what the tracker has stored. */
export function createRecords({
  network,
  store,
  tracker,
}: {
  network: Network
  store: TrackingStore
  tracker: Tracker
}): Records {
  /** What the hops of a transaction from this chain usually take. */
  async function usualTimes(originUid: string): Promise<UsualTime> {
    const keyOf = ({ kind, chain_uid }: Pick<HopTime, 'kind' | 'chain_uid'>) =>
      `${kind}/${chain_uid}`
    const hops = [
      { kind: 'settle', chain_uid: originUid },
      { kind: 'confirm', chain_uid: originUid },
      ...network.chains.map(({ chain_uid }) => ({ kind: 'release', chain_uid }) as const),
    ] as const
    const medians = await Promise.all(
      hops.map(async (hop) => [keyOf(hop), medianOf(await store.hopTimes(hop, HISTORY))] as const),
    )
    const known = new Map(medians)
    return (hop) => known.get(keyOf(hop))
  }

  return {
    async track(request, swaps, allowNew) {
      const { tx_hash } = request
      const chain = chainNamed(network, request.chain)
      const { chain_uid } = chain
      const hash = parseTxHash(chain, tx_hash.trim(), 'tx_hash')
      const progress = allowNew
        ? await tracker.openFor(allowNew, chain_uid, hash)
        : await tracker.open(chain_uid, hash)
      await tracker.recall(chain_uid, hash)
      const own = await store.observationsIn(chain_uid, hash)
      const watch = await store.watch(chain_uid, hash)
      const begun = new Set(own.flatMap((one) => txIdOf(one) ?? []))
      const known = watch?.txId === undefined ? [] : [watch.txId]
      const ids = begun.size > 0 ? [...begun] : known
      const rest = (await Promise.all(ids.map((id) => store.observationsOf(id)))).flat()
      const usual = await usualTimes(chain_uid)
      const origin = originOf(network, chain_uid, hash)
      const response = recordOf(origin, watch?.progress ?? progress, [...own, ...rest], {
        network,
        usual,
        swaps,
        hubTimeMs: tracker.timeOf(network.hub.chain_uid)?.getTime(),
      })
      return { response }
    },
  }
}
