/** An address that is to be told the newest state. `changes` counts states, `changedAt` is since when one waits to be told. */
export type Webhook = {
  id: string
  chain_uid: string
  tx_hash: string
  url: string
  changes: number
  changedAt: Date
  attempts: number
}

/** What webhooks ask of the store. Each call is one statement; the tracker's own save makes one due. */
export type WebhookStore = {
  /** Takes an address in, once. It is due at once, so that whoever asked sees that it works. */
  add(hook: Pick<Webhook, 'id' | 'chain_uid' | 'tx_hash' | 'url'>, now: Date): Promise<void>
  due(now: Date, limit: number): Promise<Webhook[]>
  /** The state with this count was taken: a newer one stays due, counted from now. */
  settle(hook: Pick<Webhook, 'id' | 'changes'>, now: Date): Promise<void>
  postpone(id: string, dueAt: Date): Promise<void>
  remove(id: string): Promise<void>
}
