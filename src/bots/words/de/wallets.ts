import type { WalletWords, WordsFirstWords } from '../en/wallets.ts'

export const wallet: WalletWords = {
  summary: 'Verknüpft eine Wallet mit deinem Konto, wählt die erste oder trennt eine.',
  what: 'link, default 2 oder unlink 2; leer für die Liste',
  title: 'Deine Wallets',
  none: 'Mit deinem Konto ist noch keine Wallet verknüpft.',
  linkHow: 'Verknüpfe eine: Du signierst damit einen kurzen Text, und es bewegt sich nichts.',
  isFirst: 'kommt zuerst',
  row: (address, chains) => `${address} auf ${chains}`,
  ownOfPlayground: 'Von der Spielwiese',
  link: 'Wallet verknüpfen',
  makeDefault: (number) => `${number} zuerst nehmen`,
  unlinkOne: (number) => `${number} trennen`,

  linkTitle: 'Eine Wallet verknüpfen',
  openPage: 'Seite öffnen',
  linkForYou:
    'Dieser Link ist nur für dich, gilt einmal und endet in 10 Minuten. Gib ihn nicht weiter: Wer ihn öffnet, könnte eine eigene Wallet mit deinem Konto verknüpfen.',
  linkExpired: 'Dieser Link ist abgelaufen. Hol dir einen neuen: /wallet link',
  linkGone: 'Ein neuerer Link ist an seine Stelle getreten.',

  linkedTitle: 'Mit deinem Konto wurde eine Wallet verknüpft',
  linkedWhat: (address, chains) =>
    `${address} kann jetzt auf ${chains} für dich zahlen und bezahlt werden. Jede Zahlung signiert sie weiterhin selbst.`,
  notYou: 'Wenn du das nicht warst, trenne sie sofort.',
  ofPasskey:
    'Ein Passkey verwahrt sie: Schreib ihre Wiederherstellungswörter auf, bevor viel an sie ausgezahlt wird.',
  recoveryWords: 'Wörter und Passkeys',

  askTitle: (address) => `${address} trennen?`,
  askWhat:
    'Ich vergesse, dass sie dir gehört, und biete sie für nichts mehr an. Was in ihr liegt, bleibt in ihr.',
  yes: 'Ja, trennen',
  unlinked: 'Die Wallet ist getrennt',
  noNumber: (number) => `Es gibt keine verknüpfte Wallet ${number}.`,
  notLinked: 'Diese Wallet ist nicht mehr mit deinem Konto verknüpft.',
  seeList: 'Die Liste zeigt /wallet.',
}

export const wordsFirst: WordsFirstWords = {
  title: 'Bestätige zuerst deine Wiederherstellungswörter',
  why: (usd) =>
    `Damit hätte das Konto deines Passkeys mehr als $${usd}. Ohne seine Wiederherstellungswörter ist das alles verloren, sobald kein Gerät mehr den Passkey hat.`,
  waits:
    'Es wartet weiter auf dich. Die Seite zeigt die Wörter und fragt drei davon ab; löse es danach noch einmal ein.',
  confirm: 'Wörter bestätigen',
}
