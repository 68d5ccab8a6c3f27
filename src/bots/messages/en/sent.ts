/** `/sent`, and the buttons of its list. `who` is the recipient, `sum` an amount with its token. */
export const sent = {
  summary: 'List what you sent, take it back, or send its link anew.',
  title: 'What you sent',
  row: (sum: string, who: string, state: string) => `${sum} to ${who}: ${state}`,
  nothing: 'Nothing of yours has arrived yet',
  whatIsListed: 'What you send with /tip or /send is listed here once it is on the hub.',

  waitsUntil: (day: string) => `waits until ${day}, then it comes back to you`,
  waits: 'waits to be claimed',
  waitsForKey: 'waits for whoever holds its key',
  expired: 'nobody claimed it in time; it comes back to you',
  redeeming: 'is being paid out',
  paid: 'was claimed',
  onItsWayBack: 'is on its way back to you',
  cancelled: 'you took it back; it is yours as vouchers',
  returned: 'nobody claimed it in time; it is yours again, as vouchers',

  confirm: (number: string) => `Confirm who gets ${number}`,
  cancel: (number: string) => `Cancel ${number}`,
  newLinkFor: (number: string) => `New link for ${number}`,

  newLink: 'A new link is on its way',
  newLinkUnsent: 'There is a new link',
  whereItGoes: 'It goes to where only the recipient reads it. The old link does not open any more.',

  notHeld: 'Nothing of yours is held for this any more.',
  look: 'Look with /sent.',
}

export type SentWords = typeof sent
