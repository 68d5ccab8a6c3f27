import { getAddress } from 'viem'

import { isBech32Account } from './bech32-account.ts'
import { InvalidAddressError } from './errors.ts'
import type { Chain } from './network.ts'
import type { CrossChainUser } from './shapes.ts'

/**
 * Returns the user as the hub keys it: its contracts compare users as text and take addresses in lower case only. Right for
 * both families of chains, also where the chain is not known any more.
 */
export const keyedUser = ({ chain_uid, address }: CrossChainUser): CrossChainUser => ({
  chain_uid,
  address: address.toLowerCase(),
})

/** A user as the protocol's events name one. @example 'base:0x52…' */
export function userKey(user: CrossChainUser): string {
  const { chain_uid, address } = keyedUser(user)
  return `${chain_uid}:${address}`
}

/**
 * Checks an address for its chain and gives it in the form that the protocol keys balances by:
 * lower-case hex on EVM, lower-case bech32 on CosmWasm.
 * @throws {InvalidAddressError} wrong form, wrong EIP-55 checksum (when mixed case), wrong bech32 prefix or checksum
 */
export function parseAddress(chain: Chain, text: string): string {
  return chain.family === 'evm' ? parseEvm(chain, text) : parseBech32(chain, text)
}

function parseEvm(chain: Chain, text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    throw new InvalidAddressError(text, chain.chain_uid, 'a 0x address of 40 hex digits', {
      kind: 'evm_address',
      address: text,
      chain: chain.name,
    })
  }
  const lower = text.toLowerCase()
  const digits = text.slice(2)
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  const right = isMixedCase ? getAddress(lower) : text
  if (right !== text) {
    throw new InvalidAddressError(
      text,
      chain.chain_uid,
      `the address again: its capital letters do not match its checksum, as in ${right}`,
      { kind: 'address_checksum', address: text, chain: chain.name },
    )
  }
  return lower
}

function parseBech32(chain: Extract<Chain, { family: 'cosmwasm' }>, text: string): string {
  if (isBech32Account(chain.bech32_prefix, text)) return text.toLowerCase() // one account has one bech32 text, but for its case
  throw new InvalidAddressError(
    text,
    chain.chain_uid,
    `an address that begins with ${chain.bech32_prefix}1 and has a valid checksum`,
    { kind: 'bech32_address', address: text, chain: chain.name, prefix: chain.bech32_prefix },
  )
}
