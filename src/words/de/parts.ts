import type { PageFrameWords, PageNamingWords, ProblemsWords, ProgressWords } from '../en/parts.ts'

export const page: PageFrameWords = {
  language: 'Sprache',
  moment: 'Einen Moment…',
  tryAgain: 'Noch einmal',
  titles: {
    claim: 'Einlösen',
    sign: 'Signieren',
    key: 'Dein Konto',
    pay: 'Rechnung',
    giveaway: 'Verlosung',
    wallet: 'Wallet verknüpfen',
    playground: 'Spielwiese',
  },
  copyLink: 'Link dieser Seite kopieren',
  linkCopied: 'Kopiert: Füge ihn dort ein',
  copyThis: 'Kopiere das, und gib es niemandem weiter',
  onPhone: 'Auf deinem Telefon öffnen',
  camera: 'Halte seine Kamera hierauf. Wer diesen Code sieht, kann diese Seite öffnen.',
  qrCode: 'Der Link dieser Seite als QR-Code',
  walletElsewhere: 'Ist deine Wallet in deinem Browser?',
  openThere: 'Diese Seite dort öffnen',
}

export const naming: PageNamingWords = {
  baseUnits: (units, token) => `${units} Basiseinheiten von ${token}`,
  under: (amount) => `unter ${amount}`,
  worth: (usd) => `≈ $${usd}`,
  exactly: 'Genauer Betrag',
  elsewhere: (name, place) => `${name} auf ${place}`,
  signer: (chain) => `die Wallet, die signiert, auf ${chain}`,
  firstCome: 'wer zuerst zugreift',
  people: (count) => `${count} Personen, jede einen Anteil`,
}

export const problems: ProblemsWords = {
  offline: 'Vouch ist gerade nicht erreichbar.',
  checkConnection: 'Prüfe deine Verbindung und versuch es noch einmal.',
  unclear: 'Vouch hat etwas geantwortet, das diese Seite nicht lesen kann.',
  later: 'Versuch es gleich noch einmal.',
  fault: (reason) => `Auf dieser Seite ging etwas schief: ${reason}.`,
  reload: 'Lade die Seite neu und versuch es noch einmal.',
  partMissing: 'Ein Teil dieser Seite konnte nicht geladen werden.',
  reloadForNewer: 'Prüfe deine Verbindung und lade die Seite neu: Vielleicht gibt es eine neuere.',
  request: (id) => `Anfrage ${id}`,
}

export const progress: ProgressWords = {
  sent: 'Gesendet',
  unreported: 'Warte, bis die Chain sie meldet',
  submit: (chain) => `Gesendet auf ${chain}`,
  settle: 'Abgewickelt auf dem Hub',
  confirm: (chain) => `Bestätigt auf ${chain}`,
  release: (chain) => `Ausgezahlt auf ${chain}`,
  seen: 'Gesehen, noch in keinem Block',
  confirmed: 'In einem Block, noch nicht endgültig',
  states: { waiting: 'steht aus', active: 'läuft', done: 'fertig', failed: 'fehlgeschlagen' },
  ofParts: (count, all) => `${count} von ${all} Teilen:`,
  completed: 'Es ist angekommen.',
  failed:
    'Die Chain hat die Transaktion abgelehnt, daher wurde nichts bewegt. Nur die Netzwerkgebühr ist weg.',
  refunded:
    'Es konnte nicht zugestellt werden, und das Geld ist wieder in der Wallet, aus der es kam.',
  not_found: 'Diese Transaktion steht in keinem Block, daher wurde nichts bewegt.',
  timed_out:
    'Es kam nicht rechtzeitig an. Das Geld wird festgehalten, bis der Ablauf der Frist vermerkt ist.',
  needs_attention: 'Es geht nicht weiter. Zeig den Hash denen, die diesen Dienst betreiben.',
  released_as_vouchers:
    'Die letzte Chain konnte es nicht auszahlen: Der Absender hat das Geld als Gutscheine, bei einer eingelösten Sendung der Empfänger.',
}
