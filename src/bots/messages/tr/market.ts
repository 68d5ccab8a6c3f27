import type { MarketWords } from '../en/market.ts'
import { plural } from '../plural.ts'

export const market: MarketWords = {
  priceSummary: 'Bir token’ın değerini gösterir.',
  tokensSummary: 'Burada gönderilebilen token’ları listeler.',
  chainsSummary: 'Ödeme yapılabilen ve alınabilen zincirleri listeler.',
  poolsSummary: 'Takasların geçtiği havuzları listeler.',
  whichToken: 'Hangi token',
  whichPage: 'Hangi sayfa',

  pricesTitle: 'Fiyatlar',
  priceTitle: (token, usd) => `1 ${token} = ${usd} $`,
  noPriceTitle: (token) => `${token} için fiyat yok`,
  noPrice: (token) =>
    `Hiçbir havuz ${token} ile bir dolar değerindeki bir token’ı bağlamıyor; fiyat uydurmam.`,
  unknown: 'fiyat yok',
  day: '24 saatte',
  week: '7 günde',
  unchanged: 'değişmedi',
  source: 'Kaynak',
  sourceOf: (pools, block) => `${pools}, hub’ın ${block} numaralı bloğunda`,
  poolCount: (count, shown) => plural('tr', count, { one: '1 havuz', other: `${shown} havuz` }),
  chart: (token, from, to) => `Son bir haftada ${token}: ${from} ile ${to} arası`,
  morePrices: 'Değişimleriyle bir token: /price eth',

  tokensTitle: 'Token’lar',
  on: (chains) => `${chains} üzerinde`,
  reviewed: 'incelendi',
  notReviewed: 'incelenmedi',

  chainsTitle: 'Zincirler',
  chainId: (id) => `zincir kimliği ${id}`,
  isHub: 'hub: kuponlar burada durur',
  moving: 'çalışıyor',
  behind: (blocks) => `${blocks} blok geride`,
  stalled: 'yeni bir şey gelmiyor: ona ihtiyaç duyan bekler',

  poolsTitle: 'Havuzlar',
  poolsOf: (token) => `${token} havuzları`,
  noPools: 'Henüz havuz yok.',
  noPoolsOf: (token) => `${token} içeren havuz yok.`,
  holds: (first, second) => `${first} ve ${second}`,
  fee: (percent) => `ücret ${percent}`,
  stable: 'stabil',

  pageTitle: (title, page) => `${title}, sayfa ${page}`,
  notPage: (word) => `"${word}" bir sayfa değil.`,
  writePage: (example) => `Şöyle yaz: ${example}`,
  noSuchPage: 'O sayfada bir şey yok.',
  previous: 'Geri',
  next: 'Devamı',
}
