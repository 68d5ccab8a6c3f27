import { InvalidRequestError } from '../../core/terms/errors.ts'

/** An address that is to be told the newest state. `changes` is the newest state's number and never comes twice, `changedAt` is since when one waits to be told. */
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
  /** Takes an address in, once. It is due at once, so that whoever asked sees that it works; also one that is known, where all was told. */
  add(hook: Pick<Webhook, 'id' | 'chain_uid' | 'tx_hash' | 'url'>, now: Date): Promise<void>
  /**
   * Those on a host that are due. What a host refuses again and again comes after all else, and last what it refuses of transactions that no final
   * block has shown: anybody may have any made-up one posted to any path there.
   */
  due(host: string, now: Date, limit: number): Promise<Webhook[]>
  /** Forgets addresses on other hosts. */
  keepOnly(hosts: readonly string[]): Promise<void>
  /** The state with this count was taken: a newer one stays due, counted from now. */
  settle(hook: Pick<Webhook, 'id' | 'changes'>, now: Date): Promise<void>
  postpone(id: string, dueAt: Date): Promise<void>
  remove(id: string): Promise<void>
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * An address that messages may go to. `hosts` are names with their port, where it is not the usual one. Pure.
 * @throws {InvalidRequestError} no address, without TLS, or on another host
 */
export function parseWebhookUrl(text: string, hosts: readonly string[]): URL {
  if (!URL.canParse(text))
    throw new InvalidRequestError(
      'url',
      'is not an address',
      'Give one like https://example.com/hook.',
    )
  const url = new URL(text)
  if (!hosts.includes(url.host))
    throw new InvalidRequestError(
      'url',
      `is on ${url.host}, which this server does not call`,
      hosts.length === 0
        ? 'Follow the transaction by polling or by its stream: this server sends no webhooks.'
        : `Use one of: ${hosts.join(', ')}; its operator can allow more.`,
    )
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.has(url.hostname))
  if (!isSafe || url.username !== '' || url.password !== '')
    throw new InvalidRequestError(
      'url',
      'is not a plain https address',
      'Begin it with https:// and leave names and passwords out.',
    )
  return url
}
