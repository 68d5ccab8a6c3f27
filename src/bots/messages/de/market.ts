import type { MarketWords } from '../en/market.ts'
import { plural } from '../plural.ts'

export const market: MarketWords = {
  priceSummary: 'Zeigt, was ein Token wert ist.',
  tokensSummary: 'Listet die Token auf, die sich hier senden lassen.',
  chainsSummary: 'Listet die Chains auf, von denen und auf die gezahlt werden kann.',
  poolsSummary: 'Listet die Pools auf, durch die getauscht wird.',
  whichToken: 'Welcher Token',
  whichPage: 'Welche Seite',

  pricesTitle: 'Preise',
  priceTitle: (token, usd) => `1 ${token} ist ${usd} $ wert`,
  noPriceTitle: (token) => `${token} hat keinen Preis`,
  noPrice: (token) =>
    `Kein Pool führt von ${token} zu einem Token, der einen Dollar wert ist. Einen Preis erfinde ich nicht.`,
  unknown: 'kein Preis',
  day: 'In 24 Stunden',
  week: 'In 7 Tagen',
  unchanged: 'unverändert',
  source: 'Aus',
  sourceOf: (pools, block) => `${pools}, bei Block ${block} des Hubs`,
  poolCount: (count, shown) => plural('de', count, { one: '1 Pool', other: `${shown} Pools` }),
  chart: (token, from, to) => `${token} in der letzten Woche, von ${from} auf ${to}`,
  morePrices: 'Ein Token mit seinen Änderungen: /price eth',

  tokensTitle: 'Token',
  on: (chains) => `auf ${chains}`,
  reviewed: 'geprüft',
  notReviewed: 'nicht geprüft',

  chainsTitle: 'Chains',
  chainId: (id) => `Chain-ID ${id}`,
  isHub: 'der Hub: Hier liegen die Gutscheine',
  moving: 'läuft',
  behind: (blocks) => `${blocks} Blöcke zurück`,
  stalled: 'es kommt nichts Neues: Was sie braucht, wartet',

  poolsTitle: 'Pools',
  poolsOf: (token) => `Pools mit ${token}`,
  noPools: 'Es gibt noch keine Pools.',
  noPoolsOf: (token) => `Es gibt keinen Pool mit ${token}.`,
  holds: (first, second) => `${first} und ${second}`,
  fee: (percent) => `Gebühr ${percent}`,
  stable: 'stabil',

  pageTitle: (title, page) => `${title}, Seite ${page}`,
  notPage: (word) => `„${word}“ ist keine Seite.`,
  writePage: (example) => `Schreib es so: ${example}`,
  noSuchPage: 'Auf dieser Seite steht nichts.',
  previous: 'Zurück',
  next: 'Mehr',
}
