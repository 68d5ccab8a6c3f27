import { fromBech32 } from '@cosmjs/encoding'
import { isAddress } from 'viem'

/** Characters that BIP 173 allows; given because the library has no usable default. */
const BECH32_LIMIT = 90

/** What is wrong with an address for a family of chains, or `undefined`. The server checks it again, with the chain's own prefix. */
export function addressProblem(family: 'evm' | 'cosmwasm', text: string): string | undefined {
  if (text === '') return 'Fill in the address to be paid to.'
  if (family === 'evm') {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text))
      return 'An address on this chain is 0x and 40 digits or letters from a to f.'
    const digits = text.slice(2)
    const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    return isMixedCase && !isAddress(text, { strict: true })
      ? 'This address has a typing mistake: its capital letters do not fit. Copy it again.'
      : undefined
  }
  if (/^0x/i.test(text))
    return 'An address that begins with 0x belongs to another kind of chain. Choose one of those, or copy your address on this one.'
  try {
    fromBech32(text, BECH32_LIMIT)
    return undefined
  } catch {
    return 'This is not an address of this chain: its form or its last characters do not fit. Copy it again.'
  }
}
