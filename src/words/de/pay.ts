import type { PayWords } from '../en/pay.ts'

export const pay: PayWords = {
  cannotShow: 'Diese Rechnung lässt sich nicht zeigen',
  fetching: 'Die Rechnung wird geholt.',
  titles: {
    open: 'Rechnung',
    sent: 'Rechnung: wird gerade bezahlt',
    paid: 'Rechnung: bezahlt',
    withdrawn: 'Rechnung: zurückgezogen, zahl nichts',
    expired: 'Rechnung: abgelaufen, zahl nichts',
    unseen: 'Rechnung: vielleicht schon bezahlt',
  },
  lookAgain:
    'Vielleicht hat sie jemand im letzten Moment bezahlt. Diese Seite zeigt das in ein paar Minuten; zahl vorher nichts.',
  to: 'An',
  until: 'Zahlbar bis',
  byPage: 'Über diese Seite',
  states: { sent: 'unterwegs', paid: 'bezahlt' },
  withWallet: 'Mit einer Wallet bezahlen',
  fromChain: 'Zahlen von',
  nothingYet:
    'Noch wird nichts bezahlt: Die nächste Seite zeigt, was deine Wallet signiert. Im Chat drückst du stattdessen auf der Karte „Zahlen“.',
}
