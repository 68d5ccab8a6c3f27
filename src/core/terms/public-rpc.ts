import type { Chain } from './network.ts'
import { onceForEach } from './once-for-each.ts'

/** A path segment of so many letters and digits, dashes and underscores aside, may be a provider's key. */
const SHORTEST_KEY = 16

/**
 * Returns what pages, wallets and callers are told of a chain's node: `public_rpc_url`, or `rpc_url` where nothing in it may be a
 * key. Empty where there is neither. Pure.
 */
export function publicRpcOf({ public_rpc_url, rpc_url }: PublicPart): string {
  return public_rpc_url ?? withoutKeys(rpc_url)
}

/** Returns the REST address that they are told; empty where it may hold a key. Pure. */
export const publicRestOf = ({ rest_url }: Pick<Chain, 'rest_url'>): string => withoutKeys(rest_url)

type PublicPart = Pick<Chain, 'rpc_url' | 'public_rpc_url'>

/** Once for each address of the network: every build names two, and to take them apart was a third of a CosmWasm one. */
const withoutKeys = onceForEach((url) => (url === '' || keysIn(url).length > 0 ? '' : url))

/** Returns every part of an address that may be a provider's key: user and password, what the query says, long parts of the path. Pure. */
export function keysIn(url: string): string[] {
  const { username, password, searchParams, pathname } = new URL(url)
  const asked = [...searchParams].map(([name, value]) => (value === '' ? name : value))
  const segments = pathname
    .split('/')
    .filter((segment) => segment.replace(/[^A-Za-z0-9]/g, '').length >= SHORTEST_KEY)
  return [username, password, ...asked, ...segments].filter((part) => part !== '')
}
