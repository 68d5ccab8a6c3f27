import type { PrivateAnswersWords } from '../en/private-answers.ts'

export const privateAnswers: PrivateAnswersWords = {
  written: 'Sana özelden yazdım',
  writtenTo: (name) => `${name}, yanıt özel sohbetimizde.`,
  unreachable: 'Sana özelden yazamıyorum',
  unreachableBy: (name) =>
    `${name}, yanıt yalnızca senin için ve sana henüz yazamıyorum. Benimle özel bir sohbet aç, Başlat’a bas ve yeniden sor.`,
  open: 'Özel sohbeti aç',
  startToRead: (name) =>
    `${name}, yanıt yalnızca senin için ve sana henüz yazamıyorum. Özel sohbetimizi aç ve Başlat’a bas: orada bir gün bekler.`,
  nobody: 'Sen kimsin?',
  nobodyAsked:
    'Bu, bir grup ya da kanal adına yazıldı; kimin cüzdanı olduğunu bilemiyorum. Kendi adınla yaz: yöneticiler önce “Anonim kal” seçeneğini kapatır.',
}
