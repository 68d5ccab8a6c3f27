import { getAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'

import { placeOf, type Account } from '../terms/identity.ts'
import type { Chain } from '../terms/network.ts'

type LinkMessage = {
  chain: Chain
  /** In the form of `parseAddress`. */
  address: string
  account: Account
  /** What links of this server begin with. */
  publicUrl: string
  nonce: string // letters and digits
  issuedAt: Date
  expiresAt: Date
}

/**
 * The text that a wallet signs to be linked: it names the account, this server, the address, a nonce and the expiry, so
 * that it serves for nothing else. EIP-4361 for EVM, the same lines for Cosmos. Pure.
 */
export function linkMessage(message: LinkMessage): string {
  const { chain, address, account, publicUrl, nonce, issuedAt, expiresAt } = message
  const domain = new URL(publicUrl).host
  const statement = `Link this wallet to the ${nameOf(account)}. This moves nothing and costs nothing.`
  if (chain.family === 'evm')
    return createSiweMessage({
      domain,
      address: getAddress(address),
      statement,
      uri: publicUrl,
      version: '1',
      chainId: Number(chain.chain_id),
      nonce,
      issuedAt,
      expirationTime: expiresAt,
    })
  return [
    `${domain} wants you to sign in with your Cosmos account:`,
    address,
    '',
    statement,
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${chain.chain_id}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${expiresAt.toISOString()}`,
  ].join('\n')
}

/** By its immutable id as well: a handle may belong to somebody else tomorrow. */
function nameOf({ platform, userId, handle }: Account): string {
  const shown = handle === undefined ? '' : `@${handle}, `
  return `${placeOf(platform)} account ${shown}id ${userId}`
}
