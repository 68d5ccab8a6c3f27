import { showIdentity } from '../../core/terms/identity.ts'
import { billTopic, type Bill } from '../../services/bills/bills.ts'
import type { View } from '../dispatch/command.ts'
import { paidShares, type PaidShare } from '../paying/bill-shares.ts'
import { namePerson } from '../words/name-person.ts'
import type { Words } from '../words/words.ts'
import { action, field, text, type Block } from './card.ts'
import { showAmount } from './wording.ts'

/** What somebody asks others to pay, with who has paid: the key is the bill's id. */
export const billView: View = async (id, services, { words }) => {
  const bill = await services.bills.find(id)
  if (!bill) return undefined
  const shares = await paidShares(bill, services)
  const paid = shares.filter(({ state }) => state === 'paid').length
  const isOver = paid === shares.length || bill.voidedAt !== undefined
  const show = (amount: bigint) => showAmount(words, services.network, bill.token, amount)
  const quote: Block[] =
    bill.note === undefined ? [] : [{ kind: 'quote', text: bill.note, by: bill.askerName }]
  const blocks = [
    ...quote,
    ...shares.map((share) => field(nameOf(words, share, bill), rowOf(words, share, show))),
    ...(shares.length > 1 ? [text(words.bills.havePaid(paid, shares.length))] : []),
    ...(bill.voidedAt ? [text(words.bills.withdrawn(bill.askerName))] : []),
    ...(isOver ? [] : buttonsOf(words, bill)),
  ]
  return {
    card: {
      title: titleOf(words, bill, show),
      tone: paid === shares.length ? 'success' : bill.voidedAt ? 'warning' : 'info',
      blocks,
    },
    topics: [billTopic(id), ...shares.flatMap(({ topics }) => topics)],
  }
}

const nameOf = (words: Words, { payer }: PaidShare, { asker }: Bill): string =>
  payer.name ??
  (payer.handle === '' ? showIdentity(payer) : namePerson(words, payer, asker.platform))

function titleOf(words: Words, bill: Bill, show: (amount: bigint) => string): string {
  const { askerName, shares } = bill
  const sum = show(shares.reduce((total, { amount }) => total + amount, 0n))
  return words.bills.title(askerName, sum, shares.length)
}

function rowOf({ bills }: Words, { state, amount }: PaidShare, show: (units: bigint) => string) {
  return bills.row(show(amount), bills[state])
}

const buttonsOf = ({ bills }: Words, { id }: Bill): Block[] => [
  action(bills.pay, `pay-bill:${id}`),
  action(bills.decline, `decline-bill:${id}`),
  action(bills.remind, `remind-bill:${id}`),
  action(bills.withdraw, `withdraw-bill:${id}`),
]
