import { parseIdentity, Platform, readPlatform } from '../core/terms/identity.ts'

/** What can be held back: one claim, what an account got and sent, what a platform's accounts got and sent, everything. */
export const FREEZE_KINDS = ['claim', 'account', 'platform', 'all'] as const
export type FreezeKind = (typeof FREEZE_KINDS)[number]

export type FreezeTarget =
  | { kind: 'claim'; claimId: string }
  /** An account by its id or by its handle; a mailbox by its address, as its handle. */
  | { kind: 'account'; platform: Platform; by: { userId: string } | { handle: string } }
  | { kind: 'platform'; platform: Platform }
  | { kind: 'all' }

/**
 * Reads what an operator names.
 * @param which nothing for `all`
 * @throws {Error} it is not named as that kind is; says how it is
 * @throws {InvalidHandleError}
 * @example readTarget('account', 'telegram:@Bobby') // { kind: 'account', platform: 'telegram', by: { handle: 'bobby' } }
 */
export function readTarget(kind: FreezeKind, which: string | undefined): FreezeTarget {
  if (kind === 'all') {
    if (which === undefined) return { kind }
    throw new Error(`"all" is everything, and takes no "${which}" behind it.`)
  }
  if (which === undefined) throw new Error(`Say which ${kind}: ${EXAMPLES[kind]}.`)
  if (kind === 'claim') {
    if (/^\d{1,40}$/.test(which)) return { kind, claimId: which }
    throw new Error(`"${which}" is not the number of a claim. Write ${EXAMPLES.claim}.`)
  }
  if (kind === 'platform') return { kind, platform: platformCalled(which) }
  const [, place = '', name = ''] = /^([a-z]+):(.+)$/i.exec(which) ?? []
  if (name === '') throw new Error(`"${which}" is not an account. Write ${EXAMPLES.account}.`)
  const platform = platformCalled(place)
  if (platform === 'email' || name.startsWith('@'))
    return { kind, platform, by: { handle: parseIdentity(platform, name).handle } }
  if (/^[\w:.-]{1,128}$/.test(name)) return { kind, platform, by: { userId: name } }
  throw new Error(`"${name}" is not the id of an account. Write ${EXAMPLES.account}.`)
}

const EXAMPLES = {
  claim: 'its number, as in "claim 12"',
  account:
    'the platform with the id or the @handle, as in "account telegram:@bobby", "account discord:80351110224678912" or "account email:hello@example.com"',
  platform: `one of ${Platform.options.join(', ')}, as in "platform telegram"`,
}

function platformCalled(word: string): Platform {
  const found = readPlatform(word)
  if (found) return found
  throw new Error(`There is no platform "${word}". Write ${EXAMPLES.platform}.`)
}

/** The one way to write a target: equal for equal targets of a kind. */
export function subjectOf(target: FreezeTarget): string {
  if (target.kind === 'all') return ''
  if (target.kind === 'claim') return target.claimId
  if (target.kind === 'platform') return target.platform
  const { platform, by } = target
  if ('userId' in by) return `${platform}:${by.userId}`
  return platform === 'email' ? `email:${by.handle}` : `${platform}:@${by.handle}`
}
