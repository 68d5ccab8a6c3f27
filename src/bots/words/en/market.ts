import { plural } from '../../../words/plural.ts'

/** `/price`, `/tokens`, `/chains`, `/pools` */
export const market = {
  priceSummary: 'Show what a token is worth.',
  tokensSummary: 'List the tokens that can be sent here.',
  chainsSummary: 'List the chains that can be paid from and to.',
  poolsSummary: 'List the pools that swaps go through.',
  whichToken: 'Which token',
  otherToken: 'Another token beside it',
  whichPage: 'Which page',

  pricesTitle: 'Prices',
  priceTitle: (token: string, usd: string) => `1 ${token} is $${usd}`,
  noPriceTitle: (token: string) => `${token} has no price`,
  noPrice: (token: string) =>
    `No pool leads from ${token} to a token that is worth a dollar, so I do not make one up.`,
  unknown: 'no price',
  day: 'In 24 hours',
  week: 'In 7 days',
  unchanged: 'unchanged',
  source: 'From',
  sourceOf: (pools: string, block: string) => `${pools}, at the hub's block ${block}`,
  poolCount: (count: number, shown: string) =>
    plural('en', count, { one: '1 pool', other: `${shown} pools` }),
  /** What a drawing of it shows, for whoever cannot see it. */
  chart: (token: string, from: string, to: string) =>
    `${token} over the last week, from ${from} to ${to}`,
  morePrices: 'One token with its changes: /price eth',

  tokensTitle: 'Tokens',
  on: (chains: string) => `on ${chains}`,
  reviewed: 'reviewed',
  notReviewed: 'not reviewed',

  chainsTitle: 'Chains',
  chainId: (id: string) => `chain id ${id}`,
  isHub: 'the hub: vouchers live here',
  locked: 'locked by the hub: nothing comes from it or is paid out there',
  moving: 'working',
  behind: (blocks: string) => `${blocks} ${blocks === '1' ? 'block' : 'blocks'} behind`,
  /** `time` is how long ago something new was read of it last. */
  stalled: (time: string) => `nothing new comes from it for ${time}: what needs it waits`,
  unreachable: (time: string) =>
    `its node does not answer, nothing new was read for ${time}: what needs it waits`,
  fork: (time: string) =>
    `its blocks do not follow what was taken in of it before, nothing new was for ${time}: what needs it waits`,
  contradiction: (time: string) =>
    `its nodes contradict each other, nothing new was taken in for ${time}: what needs it waits`,

  poolsTitle: 'Pools',
  poolsOf: (token: string) => `Pools with ${token}`,
  noPools: 'There are no pools yet.',
  noPoolsOf: (token: string) => `There is no pool with ${token}.`,
  holds: (first: string, second: string) => `${first} and ${second}`,
  fee: (percent: string) => `fee ${percent}`,
  stable: 'stable',

  /** A list's title from its second page on. */
  pageTitle: (title: string, page: string) => `${title}, page ${page}`,
  notPage: (word: string) => `"${word}" is not a page.`,
  noSuchPage: (last: string) => `The last page is ${last}.`,
  previous: 'Back',
  next: 'More',
}

export type MarketWords = typeof market

/** `/quote`: a price, and whether it may be signed. `loss` is a percentage. */
export const quote = {
  summary: 'Ask what a swap would pay, and sign it when you like the price.',
  amount: 'How much you give: 100, $5, half or all',
  token: 'The token that you give',
  wanted: 'The token that you want',
  title: (given: string, received: string, price: string) =>
    `${received} for ${given}${price && ` (${price})`}`,
  exactly: 'Exactly',
  youGive: 'You give',
  youGet: 'You get',
  route: 'Route',
  inTurn: (legs: readonly string[]) => legs.join(', then '),
  impact: 'Price impact',
  unknown: 'cannot be told',
  split: (paths: number, more: string) =>
    `Split over ${paths} paths it pays ${more} more. A wallet on a Cosmos chain signs them all at once. An EVM wallet would sign a transaction for each, so there I offer the one path above.`,
  drawn: (given: string, received: string, ways: readonly string[]) =>
    `For ${given} you get ${received}: ${ways.join('; ')}`,
  fresh: 'Fresh',
  freshness: (block: string, seconds: string) => `hub block ${block}, ${seconds} s old when quoted`,
  wasSigned: 'A request to sign was made of this quote. Refresh it for another one.',
  isOld: 'This price is more than a minute old. Refresh it to sign.',
  unknownLoss: 'a part that cannot be told',
  refused: (loss: string) =>
    `This swap would lose ${loss} to the price, so I do not offer it. Swap less.`,
  really: (loss: string) => `You would lose ${loss} to the price. Do you really want that?`,
  careful: (loss: string) =>
    `Careful: this amount moves the price, and ${loss} of the value is lost by it.`,
  signAnyway: 'Sign anyway',
  refresh: 'Refresh',
  flip: 'Flip',
}

export type QuoteWords = typeof quote

/** `/swap`, from its request to its pay-out. `trade` is what `trade` says, `reason` why not. */
export const swap = {
  summary: 'Swap one token for another from your own wallet.',
  title: (given: string, received: string) => `Swap ${given} for ${received}`,
  trade: (given: string, token: string) => `${given} for ${token}`,
  to: 'To',
  sameWallet: 'The same wallet',
  atLeast: 'At least',
  orBack: (least: string, slippage: string) =>
    `${least} (slippage ${slippage}): else everything comes back`,
  gasOnly: 'Network gas only, paid by your wallet; what the pools take is in the price',
  freshPrice: 'Ask for a fresh price with /quote.',
  done: (trade: string) => `Swapped ${trade}`,
  arrived: (least: string, chain: string) => `At least ${least} arrived on ${chain}.`,
  doneAsVouchers: (trade: string) => `Swapped ${trade}, as vouchers`,
  asVouchers: (chain: string, reason: string, token: string) =>
    `${chain} could not pay it out as tokens: ${reason}. The sender holds the ${token} as vouchers.`,
  failed: (trade: string) => `The swap of ${trade} failed`,
  refused: (chain: string, reason: string, sum: string) =>
    `${chain} refused the transaction: ${reason}. The ${sum} are still in your wallet. Only the network fee was spent.`,
  neverReached: (trade: string, chain: string) => `The swap of ${trade} never reached ${chain}`,
  stillYours: (reason: string, sum: string) => `${reason}. The ${sum} are still in your wallet.`,
  refunded: (trade: string) => `The swap of ${trade} was refunded`,
  isBack: (reason: string, sum: string, chain: string) =>
    `The hub refused it: ${reason}. The ${sum} are back in your wallet on ${chain}.`,
  partlyRefunded: (trade: string) => `A part of the swap of ${trade} was refunded`,
  partIsBack: (reason: string, sum: string, chain: string, target: string) =>
    `The hub refused that part: ${reason}. ${sum} are back in your wallet on ${chain}. The rest was swapped and paid out on ${target}.`,
  timedOut: (trade: string) => `The swap of ${trade} timed out`,
  stopped: (trade: string) => `The swap of ${trade} does not go on`,
  show: (hash: string) => `Show this transaction to whoever runs this service: ${hash}`,
  refunding: (trade: string) => `The swap of ${trade} is being refunded`,
  comesBack: (reason: string, sum: string, chain: string) =>
    `The hub refused it: ${reason}. The ${sum} are held on ${chain} until the refund to your wallet is final.`,
  underWay: (trade: string) => `Swapping ${trade}`,
  signed: (least: string, chain: string) =>
    `Signed. At least ${least} will arrive on ${chain}, or everything comes back.`,
  noHome: (token: string, chain: string) =>
    `${token} does not exist on ${chain}, and you have no linked wallet where it does.`,
  linkFirst: (chains: string) => `Link a wallet on ${chains} first.`,
}

export type SwapWords = typeof swap
