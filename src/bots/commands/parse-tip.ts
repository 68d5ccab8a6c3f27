import {
  nameIdentity,
  parseIdentity,
  type Account,
  type Identity,
  type Platform,
} from '../../core/identity.ts'
import type { Chain, Network, Token } from '../../core/network.ts'
import type { Speaker } from './command.ts'
import { UnreadableCommandError } from './errors.ts'
import { parseNote } from './note.ts'
import { readAmount, type AskedAmount } from './read-amount.ts'
import { readChain } from './wording.ts'

/** A tip as it was asked for. */
export type TipOrder = {
  recipient: Identity
  /** Who that is, where it is known by its id alone: an account without a handle. */
  account: Account | undefined
  amount: AskedAmount
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
  const { recipient, account } = named
    ? { recipient: named, account: undefined }
    : repliedTo(words[0], speaker, example)
  refuseOneself(recipient, speaker)
  const understood = [`to ${nameIdentity(recipient, home)}`]

  const { amount, token, rest } = readAmount(words, network, { understood, example })
  const chain =
    rest[0]?.toLowerCase() === 'on' && rest[1] !== undefined
      ? readChain(network, rest.splice(0, 2)[1] ?? '')
      : undefined
  return {
    recipient,
    account,
    amount,
    token,
    chain,
    note: parseNote(speaker.words, rest.join(' ')),
  }
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

/** Whoever wrote the message that this one answers, by handle or else by the account itself. */
function repliedTo(
  next: string | undefined,
  { account, bot, replyTo }: Speaker,
  example: string,
): Pick<TipOrder, 'recipient' | 'account'> {
  if (!replyTo) throw withoutRecipient(next, example)
  const { userId, handle, platform } = replyTo.account
  if (userId === bot.userId) throw tipToBot()
  if (userId === account.userId) throw tipToOneself()
  return handle === undefined
    ? { recipient: { platform, handle: '', name: replyTo.name }, account: replyTo.account }
    : { recipient: parseIdentity(platform, handle), account: undefined }
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

function tipToOneself(): UnreadableCommandError {
  return new UnreadableCommandError('This tip would go to yourself.', [], 'Name somebody else.')
}

function tipToBot(): UnreadableCommandError {
  return new UnreadableCommandError('I am the bot; I cannot claim tips.', [], 'Name a person.')
}
