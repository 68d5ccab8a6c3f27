import type { VouchersWords } from '../en/vouchers.ts'

export const vouchers: VouchersWords = {
  depositSummary: 'Macht aus Tokens deiner Wallet deine eigenen Gutscheine.',
  withdrawSummary: 'Macht aus deinen Gutscheinen Tokens auf einer Chain.',
  amount: 'Wie viel: 5, $5, half oder all',
  token: 'Welches Token',
  payFrom: 'Von welcher Chain gezahlt wird',
  payTo: 'Auf welcher Chain ausgezahlt wird',
  address: 'Eine Adresse dort, wenn nicht deine eigene',
  needsWallet: 'Gutscheine gehören zu einer Wallet, und mit deinem Konto ist keine verknüpft.',
  linkFirst: 'Verknüpfe zuerst eine: /wallet link',
  noHome: (token) =>
    `Keine deiner Wallets ist auf einer Chain, auf der ${token} ausgezahlt werden kann.`,
  nameChain: (chains) => `Nenne eine Chain und eine Adresse dort: ${chains}.`,
  tooMuch: (words) => `„${words}“ ist mehr, als dieser Befehl braucht.`,
  depositTitle: (sum) => `${sum} einzahlen`,
  withdrawTitle: (sum, chain) => `${sum} auf ${chain} auszahlen`,
  to: 'An',
  yourVouchersOf: (wallet) => `Deine Gutscheine von ${wallet}`,
  vouchersOf: (wallet) => `Gutscheine von ${wallet}`,
  under: (sum) => `${sum} unterwegs`,
  signed: 'Signiert. Diese Karte folgt der Zahlung bis zum Ende.',
  deposited: (sum) => `${sum} sind jetzt deine Gutscheine`,
  depositDone:
    'Verschicke sie mit /tip, tausche sie, oder mach sie mit /withdraw wieder zu Tokens.',
  withdrawn: (sum, chain) => `${sum} sind auf ${chain} angekommen`,
  withdrawDone: (address) => `Sie liegen in der Wallet ${address}.`,
  asVouchers: (sum) => `${sum} sind als Gutscheine angekommen`,
  couldNotPay: (chain, reason) =>
    `${chain} konnte sie nicht als Tokens auszahlen: ${reason}. Der Empfänger hat sie als Gutscheine.`,
  failed: (sum) => `${sum} zu senden ist gescheitert`,
  refused: (chain, reason) =>
    `${chain} hat die Transaktion abgelehnt: ${reason}. Es wurde nichts bewegt; nur die Netzwerkgebühr ist ausgegeben.`,
  never: (chain) => `Es hat ${chain} nie erreicht`,
  neverWhy: (reason) => `${reason}. Es wurde nichts bewegt.`,
  refunded: (sum) => `${sum} sind zurückgekommen`,
  isBack: (reason) => `Der Hub hat es abgelehnt: ${reason}. Du hast wieder, was du vorher hattest.`,
  refunding: (sum) => `${sum} kommen zurück`,
  comesBack: (reason) =>
    `Der Hub hat es abgelehnt: ${reason}. Es gehört wieder dir, sobald das endgültig ist.`,
  stopped: 'Es geht nicht weiter',
  late: 'Es dauert zu lange',
  history: {
    deposit: (sum) => `Einzahlung von ${sum}`,
    withdraw: (sum) => `Auszahlung von ${sum}`,
  },
}
