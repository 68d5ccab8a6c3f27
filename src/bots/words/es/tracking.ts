import type { KnownReason } from '../../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../../core/tracking/notice.ts'
import type { TrackWords, TroubleWords, ExportWords, HistoryWords } from '../en/tracking.ts'
import { sayReasonWith } from '../say-reason.ts'
import { steps } from './payments.ts'

export const track: TrackWords = {
  summary: 'Sigue una transacción por todas las cadenas por las que pasa.',
  chain: 'La cadena en la que está',
  hash: 'El hash de la transacción',
  button: 'Seguir',
  pending: 'En camino',
  unseen: 'Aún no visto',
  completed: 'Completada',
  failed: 'Fallida',
  refunded: 'Reembolsada',
  released_as_vouchers: 'Llegó como vales',
  not_found: 'Nada que seguir',
  timed_out: 'Plazo vencido',
  needs_attention: 'Requiere atención',
  transaction: 'Transacción',
  on: (hash, chain) => `${hash} en ${chain}`,
  refused: (chain, reason) =>
    `${chain} rechazó la transacción: ${reason}. No se movió nada más que la comisión de red.`,
  unknown: (why) => `${why}. Revisa el hash y la cadena y pregunta otra vez.`,
  isBack: (reason, chain) =>
    `El hub la rechazó: ${reason}. Lo enviado ha vuelto a su remitente en ${chain}.`,
  asVouchers: (reason) =>
    `La última cadena no pudo pagar: ${reason}. El remitente tiene el valor en vales o, si era un importe por reclamar, su destinatario. Solo la cartera de quien los tiene puede convertirlos en tokens: /withdraw en un chat, o POST /api/v1/execute/vcoin/withdraw.`,
  comesBack: (reason, chain) =>
    `El hub la rechazó: ${reason}. Lo enviado queda retenido en ${chain} hasta que el reembolso sea definitivo.`,
  inNoBlock: (chain) => `${chain} aún no la tiene en ningún bloque.`,
  hashMissing: 'Falta el hash de la transacción.',
  tooMuch: (words) => `"${words}" es más que una cadena y un hash.`,
  ofSeveral: (chains) => `Este hash puede ser de ${chains}.`,
  nameChain: (usage) => `Di la cadena: ${usage}`,
}

const own: Record<KnownReason, string> = {
  no_operation: 'Llama al protocolo, pero no inicia ninguna operación en él',
  foreign: 'Está en un bloque, pero no tiene nada que ver con el protocolo',
  dropped: 'Desde hace una hora no está en ningún bloque: se descartó o se reemplazó',
  late: 'no llegó a tiempo',
  unexplained: steps.noReason,
  price_moved: 'el precio se movió más de lo permitido',
  too_little: 'el saldo no alcanza para eso',
  not_approved: 'el token no estaba autorizado para ese importe',
  chain_locked:
    'el hub ha bloqueado esa cadena: ahora mismo no recibe nada de ella ni paga nada en ella',
  too_many: 'demasiadas peticiones de esta cartera esperan todavía su respuesta',
  out_of_gas: 'el gas no alcanzó',
}

const because = sayReasonWith(own, (words) => `«${words}»`)

const payoutOf = (token: string) => (token === '' ? 'El pago' : `El pago en ${token}`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `Esperando a ${chain}: su nodo no responde y desde las ${since} UTC no llega nada nuevo de allí. Esto sigue en cuanto responda`
      : `Esperando a ${chain}: desde las ${since} UTC no llega nada nuevo de allí. Esto sigue en cuanto siga la cadena`,
  replaced: () =>
    'El bloque que la contenía se reemplazó por otro en el que no está. Espera a entrar de nuevo en un bloque',
  unknown_to_hub: (_, chain) =>
    `La transacción llamó al protocolo en ${chain}, pero una hora después el hub no sabe nada de ella. Lo enviado está retenido por el protocolo en ${chain}, si es que se aceptó. Pregunta a quien opera el protocolo y dale el hash`,
  hub_too_late: (_, chain) =>
    `El hub no lo recibió a tiempo. Lo enviado está retenido por el protocolo en ${chain} y vuelve a su remitente en cuanto allí conste que venció el plazo`,
  hub_silent: (_, chain) =>
    `El hub no lo ha recibido en una hora. Lo enviado está retenido por el protocolo en ${chain}`,
  refund_missing: ({ reason }, chain) =>
    `El hub lo rechazó (${because(reason)}), pero una hora después el reembolso no está en ${chain}. Lo enviado sigue allí, retenido por el protocolo`,
  refund_unseen: ({ reason }, chain) =>
    `El hub lo rechazó (${because(reason)}) y lo enviado vuelve a su remitente. ${chain} no muestra cuándo: mira el saldo allí`,
  answer_missing: (_, chain) =>
    `El hub hizo su parte, pero una hora después ${chain} no ha tenido noticia. No se ha perdido nada: lo comprado o enviado lo tiene su destinatario; solo falta lo que ${chain} tiene que entregar todavía`,
  payout_too_late: ({ token }, chain) =>
    `${chain} no recibió a tiempo la orden de pago. ${payoutOf(token)} sigue en manos del protocolo en ${chain}; el destinatario lo recibirá en vales en cuanto el hub registre que venció el plazo`,
  payout_silent: ({ token }, chain) =>
    `${chain} no ha pagado en una hora. ${payoutOf(token)} sigue en manos del protocolo en ${chain}`,
  refusal_missing: ({ token }, chain) =>
    `${chain} no pudo pagar, y una hora después el hub no lo ha registrado. ${payoutOf(token)} sigue en manos del protocolo en ${chain} y pasará a ser vales del destinatario en cuanto lo registre`,
  unsettled: () => 'El hub no lo ha liquidado en una hora',
})

export const trouble: TroubleWords = {
  own,
  because,
  sentence: (words) => `${words}.`,
  notice: (notice, nameOf) => `${say(notice, nameOf)}.`,
}

export const history: HistoryWords = {
  summary: 'Muestra lo que has enviado y recibido, primero lo más nuevo.',
  title: 'Tus transacciones',
  titleOfPage: (page) => `Tus transacciones, página ${page}`,
  none: 'Aún no hay nada aquí.',
  noneOlder: 'No hay nada más antiguo.',
  newer: 'Más nuevas',
  older: 'Más antiguas',
  notPage: (word) => `"${word}" no es una página.`,
  tipped: (sum, who) => `${sum} para ${who}`,
  swapped: (sum, token) => `Cambio de ${sum} por ${token}`,
  received: (sum, who) => `${sum} de ${who}`,
  paidOutOn: (chain) => `Pagado en ${chain}`,
  keptOnHub: 'Tuyo como vales',
  takenBack: 'Lo recuperaste',
  cameBack: 'Nadie lo cobró; volvió',
  part: 'Qué mostrar: sent, received, una página',
  only: { all: 'Todo', sent: 'Solo lo enviado', received: 'Solo lo recibido' },
}

export const exported: ExportWords = {
  summary: 'Descarga todo lo que enviaste y recibiste, como tabla.',
  title: 'Tu extracto',
  holds:
    'Una tabla (CSV) de lo que firmaste aquí y de lo que se te pagó, con su valor en dólares en ese momento, si se conoce.',
  download: 'Descargar',
  keepToYourself: (minutes) =>
    `El enlace vale ${minutes} minutos. Quien lo tenga puede leer tu extracto: no lo compartas.`,
}
