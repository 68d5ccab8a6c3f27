import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `No entiendo «${input}».`,
  chainMissing: 'Falta la cadena.',
  likeThis: (example) => `Escríbelo así: ${example}`,

  to: (who) => `para ${who}`,
  amountIs: (amount) => `cantidad ${amount}`,
  amountMissing: 'Faltan la cantidad y el token.',
  notAnAmount: (word) => `«${word}» está donde va la cantidad.`,
  amountFirst: (example) => `Escribe la cantidad antes del token: ${example}`,
  tokenMissing: 'Falta el token.',
  tokenBehind: (tokens) => `Escribe uno después de la cantidad: ${tokens}.`,
  tokensMissing: 'Faltan la cantidad y los tokens.',
  otherMissing: 'Falta el token que quieres a cambio.',
  otherBehind: (tokens) => `Escribe uno detrás: ${tokens}.`,
  chainBehind: 'Para indicar qué cadena paga, escríbelo detrás: on base.',

  nobody: 'Falta quién lo recibe.',
  noPerson: (word) =>
    `«${word}» no empieza por @ ni es un correo electrónico, así que no sé quién lo recibe.`,
  personFirst: (example) =>
    `Empieza por el destinatario: ${example}. O responde a un mensaje suyo con /tip 5 usdc.`,
  unknownPlatform: (prefix) => `No conozco la plataforma «${prefix}».`,
  platforms: 'Escribe tg:bobby, x:bobby, discord:bobby o un correo electrónico.',
  toOneself: 'Esta propina sería para ti.',
  nameAnother: 'Indica a otra persona.',
  toBot: 'Soy el bot; no puedo reclamar propinas.',
  namePerson: 'Indica a una persona.',
}
