import type { StartWords } from '../en/start.ts'

export const start: StartWords = {
  summary: 'Merhaba der.',
  title: 'Vouch’a hoş geldin',
  hello: (name) =>
    `Merhaba ${name}. İnsanlara kullanıcı adlarıyla token gönderirim: /tip @bobby 5 usdc. Kendi cüzdanında imzalarsın; anahtarların asla bende durmaz.`,
  seeHelp: 'Neler yapabildiğimi /help ile gör.',
  somethingWaits: 'Seni bekleyen bir şey var: /claim',
}
