import { fromUtf8, toUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { generationOf } from '../../core/generations/generations.ts'
import type { Network } from '../../core/terms/network.ts'
import { FREE_PAYOUTS, type PayoutTerms } from '../../core/terms/payout-terms.ts'
import type { Comet } from '../cosmwasm/comet-client.ts'
import type { HubReads } from '../../services/market/hub-reads-port.ts'

/** Whole units, or a decimal fraction with its point: the contracts changed from shares to amounts. */
const Fee = z.union([
  z
    .string()
    .regex(/^\d{1,78}$/)
    .transform((units) => ({ units: BigInt(units) })),
  z
    .string()
    .regex(/^\d{1,21}\.\d{1,18}$/)
    .transform((text) => {
      const [whole = '', part = ''] = text.split('.')
      return { share: BigInt(whole + part.padEnd(18, '0')) }
    }),
])
const LockedChains = z.array(z.string())

/**
 * What payouts cost and where they are stopped. No query of the published contracts tells it, so it is read from the router's storage, under the
 * keys of its source (contracts/hub/router/src/state.rs). What is not stored there costs nothing and is open, as the router takes it.
 */
export function createPayoutTermReads(
  network: Network,
  nodes: { ask<T>(question: (comet: Pick<Comet, 'rawState'>) => Promise<T>): Promise<T> },
): Pick<HubReads, 'payoutTerms'> {
  const { router } = network.hub
  if (!generationOf(network).chargesPayouts)
    return { payoutTerms: () => Promise.resolve(FREE_PAYOUTS) }

  const read = <Schema extends z.ZodType>(schema: Schema, ...key: [string, ...string[]]) =>
    nodes.ask(async (comet): Promise<z.output<Schema> | undefined> => {
      const value = await comet.rawState(router, storageKey(...key))
      return value.length === 0 ? undefined : schema.parse(JSON.parse(fromUtf8(value)))
    })
  return {
    async payoutTerms(token, chainUid): Promise<PayoutTerms> {
      const [own, common, locked] = await Promise.all([
        read(Fee, 'release_fees', token, chainUid),
        read(Fee, 'default_release_fee'),
        read(LockedChains, 'locked_chains'),
      ])
      return {
        fee: own ?? common ?? FREE_PAYOUTS.fee,
        isLocked: locked?.includes(chainUid) === true,
      }
    },
  }
}

/** Where cw-storage-plus keeps an item, or a map's entry: each part but the last one stands behind its length in two bytes. */
export function storageKey(...parts: [string, ...string[]]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part, index) => {
      const bytes = toUtf8(part)
      const length = index === parts.length - 1 ? [] : [bytes.length >> 8, bytes.length & 0xff]
      return [...length, ...bytes]
    }),
  )
}
