/** USD for a whole token as a decimal text, from this time on. */
export type PricePoint = { at: Date; price: string }

/** What the history asks of the store. Each call is one statement or transaction. */
export type PriceStore = {
  /** Keeps those prices that differ from the newest one of their token. */
  add(prices: ReadonlyMap<string, string>, at: Date): Promise<void>
  /** A token's prices since `from`, the oldest first; the one that held at `from` comes before them, where it is known. */
  since(token: string, from: Date): Promise<PricePoint[]>
}
