import type { BalanceWords } from '../en/balance.ts'

export const balance: BalanceWords = {
  summary: 'Muestra lo que hay en tus carteras vinculadas.',
  title: 'Tu saldo',
  noWallet: 'No hay ninguna cartera vinculada a tu cuenta.',
  withoutWallet:
    'Vincula una con /wallet link. También funciona sin ella: /tip pide una cartera en la página de firma, y /claim acepta cualquier dirección.',
  empty: 'vacía',
  vouchersOf: (wallet) => `${wallet}, vales`,
  unread: 'no se puede leer ahora mismo',
}
