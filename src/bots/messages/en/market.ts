import { plural } from '../plural.ts'

/** `/price`, `/tokens`, `/chains`, `/pools` */
export const market = {
  priceSummary: 'Show what a token is worth.',
  tokensSummary: 'List the tokens that can be sent here.',
  chainsSummary: 'List the chains that can be paid from and to.',
  poolsSummary: 'List the pools that swaps go through.',
  whichToken: 'Which token',
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
  moving: 'working',
  behind: (blocks: string) => `${blocks} blocks behind`,
  stalled: 'nothing new comes from it: what needs it waits',

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
  writePage: (example: string) => `Write it like this: ${example}`,
  noSuchPage: 'There is nothing on that page.',
  previous: 'Back',
  next: 'More',
}

export type MarketWords = typeof market
