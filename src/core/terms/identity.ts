import { z } from 'zod'
import { IdentityOffError, InvalidHandleError } from './errors.ts'

/**
 * Every platform that a recipient can be reached on, under the interface's name, with all that is known of it: `words` are what
 * people may write for it beside that name, the first being the usual one; `accounts` and `place` are how it is called, which no language
 * translates but those that say `e-mail` otherwise.
 */
const PLATFORMS = {
  email: {
    words: ['email', 'mail'],
    place: 'e-mail',
    accounts: 'e-mail addresses',
    read: (text: string) => withoutSpaces(text.normalize('NFKC')).toLowerCase(),
    // One plain mailbox: no quotes, commas, groups, comments or line breaks, so no mailer can read two from it.
    form: /^(?=.{3,254}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
    expected: 'an e-mail address such as hello@example.com',
  },
  telegram: {
    words: ['tg'],
    place: 'Telegram',
    accounts: 'Telegram accounts',
    read: readHandle,
    form: /^[a-z](?!.*__)[a-z0-9_]{2,30}[a-z0-9]$/,
    expected: 'a Telegram handle: 4 to 32 letters, digits or underscores, beginning with a letter',
  },
  twitter: {
    words: ['x'],
    place: 'X',
    accounts: 'X accounts',
    read: readHandle,
    form: /^[a-z0-9_]{1,15}$/,
    expected: 'an X handle: 1 to 15 letters, digits or underscores',
  },
  discord: {
    words: ['discord'],
    place: 'Discord',
    accounts: 'Discord accounts',
    read: readHandle,
    form: /^(?!.*\.\.)[a-z0-9_.]{2,32}$/,
    expected: 'a Discord username: 2 to 32 letters, digits, underscores or single dots',
  },
} as const satisfies Record<string, PlatformRules>

type PlatformRules = {
  words: readonly [string, ...string[]]
  place: string
  accounts: string
  /** Normalises a handle. */
  read: (text: string) => string
  /** Of a normalised handle. */
  form: RegExp
  /** What errors ask for. */
  expected: string
}

function readHandle(text: string): string {
  return withoutSpaces(text).replace(/^@/, '').toLowerCase()
}

/** Around it people leave spaces; a line break is no slip of a pen, and could begin a line of a mail. */
function withoutSpaces(text: string): string {
  return text.replace(/^ +/, '').replace(/ +$/, '')
}

/** Where a social recipient can be reached: the interface's identity fields. */
export const Platform = z.enum(
  Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[], // keys widens to string
)
export type Platform = z.infer<typeof Platform>

const rules: Record<Platform, PlatformRules> = PLATFORMS

/**
 * Returns the platform that somebody calls so, in any case.
 * @example readPlatform('X') // 'twitter'
 */
export function readPlatform(word: string): Platform | undefined {
  const name = word.toLowerCase()
  return Platform.options.find((known) => known === name || rules[known].words.includes(name))
}

/** How a handle elsewhere is written, by an example of each platform that has handles: `tg:bobby`. */
export const HANDLE_EXAMPLES: readonly string[] = Platform.options.flatMap((platform) =>
  platform === 'email' ? [] : [`${rules[platform].words[0]}:bobby`],
)

/**
 * Who somebody says to be: `handle` is normalised, so two spellings of one handle are equal. It is empty for an account that has
 * none and is known by its id alone; `name` shows that one.
 */
export type Identity = { platform: Platform; handle: string; name?: string | undefined }

/**
 * An account of a chat platform. `userId` is the platform's immutable id and is what rights are bound to;
 * the handle only finds it, since handles are renamed, sold and registered again.
 */
export type Account = { platform: Platform; userId: string; handle: string | undefined }

/** An account as one text, for columns and comparisons. */
export const accountKey = ({ platform, userId }: Pick<Account, 'platform' | 'userId'>): string =>
  `${platform}:${userId}`

/** The account of an `accountKey`; its handle is not in there. */
export function readAccountKey(key: string): Account {
  const end = key.indexOf(':')
  return {
    platform: Platform.parse(key.slice(0, end)),
    userId: key.slice(end + 1),
    handle: undefined,
  }
}

/**
 * Normalises a handle or e-mail address.
 * @throws {InvalidHandleError} no account of that platform can have this handle
 * @example parseIdentity('telegram', '@Bobby') // { platform: 'telegram', handle: 'bobby' }
 */
export function parseIdentity(platform: Platform, text: string): Identity {
  const { read, form, expected } = rules[platform]
  const handle = read(text)
  if (!form.test(handle)) throw new InvalidHandleError(text, placeOf(platform), expected)
  return { platform, handle }
}

/** An account as its platform names it. A name that cannot be a handle here finds nothing, so it counts as none. */
export function accountNamed(platform: Platform, userId: string, name = ''): Account {
  const handle = rules[platform].read(name)
  return { platform, userId, handle: rules[platform].form.test(handle) ? handle : undefined }
}

/**
 * The account of a Discord user as Discord tells of it. A `discriminator` other than `0` is the number of a legacy name: the account
 * is called `bobby#1234` then, and never taken for whoever has the username `bobby`. Nobody can write such a handle: what
 * is for such an account names the account itself.
 */
export function discordAccount({
  id,
  username,
  discriminator = '0',
}: {
  id: string
  username: string
  discriminator?: string | undefined
}): Account & { handle: string } {
  const isLegacy = !/^0+$/.test(discriminator)
  const handle = isLegacy ? `${username}#${discriminator}` : username.toLowerCase()
  return { platform: 'discord', userId: id, handle }
}

/** The identity as people write it: `@bobby`, `hello@example.com`; who has no handle, by name. */
export function showIdentity({ platform, handle, name = 'somebody' }: Identity): string {
  if (handle === '') return name
  return platform === 'email' ? handle : `@${handle}`
}

/** The platform as people call it. */
export const placeOf = (platform: Platform): string => rules[platform].place

/**
 * The identity for readers who may be anybody. In a chat of `home`, handles of that platform are `@bobby` and others
 * `bobby on X`; of an e-mail address they see no more than its owner recognises it by: `h…@example.com`.
 */
export function nameIdentity(identity: Identity, home: Platform = identity.platform): string {
  const { platform, handle } = identity
  if (platform === 'email') return `${handle.slice(0, 1)}…${handle.slice(handle.lastIndexOf('@'))}`
  return platform === home
    ? showIdentity(identity)
    : `${handle === '' ? showIdentity(identity) : handle} on ${rules[platform].place}`
}

/** @throws {IdentityOffError} identities of this platform are switched off here */
export function refuseSwitchedOff(
  enabled: ReadonlySet<Platform>,
  { platform }: Pick<Identity, 'platform'>,
): void {
  if (enabled.has(platform)) return
  const others = [...enabled].map((known) => rules[known].accounts)
  throw new IdentityOffError(rules[platform].accounts, others, {
    kind: 'identity_off',
    place: rules[platform].place,
    others: [...enabled].map((known) => rules[known].place),
  })
}

/**
 * Why only the sender of a claim can say who is meant. `changed`: the handle had several accounts, or was given up by its only
 * one; `stale`: it was seen too long ago to be the same account's for sure.
 */
export const HANDLE_DOUBTS = ['changed', 'stale'] as const
export type HandleDoubt = (typeof HANDLE_DOUBTS)[number]
