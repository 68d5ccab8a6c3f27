import type { BalanceWords } from '../en/balance.ts'

export const balance: BalanceWords = {
  summary: 'Zeigt, was in deinen verknüpften Wallets liegt.',
  title: 'Dein Guthaben',
  noWallet: 'Mit deinem Konto ist keine Wallet verknüpft.',
  withoutWallet:
    'Verknüpfe eine mit /wallet link. Es geht auch ohne: /tip fragt auf der Signierseite nach einer Wallet, und /claim nimmt jede Adresse.',
  empty: 'leer',
  vouchersOf: (wallet) => `${wallet}, Gutscheine`,
  unread: 'lässt sich gerade nicht lesen',
}
