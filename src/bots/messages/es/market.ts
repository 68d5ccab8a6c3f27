import type { MarketWords } from '../en/market.ts'
import { plural } from '../plural.ts'

export const market: MarketWords = {
  priceSummary: 'Muestra cuánto vale un token.',
  tokensSummary: 'Lista los tokens que se pueden enviar aquí.',
  chainsSummary: 'Lista las cadenas desde las que y a las que se puede pagar.',
  poolsSummary: 'Lista los pools por los que pasan los intercambios.',
  whichToken: 'Qué token',
  whichPage: 'Qué página',

  pricesTitle: 'Precios',
  priceTitle: (token, usd) => `1 ${token} vale $${usd}`,
  noPriceTitle: (token) => `${token} no tiene precio`,
  noPrice: (token) =>
    `Ningún pool lleva de ${token} a un token que valga un dólar, así que no me invento un precio.`,
  unknown: 'sin precio',
  day: 'En 24 horas',
  week: 'En 7 días',
  unchanged: 'sin cambios',
  source: 'Fuente',
  sourceOf: (pools, block) => `${pools}, en el bloque ${block} del hub`,
  poolCount: (count, shown) => plural('es', count, { one: '1 pool', other: `${shown} pools` }),
  chart: (token, from, to) => `${token} en la última semana, de ${from} a ${to}`,
  morePrices: 'Un token con sus cambios: /price eth',

  tokensTitle: 'Tokens',
  on: (chains) => `en ${chains}`,
  reviewed: 'revisado',
  notReviewed: 'sin revisar',

  chainsTitle: 'Cadenas',
  chainId: (id) => `id de cadena ${id}`,
  isHub: 'el hub: aquí viven los vales',
  moving: 'funciona',
  behind: (blocks) => `${blocks} bloques de retraso`,
  stalled: 'no llega nada nuevo: lo que la necesita espera',

  poolsTitle: 'Pools',
  poolsOf: (token) => `Pools con ${token}`,
  noPools: 'Todavía no hay pools.',
  noPoolsOf: (token) => `No hay ningún pool con ${token}.`,
  holds: (first, second) => `${first} y ${second}`,
  fee: (percent) => `comisión ${percent}`,
  stable: 'estable',

  pageTitle: (title, page) => `${title}, página ${page}`,
  notPage: (word) => `"${word}" no es una página.`,
  writePage: (example) => `Escríbelo así: ${example}`,
  noSuchPage: 'No hay nada en esa página.',
  previous: 'Atrás',
  next: 'Más',
}
