import type { PayoutWords } from '../en/payout.ts'

export const payout: PayoutWords = {
  paid: (sum, chain) => `Ausgezahlt: ${sum}${onChain(chain)}, in deiner Wallet`,
  paying: (sum, chain) => `Auszahlung läuft: ${sum}${onChain(chain)}`,
  arrivedAsVouchers: (sum) => `Als Gutscheine angekommen: ${sum}`,
  goesBack: (sum) => `Geht an den Absender zurück: ${sum}`,
  wentBack: (sum) => `Ging an den Absender zurück: ${sum}`,
  waits: (sum) => `Wartet auf dich: ${sum}`,
  notPaid: (sum) => `Nicht ausgezahlt: ${sum}`,
  someOf: (paid, all) => `${paid} von ${all} ausgezahlt`,
  payableOn: (chains) => `Auszahlbar auf ${chains}: /claim`,
  stillWaits: (reason) => `Der Hub hat es abgelehnt: ${reason}. Es wartet weiter auf dich: /claim`,
  yours: (token, chain) => `${token} gehört dir als Gutscheine deiner Wallet auf ${chain}.`,
  couldNot: (chain, reason) => `${chain} konnte nicht auszahlen: ${reason}.`,
}

const onChain = (chain: string) => (chain === '' ? '' : ` auf ${chain}`)
