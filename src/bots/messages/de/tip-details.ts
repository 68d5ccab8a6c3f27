import type { TipDetailsWords } from '../en/tip-details.ts'

export const tipDetails: TipDetailsWords = {
  notYours: 'Nur wer das gesendet hat, darf die Einzelheiten lesen.',
  leaveIt: 'Überlass es dieser Person. Was du selbst sendest, hat Einzelheiten für dich.',
  title: (to) => `Für ${to}`,
  amount: 'Betrag',
  to: 'An',
  pin: 'PIN',
  pinLater: 'Eine PIN gibt es, sobald auf der Signierseite eine Wallet verbunden ist.',
  tellThem: (to) =>
    `${to} braucht sie für die Auszahlung, zusätzlich zu einem Code aus dem Postfach. Gib sie selbst weiter, und nicht per E-Mail: Wer das Postfach liest, darf nicht beides haben.`,
  link: 'Einlöse-Link',
  giveLink: (to) =>
    `Gib ihn an ${to} weiter. Er öffnet die Einlöseseite, und ausgezahlt wird dort nur an dieses Konto.`,
}
