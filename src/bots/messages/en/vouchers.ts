/** `/deposit` and `/withdraw`: tokens to one's own vouchers, and back. `sum` is an amount with its token, `reason` a chain's own words. */
export const vouchers = {
  depositSummary: 'Turn tokens of your wallet into your own vouchers.',
  withdrawSummary: 'Turn your vouchers into tokens on a chain.',
  amount: 'How much: 5, $5, half or all',
  token: 'Which token',
  payFrom: 'The chain to pay from',
  payTo: 'The chain to be paid on',
  address: 'An address there, if not your own',
  needsWallet: 'Vouchers belong to a wallet, and none is linked to your account.',
  linkFirst: 'Link one first: /wallet link',
  noHome: (token: string) => `None of your wallets is on a chain where ${token} can be paid out.`,
  nameChain: (chains: string) => `Name a chain and an address there: ${chains}.`,
  tooMuch: (words: string) => `"${words}" is more than this command takes.`,
  depositTitle: (sum: string) => `Deposit ${sum}`,
  withdrawTitle: (sum: string, chain: string) => `Withdraw ${sum} to ${chain}`,
  to: 'To',
  yourVouchersOf: (wallet: string) => `Your vouchers of ${wallet}`,
  vouchersOf: (wallet: string) => `Vouchers of ${wallet}`,
  under: (sum: string) => `Sending ${sum}`,
  signed: 'Signed. This card follows it to its end.',
  deposited: (sum: string) => `${sum} are your vouchers now`,
  depositDone: 'Send them with /tip, swap them, or turn them back with /withdraw.',
  withdrawn: (sum: string, chain: string) => `${sum} arrived on ${chain}`,
  withdrawDone: (address: string) => `The wallet ${address} has them.`,
  asVouchers: (sum: string) => `${sum} arrived as vouchers`,
  couldNotPay: (chain: string, reason: string) =>
    `${chain} could not pay them out as tokens: ${reason}. The recipient holds them as vouchers.`,
  failed: (sum: string) => `Sending ${sum} failed`,
  refused: (chain: string, reason: string) =>
    `${chain} refused the transaction: ${reason}. Nothing was moved; only the network fee was spent.`,
  never: (chain: string) => `It never reached ${chain}`,
  neverWhy: (reason: string) => `${reason}. Nothing was moved.`,
  refunded: (sum: string) => `${sum} came back`,
  isBack: (reason: string) => `The hub refused it: ${reason}. You have again what you had before.`,
  refunding: (sum: string) => `${sum} are coming back`,
  comesBack: (reason: string) =>
    `The hub refused it: ${reason}. It is yours again once that is final.`,
  stopped: 'It does not go on',
  late: 'It takes too long',
  history: {
    deposit: (sum: string) => `Deposit of ${sum}`,
    withdraw: (sum: string) => `Withdrawal of ${sum}`,
  },
}

export type VouchersWords = typeof vouchers
