import type { AnswersWords } from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: 'Bir şeyler ters gitti',
  failed: 'Bizim tarafta bir şeyler ters gitti. Cüzdanından hiçbir şey gönderilmedi.',
  report: (id) => `Yine olursa şu numarayla bildir: ${id}`,
  nothingToShow: 'Artık gösterilecek bir şey yok.',
  allOfThem: 'Hepsi',
  claimFrom: (number, sum, sender) => `${number}: ${sum}, gönderen ${sender}`,
}
