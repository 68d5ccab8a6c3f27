import type { KnownReason } from '../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../core/tracking/notice.ts'
import type { TroubleWords } from '../en/trouble.ts'
import { sayReasonWith } from '../say-reason.ts'

const own: Record<KnownReason, string> = {
  no_operation: 'Llama al protocolo, pero no inicia ninguna operación en él',
  foreign: 'Está en un bloque, pero no tiene nada que ver con el protocolo',
  dropped:
    'Desde hace una hora no está en ningún bloque: se descartó o se reemplazó. Antes de intentarlo de nuevo, mira en la cartera que la envió: lo que siga pendiente allí puede entrar más tarde en un bloque, así que cancélalo primero',
  late: 'no llegó a tiempo',
  unexplained: 'no dio ningún motivo',
  price_moved: 'el precio se movió más de lo permitido',
  too_little: 'el saldo no alcanza para eso',
  not_approved: 'el token no estaba autorizado para esa cantidad',
  chain_locked:
    'el hub ha bloqueado esa cadena: ahora mismo no recibe nada de ella ni paga nada en ella',
  too_many: 'demasiadas solicitudes de esta cartera esperan todavía su respuesta',
  out_of_gas: 'el gas no alcanzó',
  text_ran: 'lo firmado ya se ejecutó allí en otra transacción',
  text_expired: 'venció antes de que el hub lo ejecutara',
}

const because = sayReasonWith(own, 'solo dio un motivo técnico')

const payoutOf = (token: string) => (token === '' ? 'El pago' : `El pago en ${token}`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `Esperando a ${chain}: su nodo no responde y desde el ${since} no llega nada nuevo de allí. Esto sigue en cuanto responda`
      : `Esperando a ${chain}: desde el ${since} no llega nada nuevo de allí. Esto sigue en cuanto siga la cadena`,
  behind: ({ blocks }, chain) =>
    `Esperando a ${chain}: faltan por leer al menos ${blocks} bloques de allí. Esto sigue por sí solo`,
  replaced: () =>
    'El bloque que la contenía se reemplazó por otro en el que no está. Espera a entrar de nuevo en un bloque',
  not_included: (_, chain) =>
    `${chain} todavía no ha incluido la transacción en ningún bloque. Hasta entonces no se ha movido nada: el dinero sigue en ${chain} como antes. Se envía una y otra vez, así que esto sigue solo`,
  unknown_to_hub: (_, chain) =>
    `La transacción llamó al protocolo en ${chain}, pero una hora después el hub no sabe nada de ella. Lo enviado está retenido por el protocolo en ${chain}, si es que se aceptó. Pregunta a quien gestiona el protocolo y dale el hash`,
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
    `${chain} no recibió a tiempo la orden de pago. ${payoutOf(token)} sigue en manos del protocolo en ${chain} y pasará a ser vales en cuanto el hub registre que venció el plazo`,
  payout_silent: ({ token }, chain) =>
    `${chain} no ha pagado en una hora. ${payoutOf(token)} sigue en manos del protocolo en ${chain}`,
  refusal_missing: ({ token }, chain) =>
    `${chain} no pudo pagar, y una hora después el hub no lo ha registrado. ${payoutOf(token)} sigue en manos del protocolo en ${chain} y pasará a ser vales en cuanto lo registre`,
  unsettled: () => 'El hub no lo ha liquidado en una hora',
  text_ran: (_, chain) =>
    `Lo firmado ya se ejecutó en ${chain}, en una transacción que no salió de aquí: lo que dice ya se movió. Mira los vales antes de volver a pedirlo`,
  text_expired: (_, chain) =>
    `Lo firmado venció antes de que desde aquí se pudiera ejecutar en ${chain}. Puede que otra persona lo llevara allí a tiempo: mira los vales antes de volver a pedirlo`,
})

export const trouble: TroubleWords = {
  own,
  because,
  quoted: (words) => `«${words}»`,
  chainsWords: 'Lo que dijo la cadena',
  sentence: (words) => `${words}.`,
  notice: (notice, nameOf, showAt) => `${say(notice, nameOf, showAt)}.`,
}
