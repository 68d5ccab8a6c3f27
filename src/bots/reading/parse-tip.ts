import {
  HANDLE_EXAMPLES,
  parseIdentity,
  readPlatform,
  type Account,
  type Identity,
  type Platform,
} from '../../core/terms/identity.ts'
import type { Chain, Network, Token } from '../../core/terms/network.ts'
import { namePerson } from '../words/name-person.ts'
import type { Words } from '../words/words.ts'
import type { Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { isAmount, readAmount, type AskedAmount } from './read-amount.ts'
import { readChain } from '../cards/wording.ts'
import { plainLine } from '../../core/terms/show-text.ts'

/** A tip as it was asked for. */
export type TipOrder = {
  recipient: Identity
  /** Who that is, where the platform named the account and not its sender a handle. */
  account: Account | undefined
  amount: AskedAmount
  token: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  note: string | undefined
  /** What is owed is no gift: it counts in no statistics. */
  isOwed?: true
}

/**
 * Reads `recipient amount token [on chain] [note]`, or the recipient behind the token. The recipient is `@handle` of the chat's own platform, an e-mail address,
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
  const { words } = speaker
  const said = input.split(/\s+/u).filter((word) => word !== '')
  const home = speaker.account.platform
  const behind = indexBehindAmount(said, network)
  const written = said[behind ?? 0]
  const named = readRecipient(words, written, home)
  if (named) said.splice(behind ?? 0, 1)
  if (named && behind !== undefined && said[behind - 1]?.toLowerCase() === 'to')
    said.splice(behind - 1, 1)
  const { recipient, account } = named
    ? { recipient: named, account: undefined }
    : repliedTo(said[0], speaker, example)
  refuseOneself(recipient, speaker)
  const understood = [words.reading.to(namePerson(words, recipient, home))]

  const { amount, token, rest } = readAmount(speaker, said, network, {
    understood,
    before: named && written,
    example,
  })
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
    note: parseNote(words, rest.join(' ')),
  }
}

/** Where the recipient stands that is named behind the amount, as in `5 usdc @bobby` and `5 usdc to @bobby`. */
function indexBehindAmount(said: readonly string[], network: Network): number | undefined {
  const index = said.findIndex((word) => word.includes('@') || isOnPlatform(word))
  if (index < 1) return undefined
  const isTo = said[index - 1]?.toLowerCase() === 'to'
  return isAmount(said.slice(0, isTo ? index - 1 : index), network) ? index : undefined
}

const isOnPlatform = (word: string): boolean =>
  readPlatform(/^([a-z]+):./i.exec(word)?.[1] ?? '') !== undefined

/** `undefined` where the word is no recipient at all. A comma behind a name is none of it. */
export function readRecipient(
  { reading }: Words,
  written: string | undefined,
  home: Platform,
): Identity | undefined {
  const word = written?.replace(/,+$/, '')
  if (word === undefined) return undefined
  if (word.startsWith('@')) return parseIdentity(home, word)
  const [, prefix, handle] = /^([a-z]+):(.+)$/i.exec(word) ?? []
  if (prefix !== undefined && handle !== undefined) {
    const platform = readPlatform(prefix)
    if (platform) return parseIdentity(platform, handle)
    throw new UnreadableCommandError(
      reading.unknownPlatform(prefix),
      [],
      reading.platforms(HANDLE_EXAMPLES),
    )
  }
  return word.includes('@') ? parseIdentity('email', word) : undefined
}

/** Whoever wrote the message that this one answers: the account itself, whatever becomes of its handle. */
function repliedTo(
  next: string | undefined,
  { account, bot, replyTo, words }: Speaker,
  example: string,
): Pick<TipOrder, 'recipient' | 'account'> {
  if (!replyTo) throw withoutRecipient(words, next, example)
  const { userId, handle = '', platform } = replyTo.account
  if (userId === bot.userId) throw tipToBot(words)
  if (userId === account.userId) throw tipToOneself(words)
  return { recipient: { platform, handle, name: replyTo.name }, account: replyTo.account }
}

function refuseOneself({ platform, handle }: Identity, { account, bot, words }: Speaker): void {
  if (platform !== account.platform) return
  if (handle === account.handle) throw tipToOneself(words)
  if (handle === bot.handle) throw tipToBot(words)
}

function withoutRecipient(
  { reading }: Words,
  next: string | undefined,
  example: string,
): UnreadableCommandError {
  const isWord = next !== undefined && /^[a-z]/i.test(next)
  const problem = isWord ? reading.noPerson(next) : reading.nobody
  return new UnreadableCommandError(problem, [], reading.personFirst(example))
}

function tipToOneself({ reading }: Words): UnreadableCommandError {
  return new UnreadableCommandError(reading.toOneself, [], reading.nameAnother)
}

function tipToBot({ reading }: Words): UnreadableCommandError {
  return new UnreadableCommandError(reading.toBot, [], reading.namePerson)
}

/** Characters, as people count them: code points. */
const LONGEST_NOTE = 200

const LINK = /[\p{L}\p{N}]:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}/u
const MENTION = /@[\p{L}\p{N}_]/u

/**
 * Reads the sender's own words as one line of plain text; `undefined` when there are none.
 * @throws {UnreadableCommandError} longer than 200 characters, or with a link or mention in it
 */
export function parseNote(words: Words, said: string): string | undefined {
  const note = plainLine(said)
  if (note === '') return undefined
  const length = [...note].length
  if (length > LONGEST_NOTE) {
    throw new UnreadableCommandError(
      words.note.tooLong(length, LONGEST_NOTE),
      [],
      words.note.shorten,
    )
  }
  // Full-width letters and dots read as links and mentions to some clients.
  const plain = note.normalize('NFKC')
  if (LINK.test(plain))
    throw new UnreadableCommandError(words.note.hasLink, [], words.note.withoutLink)
  if (MENTION.test(plain))
    throw new UnreadableCommandError(words.note.hasMention, [], words.note.withoutMention)
  return note
}
