import { InvalidRequestError } from './errors.ts'
import type { Chain } from './network.ts'

/** EVM hashes are written with `0x` and in lower case, CosmWasm ones without and in upper case. */
export const TX_HASH = {
  evm: { form: /^0x[0-9a-f]{64}$/i, expected: '0x and 64 hex digits' },
  cosmwasm: { form: /^[0-9a-f]{64}$/i, expected: '64 hex digits' },
} as const satisfies Record<Chain['family'], { form: RegExp; expected: string }>

/**
 * A transaction's hash as its chain writes it. `path` names the field in the refusal.
 * @throws {InvalidRequestError} not a hash of that chain
 */
export function parseTxHash({ family, name }: Chain, hash: string, path: string): string {
  const { form, expected } = TX_HASH[family]
  if (!form.test(hash))
    throw new InvalidRequestError(
      path,
      `is not a transaction hash of ${name}`,
      `Give ${expected}.`,
      { kind: 'not_a_hash', chain: name },
    )
  return writtenHash(family, hash)
}

/** A hash as chains of its family write it. Pure. */
export const writtenHash = (family: Chain['family'], hash: string): string =>
  family === 'evm' ? hash.toLowerCase() : hash.toUpperCase()
