/** How an amount was understood, and which way to pay was chosen. Amounts come with their token, `gas` is what `gas…` says. */
export const payment = {
  usdIs: (usd: string, token: string, amount: string, price: string) =>
    `$${usd} of ${token} is ${amount} at $${price}.`,
  usdRounded:
    'The price is shown shorter than it is; the amount is rounded down to the last decimal.',
  halfIs: (whole: string, amount: string) => `Half of your ${whole} is ${amount}.`,
  allIs: (amount: string) => `That is all of your ${amount}.`,
  allButFee: (whole: string, kept: string) =>
    `That is all of your ${whole} but ${kept}, which stays for the network fee.`,

  chosen: 'Paid this way',
  vouchers: 'your vouchers are enough',
  only: 'nothing else of yours is enough',
  named: 'you named the chain',
  cheapest: 'cheapest',
  first: 'your first wallet with enough',
  asked: 'you chose it',
  gasUsd: (usd: string, chain: string) => `about $${usd} gas on ${chain}`,
  gasUnder: (usd: string, chain: string) => `under $${usd} gas on ${chain}`,
  gasAmount: (amount: string, chain: string) => `about ${amount} gas on ${chain}`,
  payFrom: (wallet: string) => `Pay from ${wallet}`,
  payWithVouchers: (wallet: string) => `Pay with vouchers of ${wallet}`,

  noPrice: (token: string) => `I cannot tell what ${token} is worth in dollars: no pool here says.`,
  nameAmount: (token: string) => `Name the amount in ${token}.`,
  tooLittleUsd: (usd: string, token: string) =>
    `$${usd} is less than the smallest amount of ${token} that there is.`,
  askForMore: 'Ask for more.',
  noWallet: 'I cannot tell what you have: no wallet is linked to your account.',
  linkOrName: 'Link one with /wallet link, or name the amount.',
  feeUnknown: (chain: string) =>
    `I cannot tell the network fee on ${chain} now, so I cannot leave enough for it.`,
  nameLess: 'Name an amount that leaves something for the fee.',
  onlyFee: (held: string, chain: string) =>
    `Your ${held} on ${chain} are no more than the network fee takes.`,
  /** In the list of what there is instead. */
  heldAsVouchers: (sum: string, chain: string) => `${sum} as vouchers of ${chain}`,
  heldOn: (sum: string, chain: string) => `${sum} on ${chain}`,
  noneOn: (token: string, chains: string) => `no ${token} on ${chains}`,
  any: (token: string) => `any ${token}`,
  inVouchers: (sum: string) => `${sum} in vouchers`,
  noVouchers: (token: string) => `no vouchers for ${token}`,
  notOffered: 'This way to pay is not offered any more.',
  askAgain: 'Ask again with the same command.',
  notYours: 'Only whoever sends this may choose how it is paid.',
  leaveIt: 'Leave it to them.',
}

export type PaymentWords = typeof payment
