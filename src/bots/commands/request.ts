import { splitEqually } from '../../core/terms/amounts.ts'
import { refuseSwitchedOff } from '../../core/terms/identity.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import type { Bill } from '../../services/bills/bills.ts'
import { liveReply } from '../cards/live-reply.ts'
import type { Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { isNamedAsBot } from '../paying/request-tip.ts'
import { refuseTooLittle } from '../paying/share-out.ts'
import { parseBill, parseInvoice, type BillOrder } from '../reading/parse-bill.ts'
import { clockOf } from '../reading/parse-giveaway.ts'
import { checkGroupRules } from '../reading/group-rules.ts'
import { fixedAmount } from '../reading/read-amount.ts'
import { namePerson } from '../words/name-person.ts'

const REQUEST = '/request 12 usdc from @bobby for lunch'
const INVOICE = '/invoice 40 usdc for logo design'
const SPLIT = '/split 40 usdc among @bobby @carol for dinner'

const USUAL_INVOICE_MS = 30 * DAY_MS

/** Asks one person to pay the asker. */
export const request: Command = {
  name: 'request',
  summary: ({ bills }) => bills.requestSummary,
  usage: '/request amount token from @handle [note]',
  examples: [REQUEST, '/request $5 of eth from @bobby'],
  params: [
    { name: 'amount', summary: ({ bills }) => bills.amount, kind: 'word' },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token' },
    { name: 'from', summary: ({ bills }) => bills.from, kind: 'person' },
    { name: 'note', summary: ({ tip }) => tip.note, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    const { words } = speaker
    const order = parseBill(input, speaker, services.network, REQUEST)
    if (order.payers.length > 1 || order.withAsker)
      throw new UnreadableCommandError(words.bills.onlyOne, [], words.reading.likeThis(SPLIT))
    return ask(order, REQUEST, speaker, services)
  },
}

/** Asks several people to pay the asker equal shares. */
export const split: Command = {
  name: 'split',
  summary: ({ bills }) => bills.splitSummary,
  usage: '/split amount token among @handles',
  examples: [SPLIT, '/split 30 usdc among me, @bobby and @carol'],
  params: [
    { name: 'amount', summary: ({ bills }) => bills.amount, kind: 'word' },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token' },
    { name: 'among', summary: ({ bills }) => bills.among, kind: 'names', after: 'among' },
  ],
  async run(input, speaker, services) {
    return ask(parseBill(input, speaker, services.network, SPLIT), SPLIT, speaker, services)
  },
}

/** Makes a bill that anybody who has its link can pay, once. */
export const invoice: Command = {
  name: 'invoice',
  summary: ({ bills }) => bills.invoiceSummary,
  usage: '/invoice amount token [to @handle] [until time] [note]',
  examples: [INVOICE, '/invoice $40 of eth to @bobby in 14 days for logo design'],
  params: [
    { name: 'amount', summary: ({ bills }) => bills.amount, kind: 'word' },
    { name: 'token', summary: ({ tip }) => tip.token, kind: 'token' },
    { name: 'to', summary: ({ bills }) => bills.from, kind: 'person', isOptional: true },
    {
      name: 'until',
      summary: ({ bills }) => bills.until,
      kind: 'words',
      after: 'until',
      begins: ['in', 'till'],
      isOptional: true,
    },
    { name: 'note', summary: ({ tip }) => tip.note, kind: 'words', isOptional: true },
  ],
  async run(input, speaker, services) {
    const clock = { ...(await clockOf(speaker, services)), longestMs: Infinity }
    const order = parseInvoice(input, speaker, services.network, { ...clock, example: INVOICE })
    const payer = order.payer ?? {
      payer: { platform: speaker.account.platform, handle: '' },
      payerUserId: undefined,
    }
    const expiresAt = order.expiresAt ?? new Date(clock.now.getTime() + USUAL_INVOICE_MS)
    const bill = { ...order, payers: [payer], withAsker: false, expiresAt }
    return ask(bill, INVOICE, speaker, services)
  },
}

/**
 * Posts what is asked for, as a card that follows who has paid. In private, where those who are asked do not read it, they are told.
 * @throws {UnreadableCommandError} somebody is a bot, it is a part of what somebody has, too little for each to pay a claim, or what the group does not use
 * @throws {IdentityOffError} nobody could prove to be the asker here. Also what `Claimers.refuseImpossible` throws: however it is paid, it is a claim.
 */
async function ask(
  order: BillOrder & { expiresAt?: Date },
  example: string,
  speaker: Speaker,
  services: Services,
): Promise<Reply> {
  const { words, account, chat } = speaker
  await refuseBots(order.payers, speaker, services)
  const { bills, claims, now } = services
  const { token, payers, withAsker, note } = order
  refuseSwitchedOff(services.people.identities, account)
  const fixed = await fixedAmount(order.amount, token, words.payment, services)
  if (!fixed)
    throw new UnreadableCommandError(words.bills.sayHowMuch, [], words.reading.likeThis(example))
  const count = payers.length + (withAsker ? 1 : 0)
  const sum = { token: token.token, amount: fixed.units }
  if (count > 1) refuseTooLittle(sum, count, speaker, services)
  const sizes = splitEqually(fixed.units, count)
  const amounts = sizes.slice(0, payers.length)
  await claims.refuseImpossible({ token: token.token, amounts }, { isLater: true })
  await checkGroupRules(
    { use: 'tip', token: token.token, amount: sizes[0] ?? 0n },
    speaker,
    services,
  )
  const bill: Bill = {
    id: services.newId(),
    asker: account,
    askerName: speaker.name,
    token: token.token,
    note,
    shares: payers.map((payer, index) => ({
      ...payer,
      amount: sizes[index] ?? 0n,
      signId: undefined,
      declinedAt: undefined,
    })),
    isInvoice: order.expiresAt !== undefined,
    createdAt: now(),
    expiresAt: order.expiresAt,
    voidedAt: undefined,
    remindedAt: undefined,
  }
  await bills.add(bill, chat.kind === 'private', speaker.update?.key)
  return liveReply({ view: 'bill', key: bill.id }, 'everyone', speaker, services)
}

/** @throws {UnreadableCommandError} one of them is a bot by its name, and can pay nothing */
async function refuseBots(
  payers: BillOrder['payers'],
  { words, account: { platform: home } }: Speaker,
  services: Services,
): Promise<void> {
  for (const { payer, payerUserId } of payers) {
    const account = payerUserId === undefined ? undefined : { ...payer, userId: payerUserId }
    if (!(await isNamedAsBot({ recipient: payer, account }, services))) continue
    const who = namePerson(words, payer, home)
    throw new UnreadableCommandError(words.bills.namedAsBot(who), [], words.reading.answerThem(who))
  }
}
