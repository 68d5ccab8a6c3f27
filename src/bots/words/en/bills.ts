import { plural } from '../../../words/plural.ts'

/** `/request` and `/split`: what somebody asks others to pay. `sum` is an amount with its token, `asker` who asks. */
export const bills = {
  requestSummary: 'Ask somebody to pay you.',
  splitSummary: 'Split an amount among people, who each pay you their share.',
  amount: 'How much: 12, 0.25 or $12',
  from: 'Who is to pay',
  among: 'Who is to pay a share: @bobby @carol',

  title: (asker: string, sum: string, count: number) =>
    plural('en', count, {
      one: `${asker} asks for ${sum}`,
      other: `${asker} asks ${count} people for ${sum}`,
    }),
  invoiceSummary: 'Make an invoice that anybody with its link can pay.',
  until: 'When it expires: 18:00, tomorrow 12:00',
  invoiceTitle: (asker: string, sum: string) => `Invoice of ${asker}: ${sum}`,
  payUntil: 'Can be paid until',
  anybody: 'Whoever has the link can pay it, once: in this chat, or on its page with a wallet.',
  beingPaid: 'It is being paid.',
  mayBePaid:
    'Somebody may have paid it at the last moment. That shows here within minutes, and until then nobody can pay it.',
  expired: 'It has expired. Nobody can pay it any more.',
  openPage: 'Open the invoice',
  qrCode: 'The link of the invoice as a QR code',
  byLink: 'By the link',
  invoiceToOne: 'An invoice is for one person, or for whoever has its link.',
  row: (sum: string, state: string) => `${sum}, ${state}`,
  open: 'not paid yet',
  asked: 'not signed yet',
  unseen: 'may be on its way',
  sent: 'on its way',
  paid: 'paid',
  declined: 'declined',
  havePaid: (paid: number, count: number) =>
    `${paid} of ${count} ${plural('en', paid, { one: 'has', other: 'have' })} paid.`,
  withdrawn: (asker: string) => `${asker} withdrew it. Nobody has to pay.`,
  pay: 'Pay',
  decline: 'Decline',
  remind: 'Remind',
  withdraw: 'Withdraw',

  nobody: 'Who is to pay?',
  onlyOne: 'A request goes to one person.',
  tooMany: (count: number, most: number) =>
    `These are ${count} people; at most ${most} can be asked at once.`,
  askFewer: 'Ask fewer of them, or ask twice.',
  onlyHere: (place: string) => `I can ask people on ${place} only: they press a button here.`,
  tellThem: 'Name those who are here.',
  giveLink: 'Leave the name out, and give them the link of the invoice.',
  toBot: 'I am the bot; I cannot pay.',
  toOneself: 'You cannot ask yourself to pay.',
  namedAsBot: (who: string) => `${who} is a bot by its name, and bots cannot pay.`,
  sayHowMuch: 'How much? I cannot tell what half or all of it is, since somebody else has it.',

  notAsked: (asker: string) => `${asker} asks others here, not you.`,
  manyBegun: (count: number) =>
    `${count} others have begun to pay this invoice in chats, and more cannot.`,
  payOnPage: (url: string) => `Pay it with a wallet on its page: ${url}`,
  onlyAsker: (asker: string) => `Only ${asker} may do that.`,
  leaveIt: 'Leave it to them.',
  isOver: 'This was withdrawn.',
  gone: 'Nobody asks for this any more',
  askAnew: 'Whoever still wants it asks anew: /request',
  isPaid: 'You have paid this already.',
  lookAtCard: 'The card shows who has paid.',
  youDeclined: 'Declined',
  canStillPay: 'The card says so. You can still pay.',
  youWithdrew: 'Withdrawn',
  paidStays: 'Nobody is asked any more. What was paid stays paid.',
  nobodyLeft: 'Nobody is left to remind.',
  reminded: (count: number) =>
    plural('en', count, { one: 'Reminded 1 person', other: `Reminded ${count} people` }),
  onceADay: 'They read it in private. You can remind them once a day.',
  wereReminded: 'They were reminded today.',
  toldEnough: 'Nobody was told: you have asked and reminded as often as I pass on in a day.',
  againFrom: (time: string) => `You can remind them again from ${time}.`,
}

export type BillWords = typeof bills
