import type {
  PaymentWords,
  VouchersWords,
  BalanceWords,
  FaucetWords,
  SigningWords,
  StepsWords,
  LeftWords,
} from '../en/payments.ts'
import { plural } from '../../../words/plural.ts'
import { trouble } from '../../../words/de/trouble.ts'

export const payment: PaymentWords = {
  usdIs: (usd, token, amount, price) =>
    `$${usd} in ${token} sind ${amount} zum Kurs von $${price}.`,
  usdRounded:
    'Der Kurs ist gekürzt dargestellt; der Betrag ist auf die letzte Nachkommastelle abgerundet.',
  halfIs: (whole, amount) => `Die Hälfte deiner ${whole} beträgt ${amount}.`,
  allIs: (amount) => `Das sind alle deine ${amount}.`,
  allButFee: (whole, kept) =>
    `Das sind alle deine ${whole} bis auf ${kept}, die für die Netzwerkgebühr bleiben.`,

  chosen: 'So bezahlt',
  vouchers: 'deine Gutscheine reichen',
  only: 'sonst reicht nichts von dir',
  named: 'die Chain hast du genannt',
  held: 'dort hast du es',
  cheapest: 'am günstigsten',
  first: 'deine erste Wallet mit genug',
  asked: 'von dir gewählt',
  because: (why, gas) => `${why} (${gas})`,
  gasUsd: (usd, chain) => `etwa $${usd} Gas auf ${chain}`,
  gasUnder: (usd, chain) => `unter $${usd} Gas auf ${chain}`,
  gasAmount: (amount, chain) => `etwa ${amount} Gas auf ${chain}`,
  payFrom: (wallet) => `Zahlen von ${wallet}`,
  payWithVouchers: (wallet) => `Mit Gutscheinen von ${wallet} zahlen`,
  details: 'Wallet und Zahlungswege',

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
  notOffered: 'Diese Zahlungsart wird nicht mehr angeboten.',
  askAgain: 'Frag noch einmal mit demselben Befehl.',
  notYours: 'Wie bezahlt wird, bestimmt nur, wer sendet.',
  leaveIt: 'Überlass es dieser Person.',
}

export const vouchers: VouchersWords = {
  depositSummary: 'Macht aus Token deiner Wallet deine eigenen Gutscheine.',
  withdrawSummary: 'Macht aus deinen Gutscheinen Token auf einer Chain.',
  amount: 'Wie viel: 5, $5, half oder all',
  token: 'Welcher Token',
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
  sendTitle: (sum, place) => `${sum} senden: ${place}`,
  becomesVouchers:
    'Du hast zu wenige Gutscheine, um dort Token auszuzahlen. Deine Token werden deshalb Gutscheine dieser Wallet, die ihr Besitzer mit /withdraw auszahlt.',
  arrivedAt: (sum, place) => `${sum} angekommen: ${place}`,
  theirVouchers: 'Es sind Gutscheine dieser Wallet. Ihr Besitzer zahlt sie mit /withdraw aus.',
  under: (sum) => `${sum} unterwegs`,
  signed: 'Signiert. Diese Karte folgt der Zahlung bis zum Ende.',
  deposited: (sum) => `${sum} sind jetzt deine Gutscheine`,
  depositDone: 'Verschicke sie mit /tip, tausche sie, oder mach sie mit /withdraw wieder zu Token.',
  withdrawn: (sum, chain) => `${sum} sind auf ${chain} angekommen`,
  withdrawDone: (address) => `Sie liegen in der Wallet ${address}.`,
  asVouchers: (sum) => `${sum} sind als Gutscheine angekommen`,
  couldNotPay: (chain, reason) =>
    `${chain} konnte sie nicht als Token auszahlen: ${reason}. Der Absender hat sie als Gutscheine.`,
  failed: (sum) => `Senden von ${sum} fehlgeschlagen`,
  refused: (chain, reason) =>
    `${chain} hat die Transaktion abgelehnt: ${reason}. Es wurde nichts bewegt; bezahlt wurde nur die Netzwerkgebühr.`,
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

export const balance: BalanceWords = {
  summary: 'Zeigt, was in deinen verknüpften Wallets liegt.',
  title: 'Dein Guthaben',
  noWallet: 'Mit deinem Konto ist keine Wallet verknüpft.',
  withoutWallet:
    'Verknüpfe eine mit /wallet link. Es geht auch ohne: /tip fragt auf der Signierseite nach einer Wallet, und /claim nimmt jede Adresse.',
  onlyYours: 'Ich zeige nur dein eigenes Guthaben.',
  empty: 'leer',
  vouchersOf: (wallet) => `${wallet}, Gutscheine`,
  unread: 'lässt sich gerade nicht lesen',
  unlisted: (count, isAll) =>
    `Außerdem hast du Gutscheine von ${isAll ? '' : 'mindestens '}${plural('de', count, { one: `${count} Token, der hier nicht gelistet ist`, other: `${count} Token, die hier nicht gelistet sind` })}.`,
  inAll: 'Zusammen',
  worth: (usd) => `≈ $${usd}`,
  worthAtLeast: (usd) => `mindestens $${usd}`,
}

export const faucet: FaucetWords = {
  summary: 'Holt Test-Token in deine Wallet.',
  arrived: 'Test-Token sind angekommen',
  tooMuch: (words) => `„${words}“ ist mehr, als ein Faucet braucht.`,
  noWallet: 'Du hast keine Wallet, an die diese Token gehen könnten.',
  nameChain: (example) => `Nenne eine Chain, auf der du eine hast, zum Beispiel: ${example}`,
}

export const signing: SigningWords = {
  from: 'Von',
  walletLater: (chain) => `${chain}, Wallet wird auf der Signierseite verbunden`,
  fee: 'Gebühr',
  noFee: 'Keine: Du signierst nur, das Gas zahlen wir',
  gasOnly: 'Nur das Gas der Chain, deine Wallet bezahlt es',
  gaslessUsedUp: (day) =>
    `Was wir in 24 Stunden an Gas für dich zahlen, ist verbraucht: Ab dem ${day} genügt wieder eine Signatur.`,
  gaslessEmpty: 'Sonst genügt eine Signatur, aber im Moment können wir kein Gas für andere zahlen.',
  payoutFee: 'Auszahlungsgebühr',
  keeps: (fee, chain) => `${fee}, die der Hub für die Auszahlung auf ${chain} behält`,
  arrives: 'Es kommen an',
  locked: (chain) =>
    `Der Hub zahlt auf ${chain} gerade nichts aus: Er hat die Chain gesperrt. Signiere das erst, wenn sie wieder offen ist.`,
  sign: 'Signieren',
  dismiss: 'Verwerfen',
  expired:
    'Das wurde nicht rechtzeitig signiert, die Anfrage ist abgelaufen. Es wurde nichts gesendet.',
  dismissed: 'Du hast diese Anfrage verworfen. Nichts wurde gesendet.',
  expiredUnseen: (chain) =>
    `Die Zeit zum Signieren ist um. Falls deine Wallet es im letzten Moment gesendet hat, steht es hier, sobald ${chain} es endgültig aufgenommen hat; erst dann kannst du erneut darum bitten.`,
  dismissedUnseen: (chain) =>
    `Du hast diese Anfrage verworfen. Falls deine Wallet sie schon gesendet hatte, steht es hier, sobald ${chain} es endgültig aufgenommen hat; erst dann kannst du erneut darum bitten.`,
  sentBeside: (chain) =>
    `Dafür wurde auch eine Transaktion vorbereitet. Falls deine Wallet sie gesendet hat, steht es hier, sobald ${chain} sie endgültig aufgenommen hat; erst dann kannst du erneut darum bitten.`,
  askAgain: 'Frag mit demselben Befehl noch einmal.',
}

export const steps: StepsWords = {
  submit: (chain) => `Gesendet auf ${chain}`,
  settle: (chain) => `Abgewickelt auf ${chain}`,
  confirm: (chain) => `Zurückbestätigt auf ${chain}`,
  release: (chain) => `Ausgezahlt auf ${chain}`,
  seen: 'gesehen, noch in keinem Block',
  confirmed: 'in einem Block, noch nicht endgültig',
  took: (duration) => `dauerte ${duration}`,
  underOneSecond: 'unter 1 s',
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  noReason: trouble.own.unexplained,
}

export const left: LeftWords = {
  takeOut: (chain) => `Auf ${chain} auszahlen`,
  takeOutSum: (sum, chain) => `${sum} auf ${chain} auszahlen`,
  elsewhere:
    'Diese Wallet ist hier nicht verknüpft: Verbinde sie auf der Seite hinter dem Knopf, verknüpfe sie und nimm /withdraw.',
  nothing: 'Hiervon gibt es keine Gutscheine auszuzahlen.',
  seeBalance: 'Was in deinen Wallets liegt, zeigt /balance.',
  again: 'Noch einmal',
  notOver: 'Das kann noch von selbst weitergehen.',
  lookAtCard: 'Wo es steht, sagt seine Karte.',
}
