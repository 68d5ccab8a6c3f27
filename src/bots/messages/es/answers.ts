import type { AnswersWords } from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: 'Algo salió mal',
  failed: 'Algo salió mal de nuestro lado. No se envió nada desde tu cartera.',
  report: (id) => `Si vuelve a pasar, avísanos con este identificador: ${id}`,
  nothingToShow: 'Ya no hay nada que mostrar.',
  allOfThem: 'Todos',
  claimFrom: (number, sum, sender) => `${number}: ${sum} de ${sender}`,
}
