import { isIPv6 } from 'node:net'

import type { FastifyRequest } from 'fastify'

/** The first half of an IPv6 address is a network; whoever has one has all addresses in it. */
const NETWORK_GROUPS = 4

/**
 * Returns what limits by client are counted for: the address that the request came from, of IPv6 the network alone. Behind
 * proxies that `TRUSTED_PROXIES` names it is the address that they name, else that of the connection.
 */
export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip)) return ip
  const [, embedded] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? []
  if (embedded !== undefined) return embedded
  const [plain = ''] = ip.split('%')
  const [head = '', tail] = plain.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16))
  return `${network.map((group) => group.toString(16)).join(':')}::/64`
}
