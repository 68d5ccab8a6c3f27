import { plural } from '../../../words/plural.ts'
import type { BillWords } from '../en/bills.ts'

export const bills: BillWords = {
  requestSummary: 'Bittet jemanden, dir etwas zu zahlen.',
  splitSummary: 'Teilt einen Betrag auf mehrere auf: Alle zahlen dir ihren Anteil.',
  amount: 'Wie viel: 12 oder 0,25 oder $12',
  from: 'Wer zahlen soll',
  among: 'Wer einen Anteil zahlen soll: @bobby @carol',

  title: (asker, sum, count) =>
    plural('de', count, {
      one: `${asker} bittet um ${sum}`,
      other: `${asker} bittet ${count} Personen um ${sum}`,
    }),
  invoiceSummary: 'Stellt eine Rechnung, die jeder mit ihrem Link bezahlen kann.',
  until: 'Bis wann sie gilt: 18:00, tomorrow 12:00 (morgen)',
  invoiceTitle: (asker, sum) => `Rechnung von ${asker}: ${sum}`,
  payUntil: 'Zahlbar bis',
  anybody:
    'Wer den Link hat, kann sie einmal bezahlen: hier im Chat oder auf ihrer Seite mit einer Wallet.',
  beingPaid: 'Sie wird gerade bezahlt.',
  mayBePaid:
    'Vielleicht hat sie jemand im letzten Moment bezahlt. Das steht in ein paar Minuten hier, und bis dahin kann sie niemand bezahlen.',
  expired: 'Sie ist abgelaufen. Niemand kann sie mehr bezahlen.',
  openPage: 'Rechnung öffnen',
  qrCode: 'Der Link der Rechnung als QR-Code',
  byLink: 'Über den Link',
  invoiceToOne: 'Eine Rechnung geht an eine Person oder an alle, die ihren Link haben.',
  row: (sum, state) => `${sum}, ${state}`,
  open: 'noch nicht gezahlt',
  asked: 'noch nicht signiert',
  unseen: 'vielleicht unterwegs',
  sent: 'unterwegs',
  paid: 'gezahlt',
  declined: 'abgelehnt',
  havePaid: (paid, count) =>
    `${paid} von ${count} ${plural('de', paid, { one: 'hat', other: 'haben' })} gezahlt.`,
  withdrawn: (asker) => `${asker} hat es zurückgezogen. Niemand muss zahlen.`,
  pay: 'Zahlen',
  decline: 'Ablehnen',
  remind: 'Erinnern',
  withdraw: 'Zurückziehen',

  nobody: 'Wer soll zahlen?',
  onlyOne: 'Eine Zahlungsanfrage geht an eine einzige Person.',
  tooMany: (count, most) =>
    `Das sind ${count} Personen; höchstens ${most} kannst du auf einmal bitten.`,
  askFewer: 'Frag weniger von ihnen, oder frag zweimal.',
  onlyHere: (place) => `Ich kann nur Leute auf ${place} bitten: Sie drücken hier einen Knopf.`,
  tellThem: 'Nenne die, die hier sind.',
  giveLink: 'Lass den Namen weg, und gib der Person den Link der Rechnung.',
  toBot: 'Ich bin der Bot; ich kann nicht zahlen.',
  toOneself: 'Von dir selbst kannst du kein Geld fordern.',
  namedAsBot: (who) => `${who} ist dem Namen nach ein Bot, und Bots können nicht zahlen.`,
  sayHowMuch: 'Wie viel? Was die Hälfte oder alles ist, weiß nur, wer zahlt.',

  notAsked: (asker) => `${asker} bittet hier andere, nicht dich.`,
  manyBegun: (count) =>
    `${count} andere haben in Chats schon angefangen, diese Rechnung zu bezahlen; mehr können es nicht.`,
  payOnPage: (url) => `Bezahle sie mit einer Wallet auf ihrer Seite: ${url}`,
  onlyAsker: (asker) => `Das darf nur ${asker}.`,
  leaveIt: 'Überlass es ihnen.',
  isOver: 'Das wurde zurückgezogen.',
  gone: 'Darum bittet niemand mehr',
  askAnew: 'Wer es noch will, bittet neu: /request',
  isPaid: 'Das hast du schon gezahlt.',
  lookAtCard: 'Die Karte zeigt, wer gezahlt hat.',
  youDeclined: 'Abgelehnt',
  canStillPay: 'Die Karte sagt es. Du kannst trotzdem noch zahlen.',
  youWithdrew: 'Zurückgezogen',
  paidStays: 'Niemand wird mehr gebeten. Was gezahlt ist, bleibt gezahlt.',
  nobodyLeft: 'Es gibt niemanden mehr, den du erinnern könntest.',
  reminded: (count) =>
    plural('de', count, { one: '1 Person erinnert', other: `${count} Personen erinnert` }),
  onceADay: 'Sie lesen es privat. Einmal am Tag kannst du sie erinnern.',
  wereReminded: 'Sie wurden heute schon erinnert.',
  toldEnough:
    'Niemand hat davon gehört: Du hast so oft gebeten und erinnert, wie ich es an einem Tag weitergebe.',
  againFrom: (time) => `Ab dem ${time} kannst du sie wieder erinnern.`,
}
