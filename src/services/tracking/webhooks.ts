import { InvalidRequestError } from '../../core/terms/errors.ts'

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
