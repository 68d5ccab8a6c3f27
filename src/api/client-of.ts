import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The first half of an IPv6 address is a network; whoever has one has all addresses in it. */
const NETWORK_GROUPS = 4

/**
 * Returns what limits by client are counted for: the address that the request came from, of IPv6 the network alone. Behind
 * proxies that `TRUSTED_PROXIES` names it is the address that they name, else that of the connection.
 */
export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip) // an IPv4 address in an IPv6 one is IPv4
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
