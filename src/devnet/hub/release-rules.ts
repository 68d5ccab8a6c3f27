import { toHex, toUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { RAW_STORAGE } from '../cosmwasm/contract.ts'
import type { ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { DEFAULT_TIMEOUT_SEC } from '../generations/shapes.ts'
import type { HubConfig } from './hub-config.ts'

/**
 * What the router's admin may set about payouts of published contracts: an absolute fee for each token and chain or for all others,
 * chains that are locked, and how long a chain's packets live. No query of these contracts tells it (the one of fees panics), so whoever
 * wants to know reads the router's storage: it lies there under the live contracts' own keys, as cw-storage-plus makes them.
 */

const NO_FEE = '0'

const DEFAULT_FEE_KEY = toHex(toUtf8('default_release_fee'))
const LOCKED_KEY = toHex(toUtf8('locked_chains'))
const feeKey = (token: string, chainUid: string) => mapKey('release_fees', token, chainUid)
const timeoutKey = (chainUid: string) => mapKey('chains_timeout_seconds', chainUid)

/** The key of a map's entry: each part but the last one goes behind its length in two bytes. */
function mapKey(...parts: string[]): string {
  const bytes = parts.map((part) => toUtf8(part))
  return bytes
    .map((part, index) => {
      const length = index === bytes.length - 1 ? '' : part.length.toString(16).padStart(4, '0')
      return length + toHex(part)
    })
    .join('')
}

const stored = <T>(context: QueryContext) => context.collection<T>(RAW_STORAGE)

/** What the hub keeps of a payout of so much; base units. @throws {ContractError} it is more than the payout */
export function releaseFeeOf(
  context: QueryContext,
  release: { token: string; chainUid: string; amount: bigint },
): bigint {
  const { token, chainUid, amount } = release
  const fees = stored<string>(context)
  const fee = BigInt(fees.get(feeKey(token, chainUid)) ?? fees.get(DEFAULT_FEE_KEY) ?? NO_FEE)
  if (fee > amount) throw new ContractError(`Cannot Sub with given operands: ${amount} - ${fee}`)
  return fee
}

/** How long a payout's packet to a chain lives. */
export function releaseTimeoutOf(context: QueryContext, chainUid: string): number {
  return stored<number>(context).get(timeoutKey(chainUid)) ?? DEFAULT_TIMEOUT_SEC
}

const lockedChains = (context: QueryContext) => stored<string[]>(context).get(LOCKED_KEY) ?? []

/** @throws {ContractError} the chain is locked: nothing that comes from there is taken */
export function checkTaken(context: QueryContext, chainUid: string): void {
  if (lockedChains(context).includes(chainUid)) throw new ContractError('DeregisteredChain')
}

/** @throws {ContractError} the chain is locked: nothing is paid out there */
export function checkUnlocked(context: QueryContext, chainUid: string): void {
  if (lockedChains(context).includes(chainUid)) throw new ContractError('Chain is locked')
}

/** A change of these rules, as the router's admin sends it. Amounts are base units, the time-out is seconds. */
export const RuleChange = z.union([
  z.strictObject({
    update_release_fee: z.strictObject({
      token: z.string(),
      chain_uid: z.string(),
      release_fee: BaseUnits,
    }),
  }),
  z.strictObject({
    update_default_release_fee: z.strictObject({ default_release_fee: BaseUnits }),
  }),
  z.strictObject({ lock_chain: z.strictObject({ chain: z.string() }) }),
  z.strictObject({ unlock_chain: z.strictObject({ chain: z.string() }) }),
  z.strictObject({
    update_chain_timeout: z.strictObject({ chain_uid: z.string(), timeout: z.int().positive() }),
  }),
])

export type RuleChange = z.infer<typeof RuleChange>

/** The message by which the admin changes these rules. */
export function ruleMessages({ adminAddress }: HubConfig) {
  return {
    manage_router_state: on(RuleChange, (context: ExecuteContext, change) => {
      if (context.sender !== adminAddress) throw new ContractError('Unauthorized')
      if ('update_release_fee' in change) {
        const { token, chain_uid, release_fee } = change.update_release_fee
        stored<string>(context).set(feeKey(token, chain_uid), `${release_fee}`)
      } else if ('update_default_release_fee' in change) {
        const { default_release_fee } = change.update_default_release_fee
        stored<string>(context).set(DEFAULT_FEE_KEY, `${default_release_fee}`)
      } else if ('update_chain_timeout' in change) {
        const { chain_uid, timeout } = change.update_chain_timeout
        stored<number>(context).set(timeoutKey(chain_uid), timeout)
      } else {
        const { chain, isLocked } =
          'lock_chain' in change
            ? { ...change.lock_chain, isLocked: true }
            : { ...change.unlock_chain, isLocked: false }
        setLocked(context, chain, isLocked)
      }
      const [method = ''] = Object.keys(change)
      context.event('', { method })
    }),
  }
}

function setLocked(context: ExecuteContext, chain: string, isLocked: boolean): void {
  const locked = lockedChains(context)
  if (locked.includes(chain) === isLocked)
    throw new ContractError(isLocked ? 'Chain already locked' : 'Chain already unlocked')
  const others = locked.filter((other) => other !== chain)
  stored<string[]>(context).set(LOCKED_KEY, isLocked ? [...others, chain] : others)
}
