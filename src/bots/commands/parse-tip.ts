import { parseAmount } from '../../core/amounts.ts'
import { nameIdentity, parseIdentity, type Identity, type Platform } from '../../core/identity.ts'
import type { Chain, Network, Token } from '../../core/network.ts'
import type { Speaker } from './command.ts'
import { UnreadableCommandError } from './errors.ts'
import { parseNote } from './note.ts'
import { readChain, readToken } from './wording.ts'

/** A tip as it was asked for. `amount` is base units. */
export type TipOrder = {
  recipient: Identity
  amount: bigint
  token: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  note: string | undefined
}

/** What may stand before a handle of a platform, with a colon between. */
const PREFIXES: ReadonlyMap<string, Platform> = new Map([
  ['tg', 'telegram'],
  ['telegram', 'telegram'],
  ['x', 'twitter'],
  ['twitter', 'twitter'],
  ['discord', 'discord'],
  ['email', 'email'],
])

/**
 * Reads `recipient amount token [on chain] [note]`. The recipient is `@handle` of the chat's own platform, an e-mail address,
 * or a handle with its platform, such as `x:bobby`; in an answer to somebody's message it may be left out.
 * `example` is what errors show as the right form.
 * @throws {UnreadableCommandError} a part is missing, the note cannot be used, or the recipient is the sender or the bot
 * @throws {InvalidHandleError} {InvalidAmountError} {UnknownTokenError} {UnknownChainError}
 */
export function parseTip(
  input: string,
  speaker: Speaker,
  network: Network,
  example: string,
): TipOrder {
  const words = input.split(/\s+/u).filter((word) => word !== '')
  const home = speaker.account.platform
  const named = readRecipient(words[0], home)
  if (named) words.shift()
  const recipient = named ?? repliedTo(words[0], speaker, example)
  refuseOneself(recipient, speaker)
  const understood = [`to ${nameIdentity(recipient, home)}`]

  const amountText = words.shift()
  if (amountText === undefined)
    throw new UnreadableCommandError(
      'The amount and the token are missing.',
      understood,
      `Write it like this: ${example}`,
    )
  const tokenText = words.shift()
  if (tokenText === undefined) {
    throw new UnreadableCommandError(
      'The token is missing.',
      [...understood, `amount ${amountText}`],
      `Write one after the amount: ${tokenIds(network)}.`,
    )
  }
  if (network.tokens.some(({ token }) => token === amountText.toLowerCase())) {
    throw new UnreadableCommandError(
      `"${amountText}" stands where the amount belongs.`,
      understood,
      `Write the amount before the token: ${example}`,
    )
  }
  const token = readToken(network, tokenText)
  const amount = parseAmount(amountText, token)
  const chain =
    words[0]?.toLowerCase() === 'on' && words[1] !== undefined
      ? readChain(network, words.splice(0, 2)[1] ?? '')
      : undefined
  return { recipient, amount, token, chain, note: parseNote(words.join(' ')) }
}

/** `undefined` where the word is no recipient at all. */
function readRecipient(word: string | undefined, home: Platform): Identity | undefined {
  if (word === undefined) return undefined
  if (word.startsWith('@')) return parseIdentity(home, word)
  const [, prefix, handle] = /^([a-z]+):(.+)$/i.exec(word) ?? []
  if (prefix !== undefined && handle !== undefined) {
    const platform = PREFIXES.get(prefix.toLowerCase())
    if (platform) return parseIdentity(platform, handle)
    throw new UnreadableCommandError(
      `I do not know the platform "${prefix}".`,
      [],
      'Write tg:bobby, x:bobby, discord:bobby or an e-mail address.',
    )
  }
  return word.includes('@') ? parseIdentity('email', word) : undefined
}

/** Whoever wrote the message that this one answers. */
function repliedTo(next: string | undefined, { account, bot, replyTo }: Speaker, example: string) {
  if (!replyTo) throw withoutRecipient(next, example)
  const { userId, handle } = replyTo.account
  if (userId === bot.userId) throw tipToBot()
  if (userId === account.userId) throw tipToOneself()
  if (handle === undefined) throw withoutHandle(replyTo.name)
  return parseIdentity(account.platform, handle)
}

function refuseOneself({ platform, handle }: Identity, { account, bot }: Speaker): void {
  if (platform !== account.platform) return
  if (handle === account.handle) throw tipToOneself()
  if (handle === bot.handle) throw tipToBot()
}

function withoutRecipient(next: string | undefined, example: string): UnreadableCommandError {
  const isWord = next !== undefined && /^[a-z]/i.test(next)
  const problem = isWord
    ? `"${next}" does not begin with @, and is no e-mail address, so I cannot tell who gets it.`
    : 'Who gets it is missing.'
  return new UnreadableCommandError(
    problem,
    [],
    `Begin with the recipient: ${example}. Or answer a message of theirs with /tip 5 usdc.`,
  )
}

function withoutHandle(name: string): UnreadableCommandError {
  return new UnreadableCommandError(
    `${name} has no handle, and a tip needs one to arrive at.`,
    [],
    'Ask them to choose a username in their settings.',
  )
}

function tipToOneself(): UnreadableCommandError {
  return new UnreadableCommandError('This tip would go to yourself.', [], 'Name somebody else.')
}

function tipToBot(): UnreadableCommandError {
  return new UnreadableCommandError('I am the bot; I cannot claim tips.', [], 'Name a person.')
}

function tokenIds(network: Network): string {
  return network.tokens.map(({ token }) => token).join(', ')
}
