import type { HistoryWords } from '../en/history.ts'

export const history: HistoryWords = {
  summary: 'Muestra tus transacciones, primero las más nuevas.',
  title: 'Tus transacciones',
  titleOfPage: (page) => `Tus transacciones, página ${page}`,
  none: 'Aún no has firmado nada aquí.',
  noneOlder: 'No hay nada más antiguo.',
  newer: 'Más nuevas',
  older: 'Más antiguas',
  notPage: (word) => `"${word}" no es una página.`,
  tipped: (sum, who) => `${sum} para ${who}`,
  swapped: (sum, token) => `Cambio de ${sum} por ${token}`,
}
