import { shortAddress } from '../cards/wording.ts'
import {
  nameIdentity,
  placeOf,
  readAccountKey,
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

/**
 * Whoever sent something, for readers on `home`: `@alice`, from elsewhere `alice on Telegram`. A wallet that came without an account is
 * shown short.
 */
export function nameSender(
  { naming }: Pick<Words, 'naming'>,
  { senderName, senderAccount }: { senderName: string; senderAccount: string | undefined },
  home: Platform,
): string {
  if (senderAccount === undefined) return shortAddress(senderName)
  const { platform } = readAccountKey(senderAccount)
  return platform === home
    ? senderName
    : naming.elsewhere(senderName.replace(/^@/, ''), placeOf(platform))
}
