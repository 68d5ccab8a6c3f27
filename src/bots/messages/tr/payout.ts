import type { PayoutWords } from '../en/payout.ts'

export const payout: PayoutWords = {
  paid: (sum, chain) => `Ödendi: ${onChain(chain)}${sum}, cüzdanında`,
  paying: (sum, chain) => `${onChain(chain)}${sum} ödeniyor`,
  arrivedAsVouchers: (sum) => `${sum} kupon olarak ulaştı`,
  goesBack: (sum) => `${sum} gönderene geri dönüyor`,
  wentBack: (sum) => `${sum} gönderene geri döndü`,
  waits: (sum) => `${sum} seni bekliyor`,
  notPaid: (sum) => `${sum} ödenemedi`,
  someOf: (paid, all) => `${all} talepten ödenen: ${paid}`,
  payableOn: (chains) => `Ödenebileceği zincirler: ${chains}. /claim`,
  stillWaits: (reason) => `Hub reddetti: ${reason}. Talebin hâlâ seni bekliyor: /claim`,
  yours: (token, chain) => `${token}, ${chain} üzerindeki cüzdanının kuponları olarak senin.`,
  couldNot: (chain, reason) => `${chain} ödeyemedi: ${reason}.`,
}

const onChain = (chain: string) => (chain === '' ? '' : `${chain} üzerinde `)
