import type { ClaimWords } from '../en/claim.ts'
import { plural } from '../plural.ts'

export const claim: ClaimWords = {
  summary: 'Muestra lo que te espera o te lo paga en una cadena.',
  listSummary: 'Muestra lo que te espera.',
  which: 'Cuál quieres reclamar',
  chain: 'A qué cadena',
  address: 'Tu dirección en esa cadena',

  title: 'Esto te espera',
  row: (sum, sender, chains) => `${sum} de ${sender}, se puede cobrar en ${chains}`,
  howTo: 'Escribe /claim all to base, o /claim 1 to base y detrás una dirección.',
  everythingOn: (chain) => `Reclamar todo en ${chain}`,
  nothing: 'No te espera nada',
  whenTipped: 'Cuando alguien te dé una propina, te escribiré aquí.',

  unknown: 'No conozco este cobro.',
  seeWaiting: 'Mira lo que te espera con /claim.',
  notWaiting: 'Esto ya no te espera.',
  noneWaits: 'Nada de esto te espera ya.',
  claimedAlready: (who) => `${who} ya lo ha reclamado.`,
  wentBack: 'Esto volvió a quien lo envió.',
  nothingToDo: 'Ya no queda nada por hacer.',
  onlyFor: (who) => `Esto es para ${who}; solo esa cuenta puede reclamarlo.`,
  leaveIt: 'Déjaselo a esa persona. Lo que te espera a ti está en /claim.',
  nothingWaits: 'No te espera nada.',
  onceTipped: 'Cuando alguien te dé una propina, te escribiré.',
  noNumber: (number, count) =>
    `No existe el número ${number}: te ${plural('es', count, { one: `espera ${count} cobro`, other: `esperan ${count} cobros` })}.`,
  seeList: 'Mira la lista con /claim.',
  noWallet: (chain) => `No tienes ninguna cartera vinculada en ${chain}.`,
  addAddress: (command) => `Escribe tu dirección detrás: ${command} <dirección>`,
}
