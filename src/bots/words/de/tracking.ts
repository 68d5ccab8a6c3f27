import type { KnownReason } from '../../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../../core/tracking/notice.ts'
import type { TrackWords, TroubleWords, ExportWords, HistoryWords } from '../en/tracking.ts'
import { sayReasonWith } from '../say-reason.ts'
import { steps } from './payments.ts'

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
    `Die letzte Chain konnte nicht auszahlen: ${reason}. Der Absender hat den Wert als Gutscheine, bei einem Anspruch der Empfänger. Nur dessen Wallet kann sie zu Token machen: /withdraw im Chat, oder POST /api/v1/execute/vcoin/withdraw.`,
  comesBack: (reason, chain) =>
    `Der Hub hat sie abgelehnt: ${reason}. Was gesendet wurde, bleibt auf ${chain}, bis die Erstattung dort endgültig ist.`,
  inNoBlock: (chain) => `${chain} hat sie noch in keinem Block.`,
  hashMissing: 'Der Hash der Transaktion fehlt.',
  tooMuch: (words) => `„${words}“ ist mehr als eine Chain und ein Hash.`,
  ofSeveral: (chains) => `Dieser Hash kann von ${chains} sein.`,
  nameChain: (usage) => `Nenne die Chain: ${usage}`,
}

const own: Record<KnownReason, string> = {
  no_operation: 'Sie ruft das Protokoll auf, löst dort aber nichts aus',
  foreign: 'Sie steht in einem Block, hat aber mit dem Protokoll nichts zu tun',
  dropped: 'Seit einer Stunde steht sie in keinem Block: Sie wurde verworfen oder ersetzt',
  late: 'es kam nicht rechtzeitig an',
  unexplained: steps.noReason,
  price_moved: 'der Kurs hat sich weiter bewegt als erlaubt',
  too_little: 'das Guthaben reicht dafür nicht',
  not_approved: 'der Token war nicht für diesen Betrag freigegeben',
  chain_locked:
    'die Chain ist am Hub gesperrt: Gerade kommt von dort nichts an, und dort wird nichts ausgezahlt',
  too_many: 'zu viele Aufträge dieser Wallet warten noch auf ihre Antwort',
  out_of_gas: 'das Gas reichte nicht',
}

const because = sayReasonWith(own, (words) => `„${words}“`)

const payoutOf = (token: string) => (token === '' ? 'Die Auszahlung' : `Die Auszahlung in ${token}`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `Ich warte auf ${chain}: Der Knoten antwortet nicht, und seit ${since} UTC kam von dort nichts Neues. Sobald er wieder antwortet, geht es hier weiter`
      : `Ich warte auf ${chain}: Seit ${since} UTC kam von dort nichts Neues. Sobald die Chain weitergeht, geht es auch hier weiter`,
  replaced: () =>
    'Ihr Block wurde durch einen anderen ersetzt, in dem sie fehlt. Sie wartet darauf, wieder in einen Block zu kommen',
  unknown_to_hub: (_, chain) =>
    `Die Transaktion hat das Protokoll auf ${chain} aufgerufen, aber auch nach einer Stunde weiß der Hub nichts davon. Was gesendet wurde, liegt beim Protokoll auf ${chain}, falls es überhaupt angenommen wurde. Frag den Betreiber des Protokolls und nenne ihm den Hash`,
  hub_too_late: (_, chain) =>
    `Der Hub hat es nicht rechtzeitig bekommen. Was gesendet wurde, liegt beim Protokoll auf ${chain} und geht an den Absender zurück, sobald der Ablauf dort vermerkt ist`,
  hub_silent: (_, chain) =>
    `Der Hub hat es eine Stunde lang nicht bekommen. Was gesendet wurde, liegt beim Protokoll auf ${chain}`,
  refund_missing: ({ reason }, chain) =>
    `Der Hub hat es abgelehnt (${because(reason)}), aber die Erstattung ist nach einer Stunde nicht auf ${chain}. Was gesendet wurde, liegt dort beim Protokoll`,
  refund_unseen: ({ reason }, chain) =>
    `Der Hub hat es abgelehnt (${because(reason)}), und was gesendet wurde, geht an den Absender zurück. ${chain} zeigt nicht, wann: Sieh dort nach dem Guthaben`,
  answer_missing: (_, chain) =>
    `Der Hub hat seinen Teil getan, aber ${chain} hat nach einer Stunde noch nichts davon gehört. Verloren ist nichts: Was gekauft oder gesendet wurde, ist beim Empfänger; es fehlt nur, was ${chain} selbst noch ausgeben muss`,
  payout_too_late: ({ token }, chain) =>
    `${chain} hat den Auftrag zur Auszahlung nicht rechtzeitig bekommen. ${payoutOf(token)} liegt noch beim Protokoll auf ${chain}; der Empfänger bekommt sie als Gutscheine, sobald der Hub den Ablauf vermerkt hat`,
  payout_silent: ({ token }, chain) =>
    `${chain} hat eine Stunde lang nicht ausgezahlt. ${payoutOf(token)} liegt noch beim Protokoll auf ${chain}`,
  refusal_missing: ({ token }, chain) =>
    `${chain} konnte nicht auszahlen, und der Hub hat das nach einer Stunde nicht vermerkt. ${payoutOf(token)} liegt noch beim Protokoll auf ${chain} und wird zu Gutscheinen des Empfängers, sobald er es vermerkt hat`,
  unsettled: () => 'Der Hub hat es innerhalb einer Stunde nicht abgewickelt',
})

export const trouble: TroubleWords = {
  own,
  because,
  sentence: (words) => `${words}.`,
  notice: (notice, nameOf) => `${say(notice, nameOf)}.`,
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
  received: (sum, who) => `${sum} von ${who}`,
  paidOutOn: (chain) => `Ausgezahlt auf ${chain}`,
  keptOnHub: 'Dein als Gutscheine',
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
