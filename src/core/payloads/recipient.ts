import { parseAddress } from '../terms/address.ts'
import { atField } from '../terms/request.ts'
import { checkPublicKey } from '../claims/claim-message.ts'
import { parseIdentity, Platform, type Account, type Identity } from '../terms/identity.ts'
import { chainOf, type Chain, type Network } from '../terms/network.ts'
import { parsePayableAddress } from '../terms/payable-address.ts'
import type { CrossChainUser, Social, UserOrSocial } from '../terms/shapes.ts'

/** Somebody behind a claimer: who will prove an identity, an account of a chat, or whoever of a platform comes first. */
export type ClaimerRecipient =
  | SocialRecipient
  | { kind: 'account'; account: Account; name: string }
  | { kind: 'first_come'; platform: Platform }

type SocialRecipient = {
  kind: 'social'
  social: Social
  identity: Identity
  pubKey: string | undefined
}

/** Where value goes: an account on a chain, or a person. */
export type Recipient = { kind: 'user'; user: CrossChainUser } | ClaimerRecipient

/**
 * Checks a recipient against the network; addresses come out in the protocol's form. `path` is its name in the request.
 * @throws {UnknownChainError} {InvalidAddressError} {InvalidHandleError} {InvalidRequestError}
 */
export function parseRecipient(
  network: Network,
  recipient: UserOrSocial,
  path?: string,
): Extract<Recipient, { kind: 'user' | 'social' }> {
  if (!('social' in recipient)) return { kind: 'user', user: parsePayee(network, recipient, path) }
  const { social } = recipient
  const at = path === undefined ? 'social' : `${path}.social`
  const pubKey =
    social.pub_key === undefined ? undefined : checkPublicKey(social.pub_key, `${at}.pub_key`)
  return { kind: 'social', social, identity: atField(path && at, () => identityOf(social)), pubKey }
}

/**
 * Checks a user's chain and address; the address comes out in the protocol's form. `path` is its name in the request.
 * @throws {UnknownChainError} {InvalidAddressError}
 */
export function parseUser(network: Network, user: CrossChainUser, path?: string): CrossChainUser {
  const chain = atField(path && `${path}.chain_uid`, () => chainOf(network, user.chain_uid))
  const address = atField(path && `${path}.address`, () => parseAddress(chain, user.address))
  return { chain_uid: chain.chain_uid, address }
}

/**
 * As `parseUser`, for somebody who is to be paid. `hasMessage`: the payment brings a message for a contract.
 * @throws {UnpayableAddressError} what is paid there is lost. Also what `parseUser` throws.
 */
export function parsePayee(
  network: Network,
  user: CrossChainUser,
  path?: string,
  { hasMessage = false } = {},
): CrossChainUser {
  const chain = atField(path && `${path}.chain_uid`, () => chainOf(network, user.chain_uid))
  const address = atField(path && `${path}.address`, () =>
    parsePayableAddress(network, chain, user.address, { hasMessage }),
  )
  return { chain_uid: chain.chain_uid, address }
}

/** The chain that a transaction is for: its sender's, whose address is checked with it. */
export function parseSender(
  network: Network,
  sender: CrossChainUser,
): { chain: Chain; from: CrossChainUser } {
  const from = parseUser(network, sender, 'sender')
  return { chain: chainOf(network, from.chain_uid), from }
}

/**
 * The one identity that a `social` object names, normalised.
 * @throws {InvalidHandleError} no account of that platform can have this handle
 * @throws {Error} it names none, which its schema refuses
 */
export function identityOf(social: Social): Identity {
  for (const platform of Platform.options) {
    const handle = social[platform]
    if (handle !== undefined) return parseIdentity(platform, handle)
  }
  throw new Error('a social recipient without an identity passed its schema')
}
