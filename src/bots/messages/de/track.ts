import type { TrackWords } from '../en/track.ts'

export const track: TrackWords = {
  summary: 'Verfolgt eine Transaktion über alle Chains, die sie berührt.',
  chain: 'Die Chain, auf der sie ist',
  hash: 'Der Hash der Transaktion',
  button: 'Verfolgen',
  pending: 'Unterwegs',
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
    `Die letzte Chain konnte nicht auszahlen: ${reason}. Der Empfänger hat den Wert als Gutscheine.`,
  comesBack: (reason, chain) =>
    `Der Hub hat sie abgelehnt: ${reason}. Was gesendet wurde, bleibt auf ${chain}, bis die Erstattung dort endgültig ist.`,
  inNoBlock: (chain) => `${chain} hat sie noch in keinem Block.`,
  hashMissing: 'Der Hash der Transaktion fehlt.',
  tooMuch: (words) => `„${words}“ ist mehr als eine Chain und ein Hash.`,
  ofSeveral: (chains) => `Dieser Hash kann von ${chains} sein.`,
  nameChain: (usage) => `Nenne die Chain: ${usage}`,
}
