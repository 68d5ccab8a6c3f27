import {
  nameIdentity,
  placeOf,
  showIdentity,
  type Identity,
  type Platform,
} from '../../core/terms/identity.ts'
import type { Words } from './words.ts'

/**
 * An identity for readers who may be anybody, in their language. In a chat of `home`, handles of that platform are `@bobby`
 * and others `bobby on X`; of an e-mail address there is no more than its owner recognises it by.
 */
export function namePerson(
  { naming }: Pick<Words, 'naming'>,
  identity: Identity,
  home: Platform,
): string {
  const { platform, handle } = identity
  return platform === home || platform === 'email'
    ? nameIdentity(identity)
    : naming.elsewhere(handle === '' ? showIdentity(identity) : handle, placeOf(platform))
}
