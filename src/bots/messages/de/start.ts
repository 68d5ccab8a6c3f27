import type { StartWords } from '../en/start.ts'

export const start: StartWords = {
  summary: 'Sagt Hallo.',
  title: 'Willkommen bei Vouch',
  hello: (name) =>
    `Hallo ${name}. Ich schicke Leuten Token an ihren Benutzernamen: /tip @bobby 5 usdc. Du signierst in deiner eigenen Wallet; deine Schlüssel habe ich nie.`,
  seeHelp: 'Was ich kann, zeigt dir /help.',
  somethingWaits: 'Da wartet etwas auf dich: /claim',
}
