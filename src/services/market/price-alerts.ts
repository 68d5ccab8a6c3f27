import { priceAtoms, USD_DECIMALS } from '../../core/reference/usd-value.ts'
import type { Account } from '../../core/terms/identity.ts'
import type { UpdateKey } from '../../core/terms/made.ts'

/** What a price is of: a whole token, in another one, or in USD. */
export type PricePair = { token: string; other: string | undefined }

export type PriceAlert = PricePair & {
  id: string
  owner: Account
  side: 'above' | 'below'
  /** Of a whole token, with 18 decimals. */
  target: bigint
}

/** What came of one, as its owner is told: `price` is with 18 decimals, too. */
export type ReachedAlert = Pick<PriceAlert, 'token' | 'other' | 'side' | 'target'> & {
  price: bigint
}

/** A reached alert as one text, by which its card is found; tokens have no colon in their names. */
export const writeReached = ({ side, target, price, token, other = '' }: ReachedAlert): string =>
  [side, target, price, token, other].join(':')

/** Reads what `writeReached` wrote. */
export function readReached(text: string): ReachedAlert {
  const [side, target = '0', price = '0', token = '', other = ''] = text.split(':')
  return {
    side: side === 'above' ? 'above' : 'below',
    target: BigInt(target),
    price: BigInt(price),
    token,
    other: other === '' ? undefined : other,
  }
}

/** Each call is one statement or transaction. */
export type PriceAlertStore = {
  /** False, and nothing kept, where its owner has `most` already. `from`: the update that makes it. */
  add(alert: PriceAlert, most: number, now: Date, from?: UpdateKey): Promise<boolean>
  /** The oldest first. */
  of(owner: Account): Promise<PriceAlert[]>
  /** False where it is not there any more. */
  remove(owner: Account, id: string): Promise<boolean>
  /** What alerts wait for, each once. */
  pairs(): Promise<PricePair[]>
  /** Takes at most `most` alerts that a price has reached, and has each owner told of it, once. Returns how many. */
  reach(pair: PricePair, price: bigint, most: number, now: Date): Promise<number>
}

/** What commands ask of it. */
export type PriceAlerts = Pick<PriceAlertStore, 'add' | 'of' | 'remove'>

const AT_ONCE = 100

/** A whole token's price with 18 decimals, rounded down; `undefined` where one of the two has none. */
export function pairPrice(
  { token, other }: PricePair,
  prices: ReadonlyMap<string, string>,
): bigint | undefined {
  const [of, by] = [prices.get(token), other === undefined ? '1' : prices.get(other)]
  if (of === undefined || by === undefined) return undefined
  return (priceAtoms(of) * 10n ** BigInt(USD_DECIMALS)) / priceAtoms(by)
}

/** Returns what is told of all prices when they were looked at: one pass, whatever the number of alerts. */
export function createAlertPass(store: Pick<PriceAlertStore, 'pairs' | 'reach'>) {
  return async (prices: ReadonlyMap<string, string>, now: Date): Promise<void> => {
    for (const pair of await store.pairs()) {
      const price = pairPrice(pair, prices)
      if (price === undefined) continue
      let reached: number
      do {
        reached = await store.reach(pair, price, AT_ONCE, now)
      } while (reached === AT_ONCE)
    }
  }
}
