/** The page of an invoice. */
export const pay = {
  cannotShow: 'This invoice cannot be shown',
  fetching: 'Fetching the invoice.',
  titles: {
    open: 'Invoice',
    sent: 'Invoice: being paid',
    paid: 'Invoice: paid',
    withdrawn: 'Invoice: withdrawn, pay nothing',
    expired: 'Invoice: expired, pay nothing',
    unseen: 'Invoice: may have been paid',
  },
  lookAgain:
    'Somebody may have paid it at the last moment. This page shows that within minutes; pay nothing before.',
  to: 'To',
  until: 'Pay by',
  byPage: 'By this page',
  states: { sent: 'on its way', paid: 'paid' },
  withWallet: 'Pay with a wallet',
  fromChain: 'Pay from',
  nothingYet:
    'Nothing is paid yet: the next page shows what your wallet will sign. In the chat, press Pay on the card instead.',
}
export type PayWords = typeof pay
