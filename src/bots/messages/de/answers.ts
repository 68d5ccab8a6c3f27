import type { AnswersWords } from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: 'Etwas ging schief',
  failed: 'Bei uns ging etwas schief. Aus deiner Wallet wurde nichts gesendet.',
  report: (id) => `Passiert es wieder, melde es mit dieser Kennung: ${id}`,
  nothingToShow: 'Es gibt nichts mehr zu zeigen.',
  allOfThem: 'Alle zusammen',
  claimFrom: (number, sum, sender) => `${number}: ${sum} von ${sender}`,
}
