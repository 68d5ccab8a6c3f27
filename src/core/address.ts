import { fromBech32 } from '@cosmjs/encoding'
import { getAddress } from 'viem'

import { InvalidAddressError } from './errors.ts'
import type { Chain } from './network.ts'

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
    throw new InvalidAddressError(text, chain.chain_uid, 'a 0x address of 40 hex digits')
  }
  const lower = text.toLowerCase()
  const digits = text.slice(2)
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (isMixedCase && getAddress(lower) !== text) {
    throw new InvalidAddressError(
      text,
      chain.chain_uid,
      'the address again: its capital letters do not match its checksum',
    )
  }
  return lower
}

/** Characters that BIP 173 allows; given because the library has no usable default. */
export const BECH32_LIMIT = 90

function parseBech32(chain: Extract<Chain, { family: 'cosmwasm' }>, text: string): string {
  const expected = `an address that begins with ${chain.bech32_prefix}1`
  try {
    const { prefix, data } = fromBech32(text, BECH32_LIMIT)
    if (prefix === chain.bech32_prefix && (data.length === 20 || data.length === 32))
      return text.toLowerCase() // one account has one bech32 text, but for its case
  } catch {
    throw new InvalidAddressError(text, chain.chain_uid, `${expected} and has a valid checksum`)
  }
  throw new InvalidAddressError(text, chain.chain_uid, expected)
}
