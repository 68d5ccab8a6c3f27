import type { ClaimWords } from '../en/claim.ts'
import { plural } from '../plural.ts'

export const claim: ClaimWords = {
  summary: 'Zeigt, was auf dich wartet, oder zahlt es dir auf einer Chain aus.',
  listSummary: 'Zeigt, was auf dich wartet.',
  which: 'Was du einlösen willst',
  chain: 'Auf welche Chain',
  address: 'Deine Adresse auf dieser Chain',

  title: 'Das wartet auf dich',
  row: (sum, sender, chains) => `${sum} von ${sender}, auszahlbar auf ${chains}`,
  howTo: 'Schreib /claim all to base, oder /claim 1 to base mit einer Adresse dahinter.',
  everythingOn: (chain) => `Alles auf ${chain} einlösen`,
  nothing: 'Auf dich wartet nichts',
  whenTipped: 'Wenn dir jemand Trinkgeld gibt, schreibe ich dir hier.',

  unknown: 'Das kenne ich nicht.',
  seeWaiting: 'Was auf dich wartet, zeigt /claim.',
  notWaiting: 'Das wartet nicht mehr auf dich.',
  noneWaits: 'Davon wartet nichts mehr auf dich.',
  claimedAlready: (who) => `${who} hat das schon eingelöst.`,
  wentBack: 'Das ging an den Absender zurück.',
  nothingToDo: 'Es bleibt nichts zu tun.',
  onlyFor: (who) => `Das ist für ${who}; nur dieses Konto kann es einlösen.`,
  leaveIt: 'Überlass es dieser Person. Was auf dich wartet, steht in /claim.',
  nothingWaits: 'Auf dich wartet nichts.',
  onceTipped: 'Wenn dir jemand Trinkgeld gibt, schreibe ich dir.',
  noNumber: (number, count) =>
    `Eine Nummer ${number} gibt es nicht: Auf dich ${plural('de', count, { one: `wartet ${count} Gutschrift`, other: `warten ${count} Gutschriften` })}.`,
  seeList: 'Die Liste zeigt /claim.',
  noWallet: (chain) => `Du hast keine verknüpfte Wallet auf ${chain}.`,
  addAddress: (command) => `Schreib deine Adresse dahinter: ${command} <Adresse>`,
}
