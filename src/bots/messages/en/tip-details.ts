/** What only the sender of a tip reads: the whole address, and the PIN. */
export const tipDetails = {
  notYours: 'Only whoever sent this may read its details.',
  leaveIt: 'Leave it to them. What you send yourself has details for you.',
  title: (to: string) => `For ${to}`,
  amount: 'Amount',
  to: 'To',
  pin: 'PIN',
  pinLater: 'There is a PIN as soon as a wallet is connected on the sign page.',
  tellThem: (to: string) =>
    `${to} needs it to be paid, beside a code from their mailbox. Tell them yourself, and not by mail: whoever reads the mailbox must not have both.`,
  link: 'Claim link',
  giveLink: (to: string) =>
    `Give it to ${to}. It opens the claim page, and only that account is paid there.`,
}

export type TipDetailsWords = typeof tipDetails
