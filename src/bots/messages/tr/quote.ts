import type { QuoteWords } from '../en/quote.ts'

export const quote: QuoteWords = {
  summary: 'Bir takasın ne getireceğini sorar; fiyat hoşuna giderse imzalarsın.',
  amount: 'Ne kadar verdiğin: 100, $5, half veya all',
  token: 'Verdiğin token',
  wanted: 'İstediğin token',
  title: (given, received) => `${given} karşılığı ${received}`,
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
  unknownLoss: 'bilinemeyen bir kısım',
  refused: (loss) =>
    `Bu takasta fiyat yüzünden kayıp ${loss} olur, bu yüzden önermiyorum. Daha az takas et.`,
  really: (loss) => `Fiyat yüzünden kaybın ${loss} olur. Bunu gerçekten istiyor musun?`,
  careful: (loss) => `Dikkat: bu miktar fiyatı oynatıyor ve bu yüzden değer kaybı ${loss}.`,
  signAnyway: 'Yine de imzala',
  refresh: 'Yenile',
  flip: 'Ters çevir',
}
