import type { TrackWords, ExportWords, HistoryWords } from '../en/tracking.ts'

export const track: TrackWords = {
  summary: 'Verfolgt eine Transaktion über alle Chains, die sie berührt.',
  chain: 'Die Chain, auf der sie ist',
  hash: 'Der Hash der Transaktion',
  button: 'Verfolgen',
  pending: 'Unterwegs',
  unseen: 'Noch nicht gesehen',
  completed: 'Abgeschlossen',
  failed: 'Fehlgeschlagen',
  refunded: 'Erstattet',
  released_as_vouchers: 'Als Gutscheine angekommen',
  not_found: 'Nichts zu verfolgen',
  timed_out: 'Zeit abgelaufen',
  needs_attention: 'Braucht Hilfe',
  transaction: 'Transaktion',
  on: (hash, chain) => `${hash} auf ${chain}`,
  refused: (chain, reason) =>
    `${chain} hat die Transaktion abgelehnt: ${reason}. Bewegt wurde nichts außer der Netzwerkgebühr.`,
  unknown: (why) => `${why}. Prüfe Hash und Chain und frag dann noch einmal.`,
  isBack: (reason, chain) =>
    `Der Hub hat sie abgelehnt: ${reason}. Was gesendet wurde, ist auf ${chain} wieder beim Absender.`,
  asVouchers: (reason) =>
    `Die letzte Chain konnte nicht auszahlen: ${reason}. Der Absender hat den Wert als Gutscheine, bei einer eingelösten Sendung der Empfänger. Nur wer sie hat, kann sie mit seiner Wallet zu Token machen: /withdraw im Chat.`,
  comesBack: (reason, chain) =>
    `Der Hub hat sie abgelehnt: ${reason}. Was gesendet wurde, bleibt auf ${chain}, bis die Erstattung dort endgültig ist.`,
  inNoBlock: (chain) => `${chain} hat sie noch in keinem Block.`,
  hashMissing: 'Der Hash der Transaktion fehlt.',
  noHash: (word) => `„${word}“ ist kein Transaktions-Hash.`,
  copyAgain: 'Kopiere den Hash noch einmal vollständig.',
  tooMuch: (words) => `„${words}“ ist mehr als eine Chain und ein Hash.`,
  ofSeveral: (chains) => `Dieser Hash kann von ${chains} sein.`,
  nameChain: (usage) => `Nenne die Chain: ${usage}`,
}

export const history: HistoryWords = {
  summary: 'Zeigt, was du gesendet und erhalten hast, das Neueste zuerst.',
  title: 'Deine Transaktionen',
  titleOfPage: (page) => `Deine Transaktionen, Seite ${page}`,
  none: 'Hier ist noch nichts.',
  noneOlder: 'Ältere gibt es nicht.',
  newer: 'Neuere',
  older: 'Ältere',
  notPage: (word) => `„${word}“ ist keine Seite.`,
  tipped: (sum, who) => `${sum} an ${who}`,
  swapped: (sum, token) => `Tausch von ${sum} gegen ${token}`,
  withTime: (what, time) => `${what}, ${time}`,
  received: (sum, who) => `${sum} von ${who}`,
  paidOutOn: (chain) => `Ausgezahlt auf ${chain}`,
  keptOnHub: 'Gehört dir als Gutscheine',
  takenBack: 'Du hast es zurückgenommen',
  cameBack: 'Niemand hat es eingelöst; es kam zurück',
  part: 'Was gezeigt wird: sent, received, eine Seite',
  only: { all: 'Alles', sent: 'Nur Gesendetes', received: 'Nur Erhaltenes' },
}

export const exported: ExportWords = {
  summary: 'Lädt alles, was du gesendet und erhalten hast, als Tabelle herunter.',
  title: 'Dein Kontoauszug',
  holds:
    'Eine Tabelle (CSV) von allem, was du hier signiert hast und was dir ausgezahlt wurde, mit dem damaligen Wert in US-Dollar, soweit er bekannt ist.',
  download: 'Herunterladen',
  keepToYourself: (minutes) =>
    `Der Link gilt ${minutes} Minuten. Wer ihn hat, kann deinen Kontoauszug lesen: Gib ihn nicht weiter.`,
}
