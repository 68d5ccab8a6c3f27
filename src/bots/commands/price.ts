import { DomainError } from '../../core/terms/errors.ts'
import type { Token } from '../../core/terms/network.ts'
import { priceChange } from '../../core/reference/usd-value.ts'
import type { PricePoint } from '../../services/market/price-history.ts'
import type { Words } from '../words/words.ts'
import { drawChart } from '../pictures/draw-chart.ts'
import { field, text, type Block } from '../cards/card.ts'
import type { Command, Reply, Services } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { showPairPrice } from '../cards/price-alert.ts'
import { showPercent } from '../cards/wording.ts'
import { parsePair, type TokenPair } from '../reading/parse-pair.ts'
import { findToken } from '../reading/read-name.ts'
import { pairPrice } from '../../services/market/price-alerts.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import { DAY_MS } from '../../core/terms/durations.ts'

const WEEK_MS = 7 * DAY_MS
/** More than these are no pixel apart. */
const CHART_POINTS = 200

export const price: Command = {
  name: 'price',
  summary: ({ market }) => market.priceSummary,
  usage: '/price [token] [in token]',
  examples: ['/price eth', '/price usdc/eth', '/price'],
  params: [
    { name: 'token', summary: ({ market }) => market.whichToken, kind: 'token', isOptional: true },
    { name: 'for', summary: ({ market }) => market.otherToken, kind: 'token', isOptional: true },
  ],
  async run(input, { words }, services) {
    if (input === '') return everyPrice(words, services)
    const amount = readAmountSaid(input, services)
    if (amount !== undefined)
      throw new UnreadableCommandError(
        words.reading.unreadable(input),
        [],
        words.reading.likeThis(`/quote ${amount}`),
      )
    const { token, other } = readPriced(input, words, services)
    return other ? pairPriceOf(token, other, words, services) : onePrice(token, words, services)
  },
}

/** A token, and what its price is counted in where that is no dollar. */
function readPriced(input: string, words: Words, { network }: Services): TokenPair {
  const inDollars = /^(\S+?)(?:\s*\/\s*|\s+(?:in\s+)?)(?:usd|\$)$/i.exec(input)?.[1]
  return parsePair(inDollars ?? input, words, network, '/price usdc/eth')
}

/** `5 eth usdc`, of `5 eth`: what an amount is worth in another token is a quote's to say. `undefined` where no amount and token are said. */
function readAmountSaid(input: string, { network }: Services): string | undefined {
  const [, amount, said = ''] = /^(\d+(?:\.\d+)?)\s+(\S+)$/.exec(input) ?? []
  const given = findToken(network, said)
  const others = network.tokens.filter((each) => each !== given)
  const wanted = others.find(({ usd_stable }) => usd_stable === true) ?? others[0]
  return given && wanted && `${amount} ${given.token} ${wanted.token}`
}

/** Both ways round, since nobody remembers which of the two comes first. */
async function pairPriceOf(
  { token }: Token,
  { token: other }: Token,
  words: Words,
  services: Services,
): Promise<Reply> {
  const prices = await services.market.prices()
  const pair = { token, other }
  const back = { token: other, other: token }
  const [there, again] = [pairPrice(pair, prices), pairPrice(back, prices)]
  if (there === undefined || again === undefined)
    return noPrice(prices.has(token) ? other : token, words)
  const { pools, height } = await services.market.pools.current()
  const both = [token, other]
  const used = pools.filter(({ token1, token2 }) => both.includes(token1) || both.includes(token2))
  const blocks = [
    text(showPairPrice(words, back, again)),
    ...both.map((each) => field(each.toUpperCase(), dollars(words, prices.get(each) ?? '0'))),
    sourceOf(used.length, height, words),
  ]
  return {
    card: { title: showPairPrice(words, pair, there), tone: 'info', blocks },
    audience: 'everyone',
  }
}

function noPrice(token: string, { market }: Words): Reply {
  const name = token.toUpperCase()
  const blocks = [text(market.noPrice(name))]
  return {
    card: { title: market.noPriceTitle(name), tone: 'warning', blocks },
    audience: 'everyone',
  }
}

const sourceOf = (pools: number, height: number, words: Words) =>
  field(
    words.market.source,
    words.market.sourceOf(
      words.market.poolCount(pools, showNumber(words, `${pools}`)),
      showNumber(words, `${height}`),
    ),
  )

async function everyPrice(words: Words, { network, market: { prices } }: Services): Promise<Reply> {
  const { market } = words
  const known = await prices()
  const blocks = network.tokens.map(({ token }) => {
    const usd = known.get(token)
    return field(token.toUpperCase(), usd === undefined ? market.unknown : dollars(words, usd))
  })
  return {
    card: { title: market.pricesTitle, tone: 'info', blocks: [...blocks, text(market.morePrices)] },
    audience: 'everyone',
  }
}

async function onePrice({ token }: Token, words: Words, services: Services): Promise<Reply> {
  const { market } = words
  const name = token.toUpperCase()
  const now = (await services.market.prices()).get(token)
  if (now === undefined) return noPrice(token, words)
  const { pools, height } = await services.market.pools.current()
  const priced = pools.filter(({ token1, token2 }) => token === token1 || token === token2).length
  const at = services.now().getTime()
  const week = await services.market.priceHistory.since(token, new Date(at - WEEK_MS))
  const blocks: Block[] = [
    ...chartOf(name, week, services.now(), words),
    ...changeSince(market.day, heldAt(week, at - DAY_MS), now, words),
    ...changeSince(market.week, heldAt(week, at - WEEK_MS), now, words),
    sourceOf(priced, height, words),
  ]
  return {
    card: { title: market.priceTitle(name, usdOf(words, now)), tone: 'info', blocks },
    audience: 'everyone',
  }
}

/** A week of prices, or as much of it as is known; none before a price has moved. */
function chartOf(name: string, points: readonly PricePoint[], now: Date, words: Words): Block[] {
  const from = now.getTime() - WEEK_MS
  const drawn = thinned(points, CHART_POINTS).map(({ at, price: usd }) => ({
    at: new Date(Math.max(at.getTime(), from)), // the first one held before that already
    value: Number(usd),
    shown: dollars(words, usd),
  }))
  const [first, ...later] = drawn
  const last = later.at(-1)
  if (!first || !last) return []
  const svg = drawChart(`1 ${name}`, [first, ...later], now)
  return [{ kind: 'picture', svg, alt: words.market.chart(name, first.shown, last.shown) }]
}

/** At most so many of them, evenly, with the first and the last. */
function thinned<Point>(points: readonly Point[], most: number): Point[] {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  const kept = new Set(Array.from({ length: most }, (_, index) => Math.round(index * step)))
  return points.filter((_, index) => kept.has(index))
}

const usdOf = (words: Words, usd: string) => showNumber(words, showUsd(usd))
const dollars = (words: Words, usd: string) => `$${usdOf(words, usd)}`

/** The price that held then; `undefined` where nobody looked yet. */
const heldAt = (points: readonly PricePoint[], atMs: number): PricePoint | undefined =>
  points.findLast(({ at }) => at.getTime() <= atMs)

function changeSince(
  label: string,
  before: PricePoint | undefined,
  now: string,
  words: Words,
): Block[] {
  if (before === undefined) return []
  const change = priceChange(before.price, now)
  if (change === '0.00') return [field(label, words.market.unchanged)]
  const size = showPercent(words, change.replace('-', ''))
  return [field(label, `${change.startsWith('-') ? '−' : '+'}${size}`)]
}

/** A list of tokens is of use without prices too, while pools cannot be read. */
export async function pricesOrNone({
  market: { prices },
}: Pick<Services, 'market'>): Promise<ReadonlyMap<string, string>> {
  try {
    return await prices()
  } catch (error) {
    if (error instanceof DomainError) return new Map()
    throw error
  }
}
