import { splitEqually } from '../../core/terms/amounts.ts'
import { refuseSwitchedOff } from '../../core/terms/identity.ts'
import type { Bill } from '../../services/bills/bills.ts'
import { liveReply } from '../cards/live-reply.ts'
import { showAmount } from '../cards/wording.ts'
import type { Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { parseBill, type BillOrder } from '../reading/parse-bill.ts'
import { checkGroupRules } from '../reading/group-rules.ts'
import { fixedAmount } from '../reading/read-amount.ts'

const REQUEST = '/request 12 usdc from @bobby for lunch'
const SPLIT = '/split 40 usdc among @bobby @carol for dinner'

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
    return ask(order, speaker, services)
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
    return ask(parseBill(input, speaker, services.network, SPLIT), speaker, services)
  },
}

/**
 * Posts what is asked for, as a card that follows who has paid. In private, where those who are asked do not read it, they are told.
 * @throws {UnreadableCommandError} a part of what somebody has, too little for each to pay something, or what the group does not use
 * @throws {IdentityOffError} nobody could prove to be the asker here
 */
async function ask(order: BillOrder, speaker: Speaker, services: Services): Promise<Reply> {
  const { words, account, chat } = speaker
  const { network, bills, now } = services
  const { token, payers, withAsker, note } = order
  refuseSwitchedOff(services.people.identities, account)
  const fixed = await fixedAmount(order.amount, token, words.payment, services)
  if (!fixed)
    throw new UnreadableCommandError(words.bills.sayHowMuch, [], words.reading.likeThis(REQUEST))
  const count = payers.length + (withAsker ? 1 : 0)
  if (fixed.units < BigInt(count)) {
    const show = (units: bigint) => showAmount(words, network, token.token, units)
    throw new UnreadableCommandError(
      words.shareOut.tooLittle(show(fixed.units), count),
      [],
      words.shareOut.atLeast(show(BigInt(count))),
    )
  }
  const sizes = splitEqually(fixed.units, count)
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
    createdAt: now(),
    voidedAt: undefined,
    remindedAt: undefined,
  }
  await bills.add(bill, chat.kind === 'private')
  return liveReply({ view: 'bill', key: bill.id }, 'everyone', speaker, services)
}
