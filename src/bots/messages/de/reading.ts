import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `„${input}“ verstehe ich nicht.`,
  chainMissing: 'Die Chain fehlt.',
  likeThis: (example) => `Schreib es so: ${example}`,

  to: (who) => `an ${who}`,
  amountIs: (amount) => `Betrag ${amount}`,
  amountMissing: 'Betrag und Token fehlen.',
  notAnAmount: (word) => `„${word}“ steht dort, wo der Betrag hingehört.`,
  amountFirst: (example) => `Schreib den Betrag vor den Token: ${example}`,
  tokenMissing: 'Der Token fehlt.',
  tokenBehind: (tokens) => `Schreib einen hinter den Betrag: ${tokens}.`,
  tokensMissing: 'Der Betrag und die Token fehlen.',
  otherMissing: 'Der Token, den du dafür willst, fehlt.',
  otherBehind: (tokens) => `Schreib einen dahinter: ${tokens}.`,
  chainBehind: 'Welche Chain bezahlt, schreibst du dahinter: on base.',

  nobody: 'Es fehlt, wer es bekommt.',
  noPerson: (word) =>
    `„${word}“ beginnt nicht mit @ und ist keine E-Mail-Adresse, daher weiß ich nicht, wer es bekommt.`,
  personFirst: (example) =>
    `Beginne mit dem Empfänger: ${example}. Oder antworte mit /tip 5 usdc auf eine Nachricht von ihm.`,
  unknownPlatform: (prefix) => `Die Plattform „${prefix}“ kenne ich nicht.`,
  platforms: 'Schreib tg:bobby, x:bobby, discord:bobby oder eine E-Mail-Adresse.',
  toOneself: 'Dieses Trinkgeld ginge an dich selbst.',
  nameAnother: 'Nenne jemand anderen.',
  toBot: 'Ich bin der Bot und kann kein Trinkgeld einlösen.',
  namePerson: 'Nenne einen Menschen.',
}
