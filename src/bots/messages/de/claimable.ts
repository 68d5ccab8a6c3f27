import type { ClaimableWords } from '../en/claimable.ts'

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} hat dir ${sum} gesendet`,
  noneWaits: 'Alles ausgezahlt oder unterwegs',
  from: 'Von',
  payableOn: 'Auszahlbar auf',
  waitsUntil: 'Wartet bis',
  ownKey: 'Es ist an einen eigenen Schlüssel gebunden: Nur wer ihn hat, kann es einlösen.',
  choose: 'Wähle, wo du es bekommen willst.',
  write: (chains) =>
    `Schreib /claim all to ${chains} mit deiner Adresse dahinter, oder öffne die Einlöseseite.`,
  claimOn: (chain) => `Auf ${chain} einlösen`,
  claimSumOn: (sum, chain) => `${sum} auf ${chain} einlösen`,
  openPage: 'Einlöseseite öffnen',
  newLink: 'Neuen Link erstellen',
}
