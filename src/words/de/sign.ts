import type { BatchesWords, MessagesWords, PageSignWords } from '../en/sign.ts'

export const sign: PageSignWords = {
  cannotShow: 'Diese Anfrage lässt sich nicht zeigen',
  fetching: 'Die Anfrage wird geladen.',
  send: 'Senden',
  sent: 'Gesendet',
  swap: 'Tauschen',
  to: 'An',
  from: 'Von',
  youConnect: 'Die Wallet, die du verbindest',
  anyWallet: (owner) => `${owner}, mit der Wallet, die du verbindest`,
  ofWallet: (owner, address) => `${owner} (${address})`,
  chain: 'Chain',
  youGet: 'Du bekommst',
  aboutAtLeast: (expected, minimum) => `etwa ${expected}, mindestens ${minimum}`,
  how: 'Wie',
  hows: {
    deposit: 'Es kommt als Gutscheine an, die nur der Empfänger zu Geld machen kann',
    transferVoucher: 'Deine Gutscheine gehen an den Empfänger',
    withdrawVoucher: 'Deine Gutscheine werden als echte Token ausgezahlt',
    swap: 'Ein Token wird gegen einen anderen getauscht',
  },
  fee: 'Gebühr',
  noFee: 'Keine: Du signierst nur, und dieser Dienst zahlt das Gas',
  payout: 'Auszahlung',
  locked: (chain) =>
    `Der Hub hat ${chain} gesperrt und zahlt dort gerade nichts aus. Signiere das nicht, bevor die Chain wieder offen ist.`,
  payoutFee: 'Auszahlungsgebühr',
  kept: (fee, chain) => `${fee}, die der Hub für die Auszahlung auf ${chain} behält`,
  yourNote: (recipient) => `Deine Notiz an ${recipient}`,
  cancelled: 'In deiner Wallet abgebrochen',
  askAnew:
    'Deine Wallet hat stattdessen eine andere Transaktion gesendet, daher wurde diese nicht gesendet. Bitte im Chat mit demselben Befehl um eine neue Anfrage.',
  replacedAlone: 'Deine Wallet hat stattdessen eine andere Transaktion gesendet, diese also nicht.',
  expired: 'Diese Anfrage ist abgelaufen',
  askForNew:
    'Falls deine Wallet sie im letzten Moment noch gesendet hat, zeigt das ihre Karte im Chat in ein paar Minuten. Wenn nicht, bitte mit demselben Befehl um eine neue.',
  mayBeSent:
    'Falls deine Wallet sie im letzten Moment noch gesendet hat, zeigt das diese Seite in ein paar Minuten. Zahl vorher nicht noch einmal.',
  notInTime: 'Sie wurde nicht rechtzeitig signiert.',
  signedInstead: 'Schon signiert',
  notNeeded:
    'Die Anfrage, an deren Stelle diese getreten war, wurde doch noch signiert, also ist diese nicht mehr nötig: Signier hier nichts.',
  noBlock:
    'Kein Block hat aufgenommen, was deine Wallet gesendet hat. Falls es dort noch wartet, brich es dort ab, bevor du etwas anderes sendest.',
  headings: {
    pending: 'Unterwegs',
    completed: 'Angekommen',
    failed: 'Abgelehnt',
    refunded: 'Erstattet',
    released_as_vouchers: 'Als Gutscheine verwahrt',
    not_found: 'Nie angekommen',
    timed_out: 'Zeit abgelaufen',
    needs_attention: 'Braucht Hilfe',
  },
  atLeastArrived: (sum) => `Mindestens ${sum} ist angekommen.`,
  arrived: (sum) => `${sum} ist angekommen.`,
  canClaim: (recipient, sum) => `${recipient} kann ${sum} einlösen.`,
  paidTooMuch: (recipient) =>
    `Als das ankam, war die Rechnung schon bezahlt oder zurückgezogen. Es wartet trotzdem auf ${recipient}: Bis es eingelöst ist, kann es die Wallet zurücknehmen, die es gesendet hat.`,
  leftAsVouchers:
    'Die letzte Chain konnte es nicht auszahlen, daher liegt es bei den Gutscheinen der Wallet, die signiert hat.',
  backAsVouchers: 'Es liegt bei den Gutscheinen der Wallet, die signiert hat.',
  close: {
    pending: 'Du kannst diese Seite schließen: Der Chat zeigt dasselbe, bis es angekommen ist.',
    again:
      'Du kannst diese Seite schließen: Die Karte im Chat hat einen Knopf für einen neuen Versuch.',
    over: 'Du kannst diese Seite schließen: Die Karte im Chat sagt dasselbe.',
  },
  sentBeside: (chain) =>
    `Dafür wurde auch eine Transaktion vorbereitet. Falls deine Wallet sie gesendet hat, zeigt das diese Seite, sobald ${chain} sie endgültig aufgenommen hat. Sende vorher nichts noch einmal.`,
  closeAlone: {
    pending: 'Du kannst diese Seite schließen: Es geht von selbst weiter.',
    over: 'Du kannst diese Seite schließen.',
  },
  toInvoice: 'Zur Rechnung',

  dismiss: 'Nicht, was du wolltest? Drück auf der Karte im Chat „Verwerfen“.',
  heading: 'Signieren',
  signing: 'Wird signiert…',
  asPersona: (persona) => `Als ${persona} signieren (Wallet der Spielwiese)`,
  onlyPlayground: (chain) =>
    `In diesem Browser ist keine Wallet für ${chain}, daher kann hier nur die Wallet der Spielwiese signieren.`,
  connected: (address, wallet) => `Verbunden: ${address} in ${wallet}`,
  connectFirst:
    'Verbinde deine Wallet: Die genauen Nachrichten werden für ihr Konto gebildet und hier geprüft, bevor du signierst.',
  walletShowsFee:
    'Deine Wallet zeigt dir die Netzwerkgebühr, bevor du bestätigst, und behält deine Schlüssel. Nichts bewegt sich, bevor du signierst.',
  costsNothing: (chain) =>
    `Es kostet dich nichts: Du signierst einen Text, und dieser Dienst bringt ihn zu ${chain}. Er kann nur, was oben steht. Nichts bewegt sich, bevor du signierst.`,
  payOwnGas: 'Stattdessen eine Transaktion senden und ihre Gebühr zahlen',
  signText: 'Stattdessen den Text signieren, ohne Gebühr',
  passkeySendsNothing:
    'Dieses Konto gehört zu einem Passkey: Es signiert, sendet aber keine Transaktionen. Bitte im Chat mit demselben Befehl noch einmal darum.',
  checked: 'Geprüft: genau das, worum du gebeten hast',
  wouldSign: 'Was deine Wallet signieren würde',
  doNotSign:
    'Diese Nachrichten tun etwas anderes als das, worum gebeten wurde. Signiere sie nicht.',
  askAgain: 'Bitte mit demselben Befehl um eine neue Anfrage.',
  approvalStands: (contract, chain, sum) =>
    `${contract} auf ${chain}, für den die Freigabe war, darf ${sum} von diesem Konto nehmen und hat nichts genommen. Mach unten weiter, oder nimm sie zurück, das ist eine eigene Transaktion.`,
  takeApprovalBack: 'Freigabe zurücknehmen',
  approvalTakenBack:
    'Die Freigabe ist zurückgenommen: Von diesem Konto darf nichts genommen werden.',
  wasAsked: (chain) =>
    `Diese Seite wurde geschlossen, während deine Wallet gefragt war. Sieh zuerst in deiner Wallet nach: Hat sie das schon gesendet, signiere nicht noch einmal. Es steht hier, sobald ${chain} es endgültig aufgenommen hat, meist in wenigen Minuten.`,
  confirmInWallet: 'Bestätige es in deiner Wallet',
  waitForChain: 'Warte, bis die Chain es annimmt',
  walletSent: 'Deine Wallet hat es gesendet',
  telling: 'Vouch wird Bescheid gesagt',
  reportAgain: 'Noch einmal melden',
  notTwice: (hash) =>
    `Transaktion ${hash}. Signiere kein zweites Mal: Das Geld kann schon unterwegs sein.`,
  spedUp: 'Ich habe sie beschleunigt, sie hat jetzt einen anderen Hash',
  newHash: 'Der Hash der neuen Transaktion',
  reportThis: 'Diesen melden',
  cancelledIt: 'Ich habe sie in meiner Wallet abgebrochen',
  saidCancelled: 'Du sagst, dass du sie in deiner Wallet abgebrochen hast.',
  onceCancelled:
    'Signiere unten noch einmal, aber erst, wenn deine Wallet zeigt, dass der Abbruch durch ist.',
}

export const messages: MessagesWords = {
  asAsked: 'wie gewünscht',
  asAskedTitle: 'Wie gewünscht',
  notAsked: 'nicht das, was gewünscht war',
  bytes: 'Die Bytes',
  unreadable: 'Diese Nachricht ist nicht das, worum gebeten wurde',
  readsAs: 'Liest sich als',
  somethingElse: 'etwas anderes als das, worum gebeten wurde',
  unknown: 'Unbekannt',
  send: 'Senden',
  sendTo: (sum, recipient) => `${sum} an ${recipient} senden`,
  sendVouchers: (sum, recipient) => `Gutscheine über ${sum} an ${recipient} senden`,
  oneOf: (recipient) => `jemanden von: ${recipient}`,
  takeOut: 'Auszahlen',
  takeOutTo: (sum, recipient) => `${sum} an ${recipient} auszahlen`,
  swap: 'Tauschen',
  swapFor: (sum, least) => `${sum} gegen mindestens ${least} tauschen`,
  trades: 'Tauscht',
  pays: 'Zahlt',
  atLeast: (sum) => `mindestens ${sum}, sonst kommt alles zurück`,
  partnerFee: 'Gebühr für andere',
  none: 'keine',
  ofTenThousand: (points) => `${points} von 10000`,
  takes: 'Nimmt',
  ofYourVouchers: (sum) => `${sum} deiner Gutscheine`,
  from: 'Von',
  comesBack: 'Kommt zurück',
  unlessDelivered: (seconds) => `wenn es nicht binnen ${seconds} Sekunden zugestellt ist`,
  shares: 'Anteile',
  parts: 'Teile',
  recipients: 'Empfänger',
  insteadOf: (given, wanted) => `${given} statt ${wanted}`,
  contract: 'Contract',
  sendsAlong: 'Schickt mit',
  nothing: 'nichts',
  chain: 'Chain',
  allow: 'Freigeben',
  allowTitle: (sum) => `Dem Contract von Vouch erlauben, ${sum} zu nehmen`,
  allows: 'Erlaubt',
  toTake: 'Zu nehmen',
  ofToken: 'Vom Token',
  nativeCurrency: (amount) => `${amount} der eigenen Währung`,
  of: 'Von',
  goodUntil: 'Gültig bis',
  networkFee: 'Netzwerkgebühr',
  servicePays: 'keine: Dieser Dienst bringt es zum Hub und zahlt dafür',
  to: 'An',
  claimOf: (recipient, id) => `die Sendung für ${recipient} (${id})`,
  heldBy: 'Verwahrt von',
  untilClaimed: (holder, recipient) => `${holder}, bis ${recipient} es einlöst`,
  claimsFor: (count, recipient) => `${count} Sendungen, für ${recipient}`,
  untilAllClaimed: (holders) => `${holders}, bis sie eingelöst werden`,
  toEach: (sum) => `je ${sum}`,
  between: (least, most) => `je ${least} bis ${most}`,
}

export const batches: BatchesWords = {
  taken: 'Deine Wallet hat es angenommen',
  unknown:
    'Keine Wallet dieses Browsers sagt, was daraus wurde. Wurde es gesendet, merken diese Seite und der Chat es von selbst. Signiere kein zweites Mal, bevor du in deiner Wallet nachgesehen hast.',
  deny: 'Meine Wallet hat es nicht gesendet',
  denied: {
    message: 'Du sagst, dass deine Wallet es nicht gesendet hat.',
    fix: 'Signiere unten noch einmal.',
  },
  not_sent: {
    message: 'Deine Wallet hat es nicht gesendet.',
    fix: 'Versuch es noch einmal, wenn du so weit bist.',
  },
  refused: {
    message: 'Die Chain hat es abgelehnt, daher wurde nichts bewegt.',
    fix: 'Versuch es noch einmal, oder bitte mit demselben Befehl um eine neue Anfrage.',
  },
  partly: {
    message: 'Deine Wallet sagt, dass nur ein Teil davon getan wurde.',
    fix: 'Sieh in deiner Wallet nach, was getan wurde, bevor du es noch einmal versuchst.',
  },
}
