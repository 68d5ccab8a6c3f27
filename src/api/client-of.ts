import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isIPv4 } from 'node:net'

/** The first half of an IPv6 address is a network; whoever has one has all addresses in it. */
const NETWORK_GROUPS = 4
/** What one customer is given at most, for as many networks as they like. */
const SITE_GROUPS = 3

/** How a server that listens for both kinds of addresses sees IPv4. */
const IPV4_IN_IPV6 = '::ffff:'

/**
 * Returns what limits by client are counted for: the address that the request came from, of IPv6 the network alone. Behind
 * proxies that `TRUSTED_PROXIES` names it is the address that they name, else that of the connection.
 */
export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  // The usual forms as they are: every request comes by here, and to take an address apart was a twentieth of it.
  const usual = ip.startsWith(IPV4_IN_IPV6) ? ip.slice(IPV4_IN_IPV6.length) : ip
  if (isIPv4(usual)) return usual
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip) // an IPv4 address in an IPv6 one is IPv4
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const network = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** Returns the networks of one customer that a client's belongs to, for what all have only so much of together. `client` is as `clientOf` returns it. */
export const siteOf = (client: string): string =>
  client.endsWith('::/64') ? `${client.split(':').slice(0, SITE_GROUPS).join(':')}::/48` : client

/** Ranges of addresses inside of somebody's own network. */
const PRIVATE: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Whether an address tells one client from others: a private one may be a proxy's that nobody named, through which all come.
 */
export const isTelling = ({ ip }: Pick<FastifyRequest, 'ip'>): boolean =>
  ipaddr.isValid(ip) && !PRIVATE.has(ipaddr.process(ip).range())

/** One per claim, so that several can be open in one browser. */
export const claimCookie = (claimerId: string) => `__Host-claim-${claimerId}`

/** Returns the session that a browser's cookies hold for a claim. */
export function readClaimCookie(cookies: string | undefined, claimerId: string) {
  const name = `${claimCookie(claimerId)}=`
  return (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length)
}
