import { formatAmount } from '../../core/terms/amounts.ts'
import { USD_DECIMALS } from '../../core/reference/usd-value.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import { readReached, type PriceAlert, type PricePair } from '../../services/market/price-alerts.ts'
import type { View } from '../dispatch/command.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Card } from './card.ts'

/** `1 ETH = $3010.50`, `1 USDC = 0.0003 ETH`: a price with 18 decimals. */
export const showPairPrice = (words: Words, pair: PricePair, price: bigint): string =>
  `1 ${pair.token.toUpperCase()} = ${showPrice(words, pair, price)}`

/** Returns a price without the token that it is of: `$3010.50`. */
export function showPrice(words: Words, { other }: PricePair, price: bigint): string {
  const decimal = formatAmount(price, USD_DECIMALS)
  if (other === undefined) return `$${showNumber(words, showUsd(decimal))}`
  return `${showNumber(words, cut(decimal))} ${other.toUpperCase()}`
}

/** Six digits that count, cut: what follows them moves with every block. */
function cut(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0
  const places = whole === '0' ? zeros + 6 : Math.max(0, 6 - whole.length)
  const kept = fraction.slice(0, places).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Says that an alert waits, and what the price is now, where that is known. */
export function alertCard(words: Words, alert: PriceAlert, price: bigint | undefined): Card {
  const { setTitle, set, now, list } = words.alerts
  const { token, side, target } = alert
  const blocks = [
    text(set[side](token.toUpperCase(), showPrice(words, alert, target))),
    ...(price === undefined ? [] : [text(now(showPairPrice(words, alert, price)))]),
    action(list, 'alerts'),
  ]
  return { title: setTitle, tone: 'success', blocks }
}

/** Tells whoever asked that a price is where they waited for it: the key is the reached alert. */
export const priceReachedView: View = async (key, _services, { words }) => {
  const { side, target, price, ...pair } = readReached(key)
  const said = words.alerts.reached[side]
  return {
    card: {
      title: showPairPrice(words, pair, price),
      tone: 'info',
      blocks: [
        text(said(pair.token.toUpperCase(), showPrice(words, pair, target))),
        text(words.alerts.onceOnly),
        action(words.alerts.list, 'alerts'),
      ],
    },
    topics: [],
  }
}
