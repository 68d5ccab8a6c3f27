import type { Network } from '../../core/terms/network.ts'
import type { RouteLeg, RouteStep } from '../../calls/route-calls.ts'
import {
  amountOutOf,
  bestOf,
  betterSplit,
  isExpired,
  QUOTE_LIFE_MS,
  quoteTopic,
  verdictOn,
  type Verdict,
} from '../../services/market/quotes.ts'
import type { SwapQuote } from '../../services/market/quote-store-port.ts'
import type { Words } from '../words/words.ts'
import { drawRoute } from '../pictures/draw-route.ts'
import { action, field, text, type Block, type Card } from './card.ts'
import type { Audience, View } from '../dispatch/command.ts'
import { pricesNow } from './worth.ts'
import { showAbout, showPercent, showPrice, type Prices } from './wording.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import { isForOwner, understoodBlocks } from './payment.ts'

/** A price: the key is the quote's id. It reads differently once it is too old to be signed. */
export const quoteView: View = async (id, services, audience) => {
  const { market, network, now } = services
  const quote = await market.quotes.find(id)
  const isOld = isExpired(quote, now())
  return {
    card: quoteCard(audience, quote, isOld, network, await pricesNow(services)),
    topics: [quoteTopic(id)],
    changesAt: isOld ? undefined : new Date(quote.quotedAt.getTime() + QUOTE_LIFE_MS),
  }
}

function quoteCard(
  audience: Audience,
  quote: SwapQuote,
  isOld: boolean,
  network: Network,
  prices: Prices,
): Card {
  const { words } = audience
  const { id, tokenIn, tokenOut, amount, answer, understood } = quote
  const asked = { token: tokenIn, amount }
  const said = words.quote
  const best = bestOf(quote)
  const impact = best.total_price_impact
  const verdict = verdictOn(impact)
  const { height, age_ms } = answer.pools
  const given = showAbout(words, network, tokenIn, amount)
  const received = showAbout(words, network, tokenOut, amountOutOf(best))
  const blocks: Block[] = [
    routePicture(words, quote, network),
    ...understoodBlocks(words, understood, asked, isForOwner(quote, audience), network),
    field(said.route, said.inTurn(best.path.map(drawn))),
    ...best.path.flatMap((step) => hopFields(words, network, step)),
    field(said.impact, impact === '' ? said.unknown : showPercent(words, impact)),
    ...splitBlocks(words, quote, network),
    field(
      said.fresh,
      said.freshness(showNumber(words, `${height}`), showNumber(words, (age_ms / 1000).toFixed(1))),
    ),
    ...wordsFor(words, verdict, quote, isOld),
    ...(isOld || verdict === 'refuses' || quote.signId !== undefined
      ? []
      : [signButton(words, quote)]),
    ...(given.startsWith('≈') || received.startsWith('≈')
      ? [action(said.exactly, `quote-exact:${id}`)]
      : []),
    action(said.refresh, `quote-refresh:${id}`),
    action(said.flip, `quote-flip:${id}`),
  ]
  return {
    title: said.title(given, received, showPrice(words, network, prices, [tokenOut, tokenIn])),
    tone: TONES[verdict],
    blocks,
  }
}

const TONES: Record<Verdict, Card['tone']> = {
  fine: 'info',
  warns: 'warning',
  asks: 'warning',
  refuses: 'error',
}

/** `USDC → EUCLID → ETH` */
const drawn = ({ route }: Pick<RouteStep, 'route'>) =>
  route.map((token) => token.toUpperCase()).join(' → ')

/** The split where it pays more, else the best path, drawn and told. */
function routePicture(words: Words, quote: SwapQuote, network: Network): Block {
  const { tokenIn, tokenOut, amount } = quote
  const split = betterSplit(quote)
  const best = bestOf(quote)
  const paths = split
    ? split.legs.map((leg) => ({ tokens: tokensOf(leg), share: share(words, leg, amount) }))
    : [{ tokens: tokensOf(best) }]
  const pays = showAbout(words, network, tokenIn, amount)
  const out = split?.amount_out ?? amountOutOf(best)
  const gets = showAbout(words, network, tokenOut, out)
  const told = paths.map((path) => {
    const way = path.tokens.join(' → ')
    return 'share' in path ? `${path.share} ${way}` : way
  })
  return {
    kind: 'picture',
    svg: drawRoute({ pays, gets }, paths),
    alt: words.quote.drawn(pays, gets, told),
  }
}

/** The tokens of a path, each once where one step goes on from another. */
const tokensOf = ({ path }: Pick<RouteLeg, 'path'>): string[] =>
  path
    .flatMap(({ route }, index) => (index === 0 ? route : route.slice(1)))
    .map((token) => token.toUpperCase())

/** What each pool on the way pays, where there is more than one. */
function hopFields(
  words: Words,
  network: Network,
  { route, amount_out_for_hops: paid }: RouteStep,
): Block[] {
  if (paid.length < 2) return []
  return paid.map(({ token, amount }, index) => {
    const from = route[index]?.toUpperCase() ?? ''
    return field(`${from} → ${token.toUpperCase()}`, showAbout(words, network, token, amount))
  })
}

/** Where several paths at once pay more: how much, and the share of each. */
function splitBlocks(words: Words, quote: SwapQuote, network: Network): Block[] {
  const split = betterSplit(quote)
  if (!split) return []
  const gain = split.amount_out - amountOutOf(bestOf(quote))
  return [
    text(words.quote.split(split.legs.length, showAbout(words, network, quote.tokenOut, gain))),
    ...split.legs.map((leg) =>
      field(share(words, leg, quote.amount), words.quote.inTurn(leg.path.map(drawn))),
    ),
  ]
}

/** Of the whole amount: `62.5 %`. */
function share(words: Words, { amount_in }: RouteLeg, whole: bigint): string {
  const tenths = (amount_in * 1000n + whole / 2n) / whole
  return showPercent(words, `${tenths / 10n}.${tenths % 10n}`)
}

function wordsFor(words: Words, verdict: Verdict, quote: SwapQuote, isOld: boolean): Block[] {
  const said = words.quote
  if (quote.signId !== undefined) return [text(said.wasSigned)]
  if (isOld) return [text(said.isOld)]
  const impact = bestOf(quote).total_price_impact
  const loss = impact === '' ? said.unknownLoss : showPercent(words, impact)
  if (verdict === 'refuses') return [text(said.refused(loss))]
  if (quote.isAskedAgain) return [text(said.really(loss))]
  if (verdict === 'fine') return []
  return [text(said.careful(loss))]
}

const signButton = ({ quote, signing }: Words, { id, isAskedAgain }: SwapQuote): Block =>
  isAskedAgain
    ? action(quote.signAnyway, `quote-confirm:${id}`)
    : action(signing.sign, `quote-sign:${id}`)
