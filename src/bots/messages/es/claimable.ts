import type { ClaimableWords } from '../en/claimable.ts'

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} te envió ${sum}`,
  noneWaits: 'Todo está pagado o en camino',
  from: 'De',
  payableOn: 'Se puede cobrar en',
  waitsUntil: 'Te espera hasta el',
  ownKey: 'Está ligado a una clave tuya: solo puede reclamarlo quien tenga esa clave.',
  choose: 'Elige dónde recibirlo.',
  write: (chains) =>
    `Escribe /claim all to ${chains} y detrás tu dirección, o abre la página para reclamar.`,
  claimOn: (chain) => `Reclamar en ${chain}`,
  claimSumOn: (sum, chain) => `Reclamar ${sum} en ${chain}`,
  openPage: 'Abrir la página para reclamar',
  newLink: 'Crear un enlace nuevo',
}
