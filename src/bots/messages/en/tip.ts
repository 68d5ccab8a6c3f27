/** `/tip` and `/send`, as lists, menus and forms show them. */
export const tip = {
  summary: 'Send tokens to somebody by their handle, or in answer to a message of theirs.',
  sendSummary: 'Send tokens to an e-mail address, or to somebody on another platform.',
  to: 'Who gets it',
  recipient: 'An e-mail address, or a handle elsewhere: x:bobby, tg:bobby',
  amount: 'How much: 5, 0.25, $5, half or all',
  token: 'Which token',
  chain: 'The chain to pay from',
  note: 'A few words of yours',
  /** In the menu of a person. */
  personMenu: 'Tip',
  /** In the menu of a message. */
  messageMenu: 'Tip author',
}

export type TipWords = typeof tip
