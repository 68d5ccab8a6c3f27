import type { BalanceWords } from '../en/balance.ts'

export const balance: BalanceWords = {
  summary: 'Bağlı cüzdanlarındaki varlıkları gösterir.',
  title: 'Bakiyen',
  noWallet: 'Hesabına bağlı bir cüzdan yok.',
  withoutWallet:
    '/wallet link ile bir cüzdan bağla. Cüzdansız da olur: /tip imza sayfasında bir cüzdan ister, /claim her adresi kabul eder.',
  empty: 'boş',
  vouchersOf: (wallet) => `${wallet}, kuponlar`,
  unread: 'şu anda okunamıyor',
}
