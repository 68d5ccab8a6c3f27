import { plural } from '../../../words/plural.ts'

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
  held: 'that is where you have it',
  cheapest: 'cheapest',
  first: 'your first wallet with enough',
  asked: 'you chose it',
  because: (why: string, gas: string) => `${why} (${gas})`,
  gasUsd: (usd: string, chain: string) => `about $${usd} gas on ${chain}`,
  gasUnder: (usd: string, chain: string) => `under $${usd} gas on ${chain}`,
  gasAmount: (amount: string, chain: string) => `about ${amount} gas on ${chain}`,
  payFrom: (wallet: string) => `Pay from ${wallet}`,
  payWithVouchers: (wallet: string) => `Pay with vouchers of ${wallet}`,
  details: 'Wallet and ways to pay',

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
  /** `held` is an amount, or where others read it the token alone. */
  onlyFee: (held: string, chain: string) =>
    `Your ${held} on ${chain} are no more than the network fee takes.`,
  /** In the list of what there is instead. */
  heldAsVouchers: (sum: string, chain: string) => `${sum} as vouchers of ${chain}`,
  heldOn: (sum: string, chain: string) => `${sum} on ${chain}`,
  noneOn: (token: string, chains: string) => `no ${token} on ${chains}`,
  any: (token: string) => `any ${token}`,
  inVouchers: (sum: string) => `${sum} in vouchers`,
  notOffered: 'This way to pay is not offered any more.',
  askAgain: 'Ask again with the same command.',
  notYours: 'Only whoever sends this may choose how it is paid.',
  leaveIt: 'Leave it to them.',
}

export type PaymentWords = typeof payment

/** `/deposit` and `/withdraw`: tokens to one's own vouchers, and back. `sum` is an amount with its token, `reason` why not. */
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
  sendTitle: (sum: string, place: string) => `Send ${sum} to ${place}`,
  becomesVouchers:
    'You have too few vouchers to pay tokens out there, so your tokens become vouchers of that wallet. Its owner takes them out with /withdraw.',
  arrivedAt: (sum: string, place: string) => `${sum} arrived: ${place}`,
  theirVouchers: 'They are vouchers of that wallet. Its owner takes them out with /withdraw.',
  under: (sum: string) => `Sending ${sum}`,
  signed: 'Signed. This card follows it to its end.',
  deposited: (sum: string) => `${sum} are your vouchers now`,
  depositDone: 'Send them with /tip, swap them, or turn them back with /withdraw.',
  withdrawn: (sum: string, chain: string) => `${sum} arrived on ${chain}`,
  withdrawDone: (address: string) => `The wallet ${address} has them.`,
  asVouchers: (sum: string) => `${sum} arrived as vouchers`,
  couldNotPay: (chain: string, reason: string) =>
    `${chain} could not pay them out as tokens: ${reason}. The sender holds them as vouchers.`,
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

/** `/balance` */
export const balance = {
  summary: 'Show what your linked wallets hold.',
  title: 'Your balance',
  noWallet: 'No wallet is linked to your account.',
  withoutWallet:
    'Link one with /wallet link. It also works without: /tip asks for a wallet on the sign page, and /claim takes any address.',
  onlyYours: 'I show your own balance only.',
  empty: 'empty',
  vouchersOf: (wallet: string) => `${wallet}, vouchers`,
  unread: 'cannot be read right now',
  unlisted: (count: number, isAll: boolean) =>
    `You also hold vouchers of ${isAll ? '' : 'at least '}${plural('en', count, { one: `${count} token that is`, other: `${count} tokens that are` })} not listed here.`,
  inAll: 'In all',
  worth: (usd: string) => `≈ $${usd}`,
  worthAtLeast: (usd: string) => `at least $${usd}`,
}

export type BalanceWords = typeof balance

/** `/faucet`, which only the local network has. */
export const faucet = {
  summary: 'Get test tokens into your wallet.',
  arrived: 'Test tokens have arrived',
  tooMuch: (words: string) => `"${words}" is more than a faucet needs.`,
  noWallet: 'You have no wallet that these tokens could go to.',
  nameChain: (example: string) => `Name a chain on which you have one, for example: ${example}`,
}

export type FaucetWords = typeof faucet

/** What a card says that waits for a wallet to sign. */
export const signing = {
  from: 'From',
  walletLater: (chain: string) => `${chain}, wallet connected on the sign page`,
  fee: 'Fee',
  noFee: 'None: you only sign, and we pay the gas',
  gasOnly: 'Network gas only, paid by your wallet',
  gaslessUsedUp: (day: string) =>
    `What we pay of gas for you in 24 hours is used up: from ${day} on, a signature alone is enough again.`,
  gaslessEmpty:
    'Usually a signature alone is enough, but we cannot pay gas for others at the moment.',
  payoutFee: 'Payout fee',
  keeps: (fee: string, chain: string) => `${fee}, which the hub keeps for paying out on ${chain}`,
  arrives: 'Arrives',
  locked: (chain: string) =>
    `The hub pays nothing out on ${chain} right now: it has locked the chain. Do not sign this before it is opened again.`,
  sign: 'Sign',
  dismiss: 'Dismiss',
  expired: 'It was not signed in time, so this request has expired. Nothing was sent.',
  dismissed: 'You dismissed this request. Nothing was sent.',
  expiredUnseen: (chain: string) =>
    `The time to sign it is over. If your wallet sent it at the last moment, it shows here once ${chain} has it for good; only then can you ask for it again.`,
  dismissedUnseen: (chain: string) =>
    `You dismissed this request. If your wallet had sent it by then, it shows here once ${chain} has it for good; only then can you ask for it again.`,
  sentBeside: (chain: string) =>
    `Its transaction was asked for as well. If your wallet sent that, it shows here once ${chain} has it for good; only then can you ask for it again.`,
  askAgain: 'Ask again with the same command.',
}

export type SigningWords = typeof signing

/** The way of a transaction over its chains, step by step. */
export const steps = {
  submit: (chain: string) => `Sent on ${chain}`,
  settle: (chain: string) => `Settled on ${chain}`,
  confirm: (chain: string) => `Confirmed back on ${chain}`,
  release: (chain: string) => `Paid out on ${chain}`,
  seen: 'seen, in no block yet',
  confirmed: 'in a block, not final yet',
  took: (duration: string) => `took ${duration}`,
  underOneSecond: 'under 1 s',
  seconds: (seconds: number) => `${seconds} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  noReason: 'it gave no reason',
}

export type StepsWords = typeof steps

/** Vouchers in the place of tokens, and what came to nothing: what can be done. `sum` is an amount with its token. */
export const left = {
  takeOut: (chain: string) => `Take out on ${chain}`,
  takeOutSum: (sum: string, chain: string) => `Take out ${sum} on ${chain}`,
  elsewhere:
    'That wallet is not linked here: connect it on the page that the button opens, link it and use /withdraw.',
  nothing: 'There are no vouchers of this to take out.',
  seeBalance: 'See what your wallets hold with /balance.',
  again: 'Try again',
  notOver: 'This can still go on by itself.',
  lookAtCard: 'Its card says where it is.',
}

export type LeftWords = typeof left
