import type { StartWords } from '../en/start.ts'

export const start: StartWords = {
  summary: 'Te saluda.',
  title: 'Te doy la bienvenida a Vouch',
  hello: (name) =>
    `Hola, ${name}. Envío tokens a la gente por su nombre de usuario: /tip @bobby 5 usdc. Tú firmas en tu propia cartera; yo nunca tengo tus claves.`,
  seeHelp: 'Mira lo que sé hacer con /help.',
  somethingWaits: 'Algo te espera: /claim',
}
