import type { TipCardWords } from '../en/tip-card.ts'

export const tipCard: TipCardWords = {
  title: (sum, who) => `${sum} Trinkgeld für ${who}`,
  arrivesAs: 'Kommt an als',
  vouchersFor: (sum, who) => `Gutscheine über ${sum}, die nur ${who} einlösen kann`,
  claimableOn: 'Einlösbar auf',
  mailLater: (who) =>
    `Sobald es angekommen ist, bekommt ${who} eine E-Mail mit einem Link zum Einlösen.`,
  unknown: (who) =>
    `Ich kenne ${who} noch nicht. Das Trinkgeld wartet, bis das Konto mit diesem Benutzernamen es einlöst.`,
  needsPin: (who) => `Bei diesem Betrag braucht ${who} zusätzlich eine PIN von dir.`,
  showPin: 'Meine PIN zeigen',
  showAddress: 'Ganze Adresse zeigen',
  passOn: (who) => `Ich kann ${who} nicht schreiben. Gib den Einlöse-Link selbst weiter.`,
  showLink: 'Einlöse-Link zeigen',

  sending: (sum, who) => `${sum} auf dem Weg zu ${who}`,
  signed: (who) => `Signiert. ${who} kann es einlösen, sobald es endgültig ist.`,
  failed: (who) => `Das Trinkgeld für ${who} ist fehlgeschlagen`,
  refused: (chain, reason) => `${chain} hat die Transaktion abgelehnt: ${reason}.`,
  onlyFee: 'Nur die Netzwerkgebühr wurde verbraucht.',
  unreached: (who, chain) => `Das Trinkgeld für ${who} ist nie bei ${chain} angekommen`,
  refunded: (who) => `Das Trinkgeld für ${who} wurde erstattet`,
  refunding: (who) => `Das Trinkgeld für ${who} wird erstattet`,
  hubRefused: (reason) => `Der Hub hat es abgelehnt: ${reason}.`,
  timedOut: (who) => `Das Trinkgeld für ${who} hat zu lange gebraucht`,
  needsAttention: (who) => `Das Trinkgeld für ${who} kommt nicht weiter`,
  vouchersKept: 'Deine Gutscheine sind unberührt.',
  vouchersStill: (sum) => `Die ${sum} sind weiterhin deine Gutscheine.`,
  tokensKept: (sum) => `Die ${sum} sind noch in deiner Wallet.`,
  tokensBack: (sum, chain) => `Die ${sum} sind wieder in deiner Wallet auf ${chain}.`,
  tokensHeld: (sum, chain) =>
    `Die ${sum} liegen auf ${chain}, bis die Erstattung an deine Wallet endgültig ist.`,

  claimable: (who, sum) => `${who} kann ${sum} einlösen`,
  claim: 'Einlösen',
  paying: (who, sum, chains) => `${who} bekommt gerade ${sum}${onChains(chains)}`,
  paid: (who, sum, chains) => `${who} hat ${sum}${onChains(chains)} bekommen`,
  paidAsVouchers: (who, sum) => `${who} hat ${sum} als Gutscheine bekommen`,
  heldAsVouchers: (who, chains) =>
    `${who} hat den Betrag als Gutscheine${onChains(chains)}: Die Chain konnte ihn nicht als Token auszahlen.`,
  goesBack: (sum, who) => `${sum} für ${who}: auf dem Rückweg`,
  wentBack: (sum, who) => `${sum} für ${who}: zurückgegeben`,
  takenBack: 'Wer es gesendet hat, hat es zurückgenommen.',
  unclaimed: (who) => `${who} hat es nicht rechtzeitig eingelöst.`,
  onItsWayBack: 'Es ist auf dem Rückweg.',
  isBack: 'Es gehört wieder dem Absender, als Gutscheine.',
  mailRefused: (who) =>
    `Der Mailserver nimmt keine E-Mail für ${who} an, also weiß niemand davon. Stimmt die Adresse? Der Betrag wartet auf der Chain auf diese Adresse und sonst niemanden.`,
  mailUnwanted: (who) =>
    `${who} möchte von hier keine E-Mails, also schreibe ich dorthin nicht. Gib den Einlöse-Link selbst weiter oder nimm es mit /cancel zurück.`,
  mailWaits: (who) => `Eine E-Mail an ${who} ist unterwegs.`,
  mailSent: (who) => `Eine E-Mail mit einem Link zum Einlösen ging an ${who}.`,
}

const onChains = (chains: string) => (chains === '' ? '' : ` auf ${chains}`)
