import type { PrivateAnswersWords } from '../en/private-answers.ts'

export const privateAnswers: PrivateAnswersWords = {
  written: 'Te he escrito en privado',
  writtenTo: (name) => `${name}, la respuesta está en nuestro chat privado.`,
  unreachable: 'No puedo escribirte en privado',
  unreachableBy: (name) =>
    `${name}, la respuesta es solo para ti y todavía no puedo escribirte. Abre un chat privado conmigo, pulsa Iniciar y vuelve a preguntar.`,
  open: 'Abrir chat privado',
  startToRead: (name) =>
    `${name}, la respuesta es solo para ti y todavía no puedo escribirte. Abre nuestro chat privado y pulsa Iniciar: allí te espera un día.`,
  nobody: '¿Quién eres?',
  nobodyAsked:
    'Esto se escribió en nombre de un grupo o canal, así que no sé de quién es la cartera. Escríbelo como tú mismo: los administradores desactivan antes «Permanecer anónimo».',
}
