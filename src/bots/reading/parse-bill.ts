import { placeOf } from '../../core/terms/identity.ts'
import type { Network, Token } from '../../core/terms/network.ts'
import type { BillShare } from '../../services/bills/bills.ts'
import type { Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import {
  answerToNobody,
  isAccount,
  isBetween,
  isRecipient,
  noteOf,
  readNamed,
  wordsOf,
  type Named as Recipient,
} from './parse-tip.ts'
import { takeEnd, type Clock } from './parse-giveaway.ts'
import { readAmount, type AskedAmount } from './read-amount.ts'
import { bare } from './read-number.ts'

export type Payer = Pick<BillShare, 'payer' | 'payerUserId'>

/** What somebody asks others to pay, as it was asked for. */
export type BillOrder = {
  amount: AskedAmount
  token: Token
  payers: readonly Payer[]
  /** Whether the asker bears a share, too. */
  withAsker: boolean
  note: string | undefined
}

/** As many as a card can name and people keep in mind. */
const MOST_PAYERS = 20

/** What may stand before those who pay. */
const BEFORE = new Set(['from', 'among', 'between', 'with', 'to', 'for'])
const ONESELF = new Set(['me', 'myself'])
const isOneself = (word: string) => ONESELF.has(bare(word).toLowerCase())

/**
 * Reads `amount token [from|among] @handle … [note]`, or those who pay before the amount; in an answer to somebody's message they may be left out. `me` among them
 * says that the asker bears a share, too. `example` is what errors show as the right form.
 * @throws {UnreadableCommandError} a part is missing, somebody is named who cannot be asked here, or the note cannot be used
 * @throws {InvalidHandleError} {InvalidAmountError} {UnknownTokenError}
 */
export function parseBill(
  input: string,
  speaker: Speaker,
  network: Network,
  example: string,
): BillOrder {
  const { words } = speaker
  const { amount, token, rest, named, payers } = readBill(input, speaker, network, { example })
  if (payers.length === 0 && named.withAsker)
    throw new UnreadableCommandError(words.bills.toOneself, [], words.reading.nameAnother)
  if (payers.length === 0) throw nobody(speaker, example)
  if (payers.length > MOST_PAYERS)
    throw new UnreadableCommandError(
      words.bills.tooMany(payers.length, MOST_PAYERS),
      [],
      words.bills.askFewer,
    )
  const note = noteOf(speaker, rest)
  return { amount, token, payers, withAsker: named.withAsker, note }
}

/** An invoice, as it was asked for. */
export type InvoiceOrder = Omit<BillOrder, 'payers' | 'withAsker'> & {
  /** Whom it is for, if for anybody in particular. */
  payer: Payer | undefined
  expiresAt: Date | undefined
}

/**
 * Reads `amount token [to @handle] [until TIME | in SPAN] [note]`, the two in any order.
 * @throws {UnreadableCommandError} as `parseBill`; for several people; an end that is past, too near, too far off or by no known clock
 * @throws {InvalidHandleError} {InvalidAmountError} {UnknownTokenError}
 */
export function parseInvoice(
  input: string,
  speaker: Speaker,
  network: Network,
  { example, ...clock }: Clock & { example: string },
): InvoiceOrder {
  const { words } = speaker
  let expiresAt: Date | undefined
  const takeExpiry = (rest: string[]) => {
    const part = rest[0]?.toLowerCase() ?? ''
    if (expiresAt || !ENDS.has(part)) return
    expiresAt = takeEnd(rest, speaker, clock)
    if (!expiresAt && part === 'until')
      throw new UnreadableCommandError(words.giveaway.noSuchTime, [], words.giveaway.endLike)
  }
  const { amount, token, rest, named, payers } = readBill(input, speaker, network, {
    example,
    takeExpiry,
  })
  if (payers.length > 1 || named.withAsker)
    throw new UnreadableCommandError(words.bills.invoiceToOne, [], words.reading.likeThis(example))
  takeExpiry(rest)
  return { amount, token, payer: payers[0], expiresAt, note: noteOf(speaker, rest) }
}

const ENDS = new Set(['until', 'till', 'in'])

/** What every bill says: how much, and who is named before or behind it. `takeExpiry` takes an invoice's end away, which may stand before its payer. */
function readBill(
  input: string,
  speaker: Speaker,
  network: Network,
  { example, takeExpiry }: { example: string; takeExpiry?: (rest: string[]) => void },
) {
  const elsewhere = takeExpiry ? speaker.words.bills.giveLink : speaker.words.bills.tellThem
  const said = wordsOf(input)
  const byAccount = speaker.replyTo?.isNamed ? repliedTo(speaker) : []
  if (byAccount.length > 0 && isBetween(said[0] ?? '')) said.shift()
  const first = takeNames(said, speaker, elsewhere)
  const { amount, token, rest } = readAmount(speaker, said, network, { example })
  takeExpiry?.(rest)
  const [word = '', next] = rest
  if (first.names === 0 && BEFORE.has(word.toLowerCase()) && isName(next, speaker)) rest.shift()
  const named = first.names > 0 ? first : takeNames(rest, speaker, elsewhere)
  const others = named.payers.filter((payer) => !byAccount.some((one) => isSamePayer(one, payer)))
  const payers = named.names > 0 ? [...byAccount, ...others] : repliedTo(speaker)
  return { amount, token, rest, named, payers }
}

type Named = { payers: Payer[]; withAsker: boolean; names: number }

/** Whether both are the same account, or the same handle; an empty handle is nobody's. */
function isSamePayer(one: Payer, other: Payer): boolean {
  if (one.payerUserId !== undefined && other.payerUserId !== undefined)
    return one.payerUserId === other.payerUserId
  return one.payer.handle !== '' && one.payer.handle === other.payer.handle
}

function isName(word: string | undefined, speaker: Speaker): boolean {
  if (word === undefined) return false
  return isOneself(word) || (isRecipient(word) && readNamed(word, speaker) !== undefined)
}

/** Takes those who are named at the front of some words away from there. Whoever is named twice pays once. `elsewhere` is what to do about people of other platforms. */
function takeNames(said: string[], speaker: Speaker, elsewhere: string): Named {
  const found: Named = { payers: [], withAsker: false, names: 0 }
  for (;;) {
    const [word, next] = said
    if (word === undefined) return found
    if (found.names > 0 && isBetween(word) && isName(next, speaker)) said.shift()
    else if (!isName(word, speaker)) return found
    else {
      said.shift()
      found.names += 1
      const named = isOneself(word) ? undefined : readNamed(word, speaker)
      if (!named || isAccount(named, speaker.account)) found.withAsker = true
      else {
        refuseUnaskable(named, speaker, elsewhere)
        const payer = { payer: named.recipient, payerUserId: named.account?.userId }
        if (!found.payers.some((other) => isSamePayer(other, payer))) found.payers.push(payer)
      }
    }
  }
}

/** Whoever is asked presses a button in this chat, or in a private one with us beside it. */
function refuseUnaskable(
  named: Recipient,
  { account, bot, words }: Speaker,
  elsewhere: string,
): void {
  if (named.recipient.platform !== account.platform)
    throw new UnreadableCommandError(words.bills.onlyHere(placeOf(account.platform)), [], elsewhere)
  if (isAccount(named, bot)) throw billToBot(words)
}

/** Whoever wrote the message that this one answers. */
function repliedTo({ replyTo, account, bot, words }: Speaker): Payer[] {
  if (!replyTo || replyTo.account.userId === account.userId) return []
  if (replyTo.account.userId === bot.userId) throw billToBot(words)
  const { platform, handle = '', userId } = replyTo.account
  return [{ payer: { platform, handle, name: replyTo.name }, payerUserId: userId }]
}

const billToBot = ({ bills, reading }: Speaker['words']) =>
  new UnreadableCommandError(bills.toBot, [], reading.namePerson)

const nobody = ({ words, answersNobody }: Speaker, example: string) =>
  answersNobody
    ? answerToNobody(words, example)
    : new UnreadableCommandError(words.bills.nobody, [], words.reading.likeThis(example))
