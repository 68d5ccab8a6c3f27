import type { WalletLinkWords, WalletProblemsWords, WalletsWords } from '../en/wallets.ts'

export const wallets: WalletsWords = {
  connect: (name) => `${name} verbinden`,
  signIn: (name) => `In ${name} signieren`,
  signWith: (name) => `Mit ${name} signieren`,
  againIn: (name) => `Noch einmal in ${name}`,
  lookInto: (name) => `Sieh in ${name} nach…`,
  yours: 'Deine Wallet',
  itsChain: 'die passende Chain',
  notFound: (what, example) =>
    `In diesem Browser wurde keine Wallet für ${what} gefunden. Installiere eine wie ${example}, oder öffne diese Seite in deiner Wallet-App.`,
  either: (one, other) => `${one} oder ${other}`,
  openInApp: (what) =>
    `In diesem Browser ist keine Wallet für ${what}. Öffne diese Seite in einer App, die du hast:`,
  pasteInApp: (what) =>
    `In diesem Browser ist keine Wallet für ${what}. Kopiere den Link dieser Seite und öffne ihn im Browser deiner Wallet-App.`,
  openIn: (app) => `In ${app} öffnen`,
  noAccount: (wallet) => `${wallet} zeigt dieser Seite kein Konto.`,
  unlock: 'Entsperre sie, erlaube ein Konto und versuch es noch einmal.',
}

export const walletProblems: WalletProblemsWords = {
  wrongChain: (wallet) => `${wallet} ist auf einer anderen Chain.`,
  switchTo: (chain) => `Stell sie auf ${chain} um und versuch es noch einmal.`,
  noNode: (chain, wallet) =>
    `Dieser Dienst nennt keinen öffentlichen Knoten von ${chain}, also kann ${wallet} keiner genannt werden.`,
  addYourself: (chain, wallet) =>
    `Füge ${chain} selbst in ${wallet} hinzu und versuch es noch einmal; hilft das nicht, bitte die Betreiber dieses Dienstes, einen zu nennen.`,
  asking: (wallet) => `${wallet} fragt dich gerade schon etwas.`,
  answerFirst: (wallet) => `Öffne ${wallet}, antworte dort und versuch es dann noch einmal.`,
  notAllowed: (wallet) => `${wallet} lässt diese Seite dieses Konto nicht benutzen.`,
  allow: (wallet) => `Erlaube diese Seite in ${wallet} und versuch es noch einmal.`,
  tooLittle: (currency) =>
    `Auf diesem Konto ist nicht genug ${currency} für den Betrag und die Netzwerkgebühr.`,
  addFunds: (currency, chain) =>
    `Lade auf ${chain} mehr davon auf (${currency}), oder nimm ein anderes Konto.`,
  earlierWaits: 'Eine frühere Transaktion dieses Kontos wartet noch auf ihren Block.',
  waitSeconds: 'Warte ein paar Sekunden und versuch es dann noch einmal.',
  tooMany: (chain) => `Zu viele Aufträge dieses Kontos auf ${chain} warten noch auf ihre Antwort.`,
  waitForOne: 'Warte, bis einer davon zu Ende ist, und versuch es dann noch einmal.',
  refused: (chain, words) => `${chain} nimmt es nicht an: ${words}`,
  newRequest: 'Gesendet wurde nichts. Bitte mit demselben Befehl um eine neue Anfrage.',
  declined: (wallet) => `Du hast in ${wallet} abgelehnt. Gesendet wurde nichts.`,
  declinedAfterApproval: (wallet) =>
    `Du hast in ${wallet} abgelehnt. Gesendet wurde nur die Freigabe davor.`,
  whenReady: 'Versuch es noch einmal, wenn du so weit bist.',
  gone: (wallet) => `${wallet} ist mit dieser Seite nicht mehr verbunden.`,
  reload: 'Sieh in deiner Wallet nach, was sie gesendet hat, und lade dann diese Seite neu.',
  unreachable: (wallet, chain) => `${wallet} erreicht ${chain} nicht.`,
  checkWallet:
    'Prüfe deine Verbindung und die Chain in deiner Wallet und versuch es dann noch einmal.',
  unable: (wallet) => `${wallet} konnte es nicht.`,
  unableBecause: (wallet, words) => `${wallet} konnte es nicht: ${words}`,
  lookInside: 'Sieh in deiner Wallet nach und versuch es dann noch einmal.',
  funds: 'Guthaben',
  tokens: 'Token',
  ownCurrency: 'eigene Währung der Chain',
  wrongAccount: (shown, wanted) =>
    `Deine Wallet ist auf dem Konto ${shown}, diese Anfrage ist aber für ${wanted}.`,
  switchAccount: 'Wechsle in deiner Wallet zu diesem Konto und versuch es noch einmal.',
  approvalRefused: 'Die Chain hat die Freigabe abgelehnt, daher wurde nichts gesendet.',
  askedOnceMore: 'Versuch es noch einmal; deine Wallet fragt dich erneut nach der Freigabe.',
  approvalWaits: 'Die Freigabe steht noch in keinem Block.',
  speedUp:
    'Sieh in deiner Wallet nach, beschleunige sie dort vielleicht, und versuch es noch einmal.',
  approvalCancelled: (wallet) =>
    `Die Freigabe wurde in ${wallet} abgebrochen, daher wurde nichts gesendet.`,
}

export const walletLink: WalletLinkWords = {
  title: 'Wallet verknüpfen',
  unusable: 'Dieser Link ist nicht brauchbar',
  fetching: 'Der Link wird geladen.',
  expired: 'Dieser Link ist abgelaufen',
  askAnew: 'Verknüpft wurde nichts. Hol dir im Chat mit /wallet link einen neuen.',
  linked: 'Deine Wallet ist verknüpft',
  account: 'Konto',
  wallet: 'Wallet',
  unlinkedAgain: 'wieder getrennt',
  close: 'Du kannst diese Seite schließen. Alles Weitere im Chat: /wallet, /balance, /tip.',
  toAccount: 'Mit dem Konto',
  until: 'Bis',
  onlyOwn:
    'Mach nur weiter, wenn das dein eigenes Konto ist. Du signierst einen Text, keine Transaktion: Nichts bewegt sich, und nichts wird freigegeben.',
  withoutWallet: 'Ohne Wallet',
  for: 'Für',
  forChains: (chains) => `Für ${chains}`,
  withPasskey: 'Mit einem Passkey verknüpfen',
  walletSigns: 'Was deine Wallet signieren wird',
  passkeySigns: 'Was dein Passkey signieren wird',
  another: 'Eine andere Wallet nehmen',
}
