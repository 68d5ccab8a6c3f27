import type { Network } from '../../../core/network.ts'
import type { RouteLeg, RouteStep } from '../../../core/route-calls.ts'
import {
  amountOutOf,
  bestOf,
  isExpired,
  QUOTE_LIFE_MS,
  quoteTopic,
  verdictOn,
  type SwapQuote,
  type Verdict,
} from '../../../core/routing/quotes.ts'
import { action, field, text, type Block, type Card } from '../card.ts'
import type { View } from '../command.ts'
import { showAmount } from '../wording.ts'

/** A price: the key is the quote's id. It reads differently once it is too old to be signed. */
export const quoteView: View = async (id, { quotes, network, now }) => {
  const quote = await quotes.find(id)
  const isOld = isExpired(quote, now())
  return {
    card: quoteCard(quote, isOld, network),
    topics: [quoteTopic(id)],
    changesAt: isOld ? undefined : new Date(quote.quotedAt.getTime() + QUOTE_LIFE_MS),
  }
}

function quoteCard(quote: SwapQuote, isOld: boolean, network: Network): Card {
  const { id, tokenIn, tokenOut, amount, answer } = quote
  const best = bestOf(quote)
  const impact = best.total_price_impact
  const verdict = verdictOn(impact)
  const { height, age_ms } = answer.pools
  const blocks: Block[] = [
    field('Route', best.path.map(drawn).join(', then ')),
    ...best.path.flatMap((step) => hopFields(network, step)),
    field('Price impact', impact === '' ? 'cannot be told' : `${impact} %`),
    ...splitBlocks(quote, network),
    field('Fresh', `hub block ${height}, ${(age_ms / 1000).toFixed(1)} s old when quoted`),
    ...wordsFor(verdict, quote, isOld),
    ...(isOld || verdict === 'refuses' || quote.signId !== undefined ? [] : [signButton(quote)]),
    action('Refresh', `quote-refresh:${id}`),
    action('Flip', `quote-flip:${id}`),
  ]
  return {
    title: `${showAmount(network, tokenIn, amount)} pay ${showAmount(network, tokenOut, amountOutOf(best))}`,
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

/** What each pool on the way pays, where there is more than one. */
function hopFields(network: Network, { route, amount_out_for_hops: paid }: RouteStep): Block[] {
  if (paid.length < 2) return []
  return paid.map((hop, index) => {
    const [token = '', amount = '0'] = hop.split(': ')
    const from = route[index]?.toUpperCase() ?? ''
    return field(`${from} → ${token.toUpperCase()}`, showAmount(network, token, BigInt(amount)))
  })
}

/** Where several paths at once pay more: how much, and the share of each. */
function splitBlocks(
  { answer: { split, ...answer }, ...quote }: SwapQuote,
  network: Network,
): Block[] {
  const gain = split ? BigInt(split.amount_out) - amountOutOf(bestOf({ answer })) : 0n
  if (!split || split.legs.length < 2 || gain <= 0n) return []
  return [
    text(
      `Split over ${split.legs.length} paths it would pay ${showAmount(network, quote.tokenOut, gain)} more. Signing here takes the one path above; over the API all of them can be taken.`,
    ),
    ...split.legs.map((leg) =>
      field(share(leg, quote.amount), leg.path.map(drawn).join(', then ')),
    ),
  ]
}

/** Of the whole amount: `62.5 %`. */
function share({ amount_in }: RouteLeg, whole: bigint): string {
  const tenths = (BigInt(amount_in) * 1000n + whole / 2n) / whole
  return `${tenths / 10n}.${tenths % 10n} %`
}

function wordsFor(verdict: Verdict, quote: SwapQuote, isOld: boolean): Block[] {
  if (quote.signId !== undefined)
    return [text('A request to sign was made of this quote. Refresh it for another one.')]
  if (isOld) return [text('This price is more than a minute old. Refresh it to sign.')]
  const impact = bestOf(quote).total_price_impact
  const loss = impact === '' ? 'a part that cannot be told' : `${impact} %`
  if (verdict === 'refuses')
    return [text(`This swap would lose ${loss} to the price, so I do not offer it. Swap less.`)]
  if (quote.isAskedAgain)
    return [text(`You would lose ${loss} to the price. Do you really want that?`)]
  if (verdict === 'fine') return []
  return [text(`Careful: this amount moves the price, and ${loss} of the value is lost by it.`)]
}

const signButton = ({ id, isAskedAgain }: SwapQuote): Block =>
  isAskedAgain ? action('Sign anyway', `quote-confirm:${id}`) : action('Sign', `quote-sign:${id}`)
