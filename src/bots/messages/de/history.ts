import type { HistoryWords } from '../en/history.ts'

export const history: HistoryWords = {
  summary: 'Zeigt deine eigenen Transaktionen, die neuesten zuerst.',
  title: 'Deine Transaktionen',
  titleOfPage: (page) => `Deine Transaktionen, Seite ${page}`,
  none: 'Du hast hier noch nichts signiert.',
  noneOlder: 'Ältere gibt es nicht.',
  newer: 'Neuere',
  older: 'Ältere',
  notPage: (word) => `„${word}“ ist keine Seite.`,
  tipped: (sum, who) => `${sum} an ${who}`,
  swapped: (sum, token) => `Tausch von ${sum} gegen ${token}`,
}
