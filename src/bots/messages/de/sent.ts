import type { SentWords } from '../en/sent.ts'

export const sent: SentWords = {
  summary: 'Zeigt, was du gesendet hast, nimmt es zurück oder schickt seinen Link neu.',
  title: 'Was du gesendet hast',
  row: (sum, who, state) => `${sum} an ${who}: ${state}`,
  nothing: 'Von dir ist noch nichts angekommen',
  whatIsListed: 'Was du mit /tip oder /send sendest, steht hier, sobald es auf dem Hub ist.',

  waitsUntil: (day) => `wartet bis ${day}, dann kommt es zu dir zurück`,
  waits: 'wartet darauf, eingelöst zu werden',
  waitsForKey: 'wartet auf den, der den Schlüssel dazu hat',
  expired: 'niemand hat es rechtzeitig eingelöst; es kommt zu dir zurück',
  redeeming: 'wird ausgezahlt',
  paid: 'wurde eingelöst',
  onItsWayBack: 'ist auf dem Rückweg zu dir',
  cancelled: 'du hast es zurückgenommen; es gehört dir als Gutscheine',
  returned: 'niemand hat es rechtzeitig eingelöst; es gehört wieder dir, als Gutscheine',

  confirm: (number) => `Empfänger von ${number} bestätigen`,
  cancel: (number) => `${number} zurücknehmen`,
  newLinkFor: (number) => `Neuer Link für ${number}`,

  newLink: 'Ein neuer Link ist unterwegs',
  newLinkUnsent: 'Es gibt einen neuen Link',
  whereItGoes:
    'Er geht dorthin, wo nur der Empfänger ihn liest. Der alte Link lässt sich nicht mehr öffnen.',

  notHeld: 'Dafür wird nichts mehr von dir zurückgehalten.',
  look: 'Sieh in /sent nach.',
}
