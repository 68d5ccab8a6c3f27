import { parseAddress } from '../address.ts'
import { checkPublicKey } from '../claim-message.ts'
import { parseIdentity, Platform, type Identity } from '../identity.ts'
import { chainOf, type Network } from '../network.ts'
import type { CrossChainUser, Social } from '../shapes.ts'

/** Where value goes: an account on a chain, or a person who will prove an identity. */
export type Recipient =
  | { kind: 'user'; user: CrossChainUser }
  | { kind: 'social'; social: Social; identity: Identity; pubKey: string | undefined }

/**
 * Checks a recipient against the network; addresses come out in the protocol's form.
 * @throws {UnknownChainError} {InvalidAddressError} {InvalidHandleError} {InvalidRequestError}
 */
export function parseRecipient(
  network: Network,
  recipient: CrossChainUser | { social: Social },
): Recipient {
  if (!('social' in recipient)) return { kind: 'user', user: parseUser(network, recipient) }
  const { social } = recipient
  const pubKey =
    social.pub_key === undefined ? undefined : checkPublicKey(social.pub_key, 'social.pub_key')
  return { kind: 'social', social, identity: identityOf(social), pubKey }
}

/** Checks a user's chain and address; the address comes out in the protocol's form. */
export function parseUser(network: Network, user: CrossChainUser): CrossChainUser {
  const chain = chainOf(network, user.chain_uid)
  return { chain_uid: chain.chain_uid, address: parseAddress(chain, user.address) }
}

/** The one identity that a `social` object names, normalised. */
export function identityOf(social: Social): Identity {
  for (const platform of Platform.options) {
    const handle = social[platform]
    if (handle !== undefined) return parseIdentity(platform, handle)
  }
  throw new Error('a social recipient without an identity passed its schema')
}
