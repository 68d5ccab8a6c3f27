import {
  HANDLE_EXAMPLES,
  parseIdentity,
  readPlatform,
  type Account,
  type Identity,
  type Platform,
} from '../../core/terms/identity.ts'
import { UnknownDenominationError } from '../../core/terms/errors.ts'
import { denomOn, type Chain, type Network, type Token } from '../../core/terms/network.ts'
import { MOST_SHARES } from '../../core/payloads/shares.ts'
import { parsePayableAddress } from '../../core/terms/payable-address.ts'
import type { Person } from '../../services/people/people-port.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { namePerson } from '../words/name-person.ts'
import type { Words } from '../words/words.ts'
import type { Speaker } from '../dispatch/command.ts'
import { mentionIn } from '../dispatch/params.ts'
import { UnclearWordError, UnreadableCommandError, UnseenPersonError } from '../dispatch/errors.ts'
import { bare, plainWord, withoutMark } from './read-number.ts'
import {
  endsOfAmount,
  isAmount,
  isPart,
  readAmount,
  timesOf,
  type AskedAmount,
} from './read-amount.ts'
import { allOf, homesOf, shortAddress } from '../cards/wording.ts'
import { readChain } from './read-name.ts'
import { plainLine } from '../../core/terms/show-text.ts'

/** How much is given, and what is said with it. */
type Sum = {
  /** What all of them get together. */
  amount: AskedAmount
  token: Token
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  note: string | undefined
  /** The bill that it pays. What is owed is no gift: it counts in no statistics. */
  billId?: string
}

/** Somebody whom a command names. */
export type Named = {
  recipient: Identity
  /** Who that is, where the platform named the account and not its sender a handle. */
  account: Account | undefined
}

/** A tip to one person, as it was asked for. */
export type TipOrder = Named & Sum

/** A tip as it was asked for: to one person, to several in equal shares, or to a wallet by its address. */
export type GiftOrder =
  | TipOrder
  | (Sum & { people: readonly Named[] })
  | (Sum & { wallet: CrossChainUser })

/**
 * Reads `recipient amount token [each | in all] [on chain] [note]`, or the recipient behind the token; `each` and `in all` may also stand behind the recipients and the chain. Recipients are `@handle` of the chat's own platform, e-mail
 * addresses, and handles with their platform, such as `x:bobby`; several stand one after another, and each gets the amount unless it says `in all`, while half or all of
 * what the sender has is shared unless it says `each`. A wallet's
 * address stands alone, and the chain is where that is. In an answer to somebody's message the recipient may be left out.
 * `example` is what errors show as the right form.
 * @throws {UnreadableCommandError} a part is missing, the note cannot be used, a recipient is the sender or the bot, or it is half for each of more than two
 * @throws {UnclearWordError} the wallet may be on several chains
 * @throws {InvalidHandleError} {InvalidAddressError} {InvalidAmountError} {UnknownTokenError} {UnknownChainError} {UnknownDenominationError}
 */
export function parseTip(
  input: string,
  speaker: Speaker,
  network: Network,
  example: string,
): GiftOrder {
  const { words } = speaker
  const said = wordsOf(input)
  const byAccount = speaker.replyTo?.isNamed ? [repliedTo(undefined, speaker, example)] : []
  const areMore = byAccount.length > 0 && isBetween(said[0] ?? '')
  if (areMore) said.shift()
  const [begin = ''] = said
  const evm = network.chains.find(({ family }) => family === 'evm')
  // What is cut short is told what is wrong with it, and not that nobody is named.
  if (evm && /^0x/i.test(begin) && !isRecipient(begin)) parsePayableAddress(network, evm, begin)
  const front = takeRecipients(said, 0, speaker)
  if (areMore && isNobody(front)) throw withoutRecipient(words, said[0], MORE_PEOPLE)
  const walletOn = front.wallet === undefined ? undefined : takeChain(said, network)
  const areSeveral = byAccount.length + front.written.length > 1
  const sharedAhead = takeSharing(said, network, areSeveral)
  const isInFront = byAccount.length > 0 || !isNobody(front)
  const named = isInFront ? front : takeBehind(said, network, speaker)
  const { wallet } = named
  const others = named.people.filter((person) => !byAccount.some((one) => isSame(one, person)))
  const people =
    isInFront || !isNobody(named)
      ? [...byAccount, ...others]
      : [repliedTo(said[0], speaker, example)]
  if (wallet !== undefined && (people.length > 0 || named.more))
    throw new UnreadableCommandError(words.reading.walletAlone, [], words.reading.walletByItself)
  // With the names taken out, what was said behind them is right behind the amount.
  const sharedBehind = sharedAhead ?? takeSharing(said, network, people.length > 1)

  const { amount, token, rest } = readAmount(speaker, said, network, {
    understood: understoodOf(people, speaker),
    before: named.written.join(' '),
    example,
  })
  const chain = walletOn ?? takeChain(rest, network)
  const sharing = sharedBehind ?? takeSharingAt(rest, 0, people.length > 1)
  const note = noteOf(speaker, rest)
  if (wallet !== undefined) {
    const user = readWallet(wallet, { token, chain }, speaker, network)
    return { wallet: user, amount, token, chain: undefined, note }
  }
  if (people.length > MOST_SHARES)
    throw new UnreadableCommandError(
      words.shareOut.peopleTooMany(people.length, MOST_SHARES),
      [],
      words.shareOut.tipTwice,
    )
  const [first] = people
  if (people.length === 1 && first) return { ...first, amount, token, chain, note }
  // Half or all of what somebody has is shared, unless they say otherwise.
  const isTotal = sharing === 'total' || (isPart(amount) && sharing === undefined)
  const total = isTotal ? amount : timesOf(amount, people.length, words)
  return { people, amount: total, token, chain, note }
}

/** Whoever else gets it, beside somebody who was picked. */
const MORE_PEOPLE = '@carol @dora'

/** The words of a command. Names may stand together with nothing but a comma between them, and a number behind one; commas of numbers and notes stay as they are. */
export const wordsOf = (input: string): string[] =>
  input
    .split(/\s+/u)
    .flatMap((word) => splitNames(word.startsWith('＠') ? plainWord(word) : word))
    .filter((word) => word !== '')

/** No name has a comma in it, but what is behind a name may be a number with one. */
function splitNames(word: string): string[] {
  const names: string[] = []
  let rest = word
  while (isRecipient(rest)) {
    const [, name, others] = /^([^,，、]*[,，、]+)([^,，、].*)$/u.exec(rest) ?? []
    if (name === undefined || others === undefined) break
    names.push(name)
    rest = others
  }
  return [...names, rest]
}

/** Who is named at some place: people, or the address of a wallet, as it was written; `more`: several wallets. */
type Recipients = {
  people: Named[]
  wallet: string | undefined
  more: boolean
  written: string[]
}

const isNobody = ({ written }: Recipients): boolean => written.length === 0

const BETWEEN = new Set(['and', '&', ',', '，', '、'])

/** What may stand between two names. */
export const isBetween = (word: string): boolean => BETWEEN.has(word.toLowerCase())

/** Takes the recipients that stand at an index of some words out of them. Whoever is named twice gets it once. */
function takeRecipients(said: string[], index: number, speaker: Speaker): Recipients {
  const found: Recipients = { people: [], wallet: undefined, more: false, written: [] }
  for (;;) {
    const [word = '', next = ''] = said.slice(index)
    const isFirst = isNobody(found)
    if (!isFirst && isBetween(word) && isRecipient(next)) said.splice(index, 1)
    else if (!isRecipient(word) && !(isFirst && index === 0 && PREFIXED.test(word))) return found
    else {
      said.splice(index, 1)
      found.written.push(shownAs(word, speaker))
      if (isWalletAddress(word)) {
        found.more ||= found.wallet !== undefined
        found.wallet = word
      } else addPerson(found.people, word, speaker)
    }
  }
}

/** Whether two names are for one person: of the same account, or the same handle; an empty handle is nobody's. */
function isSame(one: Named, other: Named): boolean {
  if (one.recipient.platform !== other.recipient.platform) return false
  if (one.account && other.account) return one.account.userId === other.account.userId
  return one.recipient.handle !== '' && one.recipient.handle === other.recipient.handle
}

function addPerson(people: Named[], word: string, speaker: Speaker): void {
  const person = readNamed(word, speaker)
  if (!person) return
  refuseOneself(person, speaker)
  if (!people.some((other) => isSame(other, person))) people.push(person)
}

/** Whom a word names by account. */
const mentionedBy = (word: string, { mentioned = [] }: Speaker): Person | undefined =>
  mentioned.find(({ account }) => account.userId === mentionIn(bare(word)))

/** A word as its writer sees it. */
const shownAs = (word: string, speaker: Speaker): string => mentionedBy(word, speaker)?.name ?? word

/**
 * Whom a word names; `undefined` where it is no recipient at all. A comma behind a name is none of it.
 * @throws {UnreadableCommandError} {InvalidHandleError}
 */
export function readNamed(word: string | undefined, speaker: Speaker): Named | undefined {
  const picked = word === undefined ? undefined : mentionedBy(word, speaker)
  if (picked) return { recipient: identityOf(picked), account: picked.account }
  const id = word === undefined ? undefined : mentionIn(bare(word))
  if (id === speaker.bot.userId)
    return { recipient: identityOf({ account: speaker.bot, name: '' }), account: speaker.bot }
  if (id !== undefined) throw new UnseenPersonError()
  const { reading } = speaker.words
  if (word !== undefined && EVERYBODY.has(bare(word).toLowerCase()))
    throw new UnreadableCommandError(
      reading.nobodyInParticular(bare(word)),
      [],
      reading.nameOrShare('/airdrop 100 usdc for 20'),
    )
  const recipient = readRecipient(speaker.words, word, speaker.account.platform)
  return recipient && { recipient, account: undefined }
}

/** What is written for all of a chat. An account that is called so is hardly meant; it can be tipped in answer to a message of its own. */
const EVERYBODY = new Set(['@everyone', '@here', '@all', '@everybody'])

/** Somebody whom the platform tells us of; one without a handle is shown by name. */
const identityOf = ({ account: { platform, handle = '' }, name }: Person): Identity => ({
  platform,
  handle,
  ...(handle === '' && { name }),
})

/** Takes the recipients out who are named behind the amount, as in `5 usdc @bobby` and `5 usdc to @bobby and @carol`. */
function takeBehind(said: string[], network: Network, speaker: Speaker): Recipients {
  const index = said.findIndex((word, at) => isRecipient(word) && at > 0)
  const isTo = said[index - 1]?.toLowerCase() === 'to'
  if (index < 1 || !isAmount(said.slice(0, isTo ? index - 1 : index), network, true))
    return { people: [], wallet: undefined, more: false, written: [] }
  const found = takeRecipients(said, index, speaker)
  if (isTo) said.splice(index - 1, 1)
  return found
}

const SHARINGS = [
  { said: ['each'], sharing: 'each' },
  { said: ['in', 'all'], sharing: 'total' },
  { said: ['in', 'total'], sharing: 'total' },
  { said: ['altogether'], sharing: 'total' },
] as const

/** What is said of an amount for several: that it is each one's, or that of all together. */
type Sharing = (typeof SHARINGS)[number]['sharing']

/** Takes the words out that say, right behind an amount, how it is shared. */
function takeSharing(said: string[], network: Network, areSeveral: boolean): Sharing | undefined {
  for (const end of endsOfAmount(said, network)) {
    const sharing = takeSharingAt(said, end, areSeveral)
    if (sharing) return sharing
  }
  return undefined
}

/**
 * Takes the words out that say at an index of some words how an amount is shared. Where not several are known to be named, a note may begin
 * with them: `in all my love`.
 */
function takeSharingAt(said: string[], index: number, areSeveral: boolean): Sharing | undefined {
  const found = SHARINGS.find((each) =>
    each.said.every((word, at) => withoutMark(said[index + at] ?? '').toLowerCase() === word),
  )
  if (!found) return undefined
  const next = said[index + found.said.length]
  if (!areSeveral && next !== undefined && !/^(?:on|to)$/i.test(next) && !isRecipient(next))
    return undefined
  said.splice(index, found.said.length)
  return found.sharing
}

/** Takes `on base` away from the front of some words. */
function takeChain(said: string[], network: Network): Chain | undefined {
  return said[0]?.toLowerCase() === 'on' && said[1] !== undefined
    ? readChain(network, said.splice(0, 2)[1] ?? '')
    : undefined
}

function understoodOf(people: readonly Named[], { words, account }: Speaker): string[] {
  const names = people.map(({ recipient }) => namePerson(words, recipient, account.platform))
  return names.length === 0 ? [] : [words.reading.to(allOf(words, names))]
}

/** What looks like an address, of whichever chain: wrong ones get an error that says so. */
const ADDRESS = /^(?:0x[0-9a-f]{20,}|[a-z]{2,20}1[02-9ac-hj-np-z]{30,})$/i

/**
 * The wallet of an address: on the chain that is named, or on the only one where it can be and the token is real.
 * @throws {UnclearWordError} it can be on several
 */
function readWallet(
  written: string,
  { token, chain }: Pick<Sum, 'token' | 'chain'>,
  { words }: Speaker,
  network: Network,
): CrossChainUser {
  const address = bare(written)
  const { reading } = words
  const fitting = network.chains.filter((each) =>
    each.family === 'evm'
      ? /^0x/i.test(address)
      : address.toLowerCase().startsWith(`${each.bech32_prefix}1`),
  )
  const homes = fitting.filter(({ chain_uid }) => denomOn(token, chain_uid) !== undefined)
  const [first, ...others] = chain ? [chain] : homes.length > 0 ? homes : fitting
  if (!first)
    throw new UnreadableCommandError(
      reading.unknownWallet(shortAddress(address)),
      [],
      reading.addressOf(network.chains.map(({ name }) => name)),
    )
  const payable = parsePayableAddress(network, first, address)
  if (denomOn(token, first.chain_uid) === undefined)
    throw new UnknownDenominationError(
      token.token.toUpperCase(),
      first.name,
      homesOf(network, token.token),
    )
  if (others.length === 0) return { chain_uid: first.chain_uid, address: payable }
  const meanings = [first, ...others].map(({ chain_uid, name }) => ({
    label: name,
    word: `${address} on ${chain_uid}`,
  }))
  throw new UnclearWordError(reading.whichChain(shortAddress(address)), reading.pressChain, {
    word: written,
    meanings,
  })
}

const PREFIXED = /^[a-z]+:./i

/** Whether a word looks like the address of a wallet, of whichever chain. */
export const isWalletAddress = (word: string): boolean => ADDRESS.test(bare(word))

/** Whether a word names a person or a wallet, rightly or not. */
export const isRecipient = (word: string): boolean =>
  word.includes('@') || isOnPlatform(word) || isWalletAddress(word)

const isOnPlatform = (word: string): boolean =>
  readPlatform(/^([a-z]+):./i.exec(word)?.[1] ?? '') !== undefined

/** Whom a word names by a handle or an address. */
function readRecipient(
  { reading }: Words,
  written: string | undefined,
  home: Platform,
): Identity | undefined {
  const word = written && bare(written)
  if (!word) return undefined
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
  { account, bot, replyTo, answersNobody, words }: Speaker,
  example: string,
): Named {
  if (!replyTo && answersNobody && !isPlainWord(next)) throw answerToNobody(words, example)
  if (!replyTo) throw withoutRecipient(words, next, example)
  const { userId, handle = '', platform } = replyTo.account
  if (userId === bot.userId) throw tipToBot(words)
  if (userId === account.userId) throw tipToOneself(words)
  return { recipient: { platform, handle, name: replyTo.name }, account: replyTo.account }
}

function refuseOneself(named: Named, { account, bot, words }: Speaker): void {
  if (isAccount(named, account)) throw tipToOneself(words)
  if (isAccount(named, bot)) throw tipToBot(words)
}

/** Whether somebody is named who is this account: by its id, else by the handle that it shows. */
export const isAccount = ({ recipient, account }: Named, one: Account): boolean =>
  recipient.platform === one.platform &&
  (account ? account.userId === one.userId : recipient.handle === one.handle)

const isPlainWord = (word: string | undefined): word is string =>
  word !== undefined && /^[a-z]/i.test(word)

/** Somebody has to be named, and answering a message did not do so. */
export const answerToNobody = ({ reading }: Words, example: string): UnreadableCommandError =>
  new UnreadableCommandError(reading.answersNobody, [], reading.likeThis(example))

function withoutRecipient(
  { reading }: Words,
  next: string | undefined,
  example: string,
): UnreadableCommandError {
  const problem = isPlainWord(next) ? reading.noPerson(next) : reading.nobody
  return new UnreadableCommandError(
    problem,
    [],
    reading.personFirst(example, withoutPerson(example)),
  )
}

/** The same command as an answer to somebody's message, which names its author. */
const withoutPerson = (example: string): string =>
  example
    .split(' ')
    .filter((word) => !isRecipient(word))
    .join(' ')

function tipToOneself({ reading }: Words): UnreadableCommandError {
  return new UnreadableCommandError(reading.toOneself, [], reading.nameAnother)
}

function tipToBot({ reading }: Words): UnreadableCommandError {
  return new UnreadableCommandError(reading.toBot, [], reading.namePerson)
}

/**
 * The note of a command: what its words leave over, and what was entered for it alone.
 * @throws {UnreadableCommandError} as `parseNote`
 */
export const noteOf = (
  { words, note = '' }: Pick<Speaker, 'words' | 'note'>,
  rest: readonly string[],
): string | undefined => parseNote(words, [...rest, note].join(' '))

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
