import { InvalidRequestError } from './errors.ts'
import type { MetaData } from './meta-calls.ts'
import type { Chain, Network } from './network.ts'

/** What an owner of vouchers signs: fields in the order in which the hub's contract gets them, no spaces. */
export function metaText(data: MetaData): string {
  const { signer_address, signer_prefix, signer_chain_uid, call_data, expiry, nonce } = data
  return JSON.stringify({
    signer_address,
    signer_prefix,
    signer_chain_uid,
    call_data: call_data.map(({ target, call_data: call }) => ({ target, call_data: call })),
    expiry,
    nonce,
  })
}

/** How addresses of a chain begin, as meta transactions say it. */
export const prefixOf = (chain: Chain): string =>
  chain.family === 'evm' ? '0x' : chain.bech32_prefix

/**
 * The hub's contract that runs what owners of vouchers signed.
 * @throws {InvalidRequestError} the network names none
 */
export function metaContractOf({ name, hub }: Network): string {
  if (hub.meta_transaction !== undefined) return hub.meta_transaction
  throw new InvalidRequestError(
    `The network ${name}`,
    'names no contract that runs what owners of vouchers sign, so vouchers cannot be swapped here',
    'Withdraw the vouchers and swap the tokens.',
    { kind: 'vouchers_not_swapped' },
  )
}
