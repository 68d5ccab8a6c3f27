import type { KnownReason } from '../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../core/tracking/notice.ts'
import type { TroubleWords } from '../en/trouble.ts'
import { sayReasonWith } from '../say-reason.ts'

const own: Record<KnownReason, string> = {
  no_operation: 'Sie ruft das Protokoll auf, löst dort aber nichts aus',
  foreign: 'Sie steht in einem Block, hat aber mit dem Protokoll nichts zu tun',
  dropped:
    'Seit einer Stunde steht sie in keinem Block: Sie wurde verworfen oder ersetzt. Sieh in der Wallet nach, die sie gesendet hat, bevor du es noch einmal versuchst: Was dort noch aussteht, kann später in einen Block kommen, also brich es zuerst ab',
  late: 'es kam nicht rechtzeitig an',
  unexplained: 'ein Grund wurde nicht genannt',
  price_moved: 'der Kurs hat sich weiter bewegt als erlaubt',
  too_little: 'das Guthaben reicht dafür nicht',
  not_approved: 'der Token war nicht für diesen Betrag freigegeben',
  chain_locked:
    'die Chain ist am Hub gesperrt: Gerade kommt von dort nichts an, und dort wird nichts ausgezahlt',
  too_many: 'zu viele Aufträge dieser Wallet warten noch auf ihre Antwort',
  out_of_gas: 'das Gas reichte nicht',
  text_ran: 'was signiert wurde, ist dort schon in einer anderen Transaktion ausgeführt worden',
  text_expired: 'die Frist lief ab, bevor der Hub es ausgeführt hat',
}

const because = sayReasonWith(own, 'genannt wurde nur ein technischer Grund')

const payoutOf = (token: string) => (token === '' ? 'Die Auszahlung' : `Die Auszahlung in ${token}`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `Ich warte auf ${chain}: Der Knoten antwortet nicht, und seit dem ${since} kam von dort nichts Neues. Sobald er wieder antwortet, geht es hier weiter`
      : `Ich warte auf ${chain}: Seit dem ${since} kam von dort nichts Neues. Sobald die Chain weitergeht, geht es auch hier weiter`,
  behind: ({ blocks }, chain) =>
    `Ich warte auf ${chain}: Mindestens ${blocks} Blöcke von dort sind noch zu lesen. Es geht von selbst weiter`,
  replaced: () =>
    'Ihr Block wurde durch einen anderen ersetzt, in dem sie fehlt. Sie wartet darauf, wieder in einen Block zu kommen',
  not_included: (_, chain) =>
    `${chain} hat die Transaktion noch in keinen Block aufgenommen. Bis dahin ist nichts bewegt worden: Das Geld liegt unverändert auf ${chain}. Sie wird immer wieder gesendet, es geht also von selbst weiter`,
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
    `${chain} hat den Auftrag zur Auszahlung nicht rechtzeitig bekommen. ${payoutOf(token)} liegt noch beim Protokoll auf ${chain} und wird zu Gutscheinen, sobald der Hub den Ablauf vermerkt hat`,
  payout_silent: ({ token }, chain) =>
    `${chain} hat eine Stunde lang nicht ausgezahlt. ${payoutOf(token)} liegt noch beim Protokoll auf ${chain}`,
  refusal_missing: ({ token }, chain) =>
    `${chain} konnte nicht auszahlen, und der Hub hat das nach einer Stunde nicht vermerkt. ${payoutOf(token)} liegt noch beim Protokoll auf ${chain} und wird zu Gutscheinen, sobald er es vermerkt hat`,
  unsettled: () => 'Der Hub hat es innerhalb einer Stunde nicht abgewickelt',
  text_ran: (_, chain) =>
    `Was signiert wurde, ist auf ${chain} schon ausgeführt worden, in einer Transaktion, die nicht von hier kam: Was darin steht, ist bewegt. Sieh nach den Gutscheinen, bevor du es noch einmal anforderst`,
  text_expired: (_, chain) =>
    `Die Frist dessen, was signiert wurde, lief ab, bevor es von hier aus auf ${chain} ausgeführt werden konnte. Jemand anderes kann es rechtzeitig dorthin gebracht haben: Sieh nach den Gutscheinen, bevor du es noch einmal anforderst`,
})

export const trouble: TroubleWords = {
  own,
  because,
  quoted: (words) => `„${words}“`,
  chainsWords: 'Was die Chain gesagt hat',
  sentence: (words) => `${words}.`,
  notice: (notice, nameOf, showAt) => `${say(notice, nameOf, showAt)}.`,
}
