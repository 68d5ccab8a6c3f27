import type { PrivacyWords } from '../en/privacy.ts'

export const privacy: PrivacyWords = {
  summary: 'Zeigt, was ich von dir aufbewahre, und löscht es auf Wunsch.',
  part: 'erase, um zu löschen, was sich löschen lässt',
  title: 'Was ich von dir aufbewahre',
  account: 'Dein Konto',
  accountIs:
    'Nummer, deine Benutzernamen mit der Zeit, in der du sie hattest, und unseren privaten Chat, solange dieser Server läuft: So findet Geld, das dir jemand schickt, dich und niemand anderen.',
  language: 'Deine Sprache',
  languageIs: 'Bis du sie änderst oder löschst.',
  talk: 'Wann du zuletzt in einer Gruppe mit mir geschrieben hast',
  talkIs:
    'Einen Tag lang, für /rain. Von dem, was du schreibst, bewahre ich nur Befehle auf, bis sie beantwortet sind.',
  wallets: 'Wallets, die du verknüpft hast',
  walletsIs:
    'Ihre öffentlichen Adressen, bis du sie löst oder löschst. Deine Schlüssel habe ich nie.',
  mailboxes: 'Postfächer, die du im Chat als deine gezeigt hast',
  mailboxesIs: 'Eine halbe Stunde lang; Älteres verschwindet, sobald jemand das nächste zeigt.',
  quotes: 'Kurse, nach denen du gefragt hast, und Transaktionen, die du verfolgst',
  quotesIs: 'Bis du sie löschst.',
  money: 'Was du signiert, gesendet und bekommen hast',
  moneyIs:
    'Beträge, Namen und Notizen, für immer: Ohne sie könnte niemand es einlösen oder zurückbekommen. Auch die Chains bewahren es öffentlich auf.',
  erase: 'Löschen, was sich löschen lässt',
  askTitle: 'Löschen?',
  goes: 'Weg sind dann deine Sprache, wann du in Gruppen geschrieben hast, deine Kurse, die Transaktionen, die du verfolgst, die Verknüpfungen zu deinen Wallets und die gezeigten Postfächer.',
  stays:
    'Dein Konto und was du signiert, gesendet und bekommen hast, bleiben: Daran kann jemandes Geld hängen. Rückgängig geht das nicht.',
  yes: 'Ja, löschen',
  doneTitle: 'Gelöscht',
  done: 'Was sich löschen lässt, ist weg. Schreibst du mir wieder, lerne ich deine Sprache neu.',
}
