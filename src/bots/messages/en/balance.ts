/** `/balance` */
export const balance = {
  summary: 'Show what your linked wallets hold.',
  title: 'Your balance',
  noWallet: 'No wallet is linked to your account.',
  withoutWallet:
    'Link one with /wallet link. It also works without: /tip asks for a wallet on the sign page, and /claim takes any address.',
  empty: 'empty',
  vouchersOf: (wallet: string) => `${wallet}, vouchers`,
  unread: 'cannot be read right now',
}

export type BalanceWords = typeof balance
