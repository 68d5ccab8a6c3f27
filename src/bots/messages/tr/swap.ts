import type { SwapWords } from '../en/swap.ts'

export const swap: SwapWords = {
  summary: 'Kendi cüzdanından bir token’ı başka birine çevirir.',
  title: (given, received) => `${given} ver, ${received} al`,
  trade: (given, token) => `${given} karşılığı ${token}`,
  to: 'Nereye',
  sameWallet: 'Aynı cüzdan',
  atLeast: 'En az',
  orBack: (least, slippage) => `${least} (kayma ${slippage}): yoksa hepsi geri gelir`,
  gasOnly: 'Yalnızca ağ ücreti, cüzdanın öder; havuzların aldığı fiyatın içinde',
  freshPrice: '/quote ile yeni bir fiyat sor.',
  done: (trade) => `Takas edildi: ${trade}`,
  arrived: (least, chain) => `${chain} üzerine en az ${least} ulaştı.`,
  doneAsVouchers: (trade) => `Kupon olarak takas edildi: ${trade}`,
  asVouchers: (chain, reason, token) =>
    `${chain} token olarak ödeyemedi: ${reason}. ${token} alıcıda kupon olarak duruyor.`,
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
