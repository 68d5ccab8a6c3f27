import type { HistoryWords } from '../en/history.ts'

export const history: HistoryWords = {
  summary: 'Kendi işlemlerini listeler, en yenisi başta.',
  title: 'İşlemlerin',
  titleOfPage: (page) => `İşlemlerin, sayfa ${page}`,
  none: 'Burada henüz bir şey imzalamadın.',
  noneOlder: 'Daha eskisi yok.',
  newer: 'Daha yeni',
  older: 'Daha eski',
  notPage: (word) => `"${word}" bir sayfa değil.`,
  tipped: (sum, who) => `${who} için ${sum}`,
  swapped: (sum, token) => `${sum} karşılığında ${token}`,
}
