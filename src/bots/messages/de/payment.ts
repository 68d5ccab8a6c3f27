import type { PaymentWords } from '../en/payment.ts'

export const payment: PaymentWords = {
  usdIs: (usd, token, amount, price) =>
    `$${usd} in ${token} sind ${amount} zum Kurs von $${price}.`,
  usdRounded:
    'Der Kurs ist gekürzt dargestellt; der Betrag ist auf die letzte Nachkommastelle abgerundet.',
  halfIs: (whole, amount) => `Die Hälfte deiner ${whole} sind ${amount}.`,
  allIs: (amount) => `Das sind alle deine ${amount}.`,
  allButFee: (whole, kept) =>
    `Das sind alle deine ${whole} bis auf ${kept}, die für die Netzwerkgebühr bleiben.`,

  chosen: 'So bezahlt',
  vouchers: 'deine Gutscheine reichen',
  only: 'sonst reicht nichts von dir',
  named: 'die Chain hast du genannt',
  cheapest: 'am günstigsten',
  first: 'deine erste Wallet mit genug',
  asked: 'von dir gewählt',
  gasUsd: (usd, chain) => `etwa $${usd} Gas auf ${chain}`,
  gasUnder: (usd, chain) => `unter $${usd} Gas auf ${chain}`,
  gasAmount: (amount, chain) => `etwa ${amount} Gas auf ${chain}`,
  payFrom: (wallet) => `Zahlen von ${wallet}`,
  payWithVouchers: (wallet) => `Mit Gutscheinen von ${wallet} zahlen`,

  noPrice: (token) => `Ich weiß nicht, was ${token} in Dollar wert ist: Kein Pool hier sagt es.`,
  nameAmount: (token) => `Nenne den Betrag in ${token}.`,
  tooLittleUsd: (usd, token) =>
    `$${usd} sind weniger als der kleinste Betrag, den es von ${token} gibt.`,
  askForMore: 'Nenne einen größeren Betrag.',
  noWallet: 'Ich weiß nicht, was du hast: Mit deinem Konto ist keine Wallet verknüpft.',
  linkOrName: 'Verknüpfe eine mit /wallet link, oder nenne den Betrag.',
  feeUnknown: (chain) =>
    `Ich kenne die Netzwerkgebühr auf ${chain} gerade nicht und kann deshalb nicht genug dafür übrig lassen.`,
  nameLess: 'Nenne einen Betrag, der etwas für die Gebühr übrig lässt.',
  onlyFee: (held, chain) =>
    `Deine ${held} auf ${chain} sind nicht mehr, als die Netzwerkgebühr kostet.`,
  heldAsVouchers: (sum, chain) => `${sum} als Gutscheine von ${chain}`,
  heldOn: (sum, chain) => `${sum} auf ${chain}`,
  noneOn: (token, chains) => `kein ${token} auf ${chains}`,
  any: (token) => token,
  inVouchers: (sum) => `${sum} als Gutscheine`,
  noVouchers: (token) => `keine Gutscheine über ${token}`,
  notOffered: 'Diese Zahlungsart wird nicht mehr angeboten.',
  askAgain: 'Frag noch einmal mit demselben Befehl.',
  notYours: 'Wie bezahlt wird, bestimmt nur, wer sendet.',
  leaveIt: 'Überlass es dieser Person.',
}
