import type { MarketWords, QuoteWords, SwapWords } from '../en/market.ts'
import { plural } from '../../../words/plural.ts'

export const market: MarketWords = {
  priceSummary: 'Bir token’ın değerini gösterir.',
  tokensSummary: 'Burada gönderilebilen token’ları listeler.',
  chainsSummary: 'Ödeme yapılabilen ve alınabilen zincirleri listeler.',
  poolsSummary: 'Takasların geçtiği havuzları listeler.',
  whichToken: 'Hangi token',
  otherToken: 'Yanında başka bir token',
  whichPage: 'Hangi sayfa',

  pricesTitle: 'Fiyatlar',
  priceTitle: (token, usd) => `1 ${token} = $${usd}`,
  noPriceTitle: (token) => `${token} için fiyat yok`,
  noPrice: (token) =>
    `Hiçbir havuz ${token} ile bir dolar değerindeki bir token’ı bağlamıyor; fiyat uydurmam.`,
  unknown: 'fiyat yok',
  day: 'Son 24 saat',
  week: 'Son 7 gün',
  unchanged: 'değişmedi',
  source: 'Kaynak',
  sourceOf: (pools, block) => `${pools}, hub’ın ${block} numaralı bloğunda`,
  poolCount: (count, shown) => plural('tr', count, { one: '1 havuz', other: `${shown} havuz` }),
  chart: (token, from, to) => `Son bir haftada ${token}, ${from} değerinden ${to} değerine`,
  morePrices: 'Değişimleriyle bir token: /price eth',

  tokensTitle: 'Token’lar',
  on: (chains) => `${chains} üzerinde`,
  reviewed: 'incelendi',
  notReviewed: 'incelenmedi',

  chainsTitle: 'Zincirler',
  chainId: (id) => `zincir kimliği ${id}`,
  isHub: 'hub: kuponlar burada durur',
  locked: 'hub kilitledi: oradan bir şey alınmıyor, orada ödeme yapılmıyor',
  moving: 'çalışıyor',
  behind: (blocks) => `${blocks} blok geride`,
  stalled: (time) => `${time} süredir yeni bir şey gelmiyor: ona bağlı olan işlemler bekler`,
  unreachable: (time) =>
    `düğümü yanıt vermiyor, ${time} süredir yeni bir şey okunmadı: ona bağlı olan işlemler bekler`,
  fork: (time) =>
    `blokları daha önce alınanların devamı değil, ${time} süredir yeni bir şey alınmadı: ona bağlı olan işlemler bekler`,
  contradiction: (time) =>
    `düğümleri birbiriyle çelişiyor, ${time} süredir yeni bir şey alınmadı: ona bağlı olan işlemler bekler`,

  poolsTitle: 'Havuzlar',
  poolsOf: (token) => `${token} havuzları`,
  noPools: 'Henüz havuz yok.',
  noPoolsOf: (token) => `${token} içeren havuz yok.`,
  holds: (first, second) => `${first} ve ${second}`,
  fee: (percent) => `ücret ${percent}`,
  stable: 'stabil',

  pageTitle: (title, page) => `${title}, sayfa ${page}`,
  notPage: (word) => `“${word}” bir sayfa değil.`,
  noSuchPage: (last) => `Son sayfa ${last}.`,
  previous: 'Geri',
  next: 'Devamı',
}

export const quote: QuoteWords = {
  summary: 'Bir takasın ne getireceğini sorar; fiyat hoşuna giderse imzalarsın.',
  amount: 'Ne kadar verdiğin: 100, $5, half ya da all',
  token: 'Verdiğin token',
  wanted: 'İstediğin token',
  title: (given, received, price) => `${given} karşılığında ${received}${price && ` (${price})`}`,
  exactly: 'Tam tutar',
  youGive: 'Verdiğin',
  youGet: 'Aldığın',
  route: 'Yol',
  inTurn: (legs) => legs.join(', sonra '),
  impact: 'Fiyat etkisi',
  unknown: 'bilinemiyor',
  split: (paths, more) =>
    `${paths} yola bölününce ${more} daha fazla öder. Cosmos zincirindeki bir cüzdan hepsini tek seferde imzalar. EVM cüzdanı her yol için ayrı işlem imzalardı, o yüzden orada yukarıdaki tek yolu öneriyorum.`,
  drawn: (given, received, ways) => `${given} şuna dönüşür: ${received}. Yol: ${ways.join('; ')}`,
  fresh: 'Güncellik',
  freshness: (block, seconds) => `hub bloğu ${block}, sorulduğunda ${seconds} sn eskiydi`,
  wasSigned: 'Bu fiyattan bir imza isteği yapıldı. Yenisi için fiyatı yenile.',
  isOld: 'Bu fiyat bir dakikadan eski. İmzalamak için yenile.',
  unknownLoss: 'bilinmeyen bir kısım',
  refused: (loss) =>
    `Bu takasta fiyat yüzünden kayıp ${loss} olur, bu yüzden önermiyorum. Daha az takas et.`,
  really: (loss) => `Fiyat yüzünden kaybın ${loss} olur. Bunu gerçekten istiyor musun?`,
  careful: (loss) => `Dikkat: bu miktar fiyatı oynatıyor ve bu yüzden değer kaybı ${loss}.`,
  signAnyway: 'Yine de imzala',
  refresh: 'Yenile',
  flip: 'Ters çevir',
}

export const swap: SwapWords = {
  summary: 'Kendi cüzdanından bir token’ı başka birine çevirir.',
  title: (given, received) => `${given} ver, ${received} al`,
  trade: (given, token) => `${given} karşılığı ${token}`,
  to: 'Nereye',
  sameWallet: 'Aynı cüzdan',
  atLeast: 'En az',
  orBack: (least, slippage) => `${least} (kayma ${slippage}): yoksa hepsi geri gelir`,
  gasOnly: 'Yalnızca ağın gas ücreti; cüzdanın öder. Havuzların aldığı fiyatın içinde',
  freshPrice: '/quote ile yeni bir fiyat sor.',
  done: (trade) => `Takas edildi: ${trade}`,
  arrived: (least, chain) => `${chain} üzerine en az ${least} ulaştı.`,
  doneAsVouchers: (trade) => `Kupon olarak takas edildi: ${trade}`,
  asVouchers: (chain, reason, token) =>
    `${chain} token olarak ödeyemedi: ${reason}. ${token} gönderende kupon olarak duruyor.`,
  failed: (trade) => `Takas başarısız: ${trade}`,
  refused: (chain, reason, sum) =>
    `${chain} işlemi reddetti: ${reason}. ${sum} hâlâ cüzdanında. Yalnızca ağ ücreti harcandı.`,
  neverReached: (trade, chain) => `Takas ${chain} zincirine hiç ulaşmadı: ${trade}`,
  stillYours: (reason, sum) => `${reason}. ${sum} hâlâ cüzdanında.`,
  refunded: (trade) => `Takas iade edildi: ${trade}`,
  isBack: (reason, sum, chain) =>
    `Hub reddetti: ${reason}. ${sum}, ${chain} üzerindeki cüzdanına geri döndü.`,
  partlyRefunded: (trade) => `Takasın bir kısmı iade edildi: ${trade}`,
  partIsBack: (reason, sum, chain, target) =>
    `Hub bu kısmı reddetti: ${reason}. ${sum}, ${chain} üzerindeki cüzdanına geri döndü. Kalanı takas edildi ve ${target} üzerinde ödendi.`,
  timedOut: (trade) => `Takasın süresi doldu: ${trade}`,
  stopped: (trade) => `Takas ilerlemiyor: ${trade}`,
  show: (hash) => `Bu işlemi hizmeti işletenlere göster: ${hash}`,
  refunding: (trade) => `Takas iade ediliyor: ${trade}`,
  comesBack: (reason, sum, chain) =>
    `Hub reddetti: ${reason}. ${sum}, cüzdanına iade kesinleşene kadar ${chain} üzerinde tutuluyor.`,
  underWay: (trade) => `Takas ediliyor: ${trade}`,
  signed: (least, chain) =>
    `İmzalandı. ${chain} üzerine en az ${least} ulaşacak ya da hepsi geri gelecek.`,
  noHome: (token, chain) =>
    `${token}, ${chain} üzerinde yok ve olduğu yerde bağlı bir cüzdanın da yok.`,
  linkFirst: (chains) => `Önce şurada bir cüzdan bağla: ${chains}.`,
}
