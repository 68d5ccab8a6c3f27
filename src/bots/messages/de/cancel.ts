import type { CancelWords } from '../en/cancel.ts'

export const cancel: CancelWords = {
  summary: 'Nimmt zurück, was noch niemand eingelöst hat.',
  number: 'Die Nummer in /sent',
  useNumber: 'Schreib /cancel mit einer Nummer aus deiner Liste: /sent',
  noNumber: (number) => `In deiner Liste gibt es keine Nummer ${number}.`,
  seeList: 'Die Liste zeigt /sent.',
  notListed: 'Das steht nicht mehr in deiner Liste.',

  title: 'Zurücknehmen?',
  amount: 'Betrag',
  sentTo: 'Gesendet an',
  comesBackAs: 'Kommt zurück als',
  cannotUndo: 'Danach kann es niemand mehr einlösen. Das lässt sich nicht rückgängig machen.',
  yes: 'Ja, zurücknehmen',
}
