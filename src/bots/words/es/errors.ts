import { showSpan } from '../../../core/terms/show-text.ts'
import { sayReason } from '../../../words/say-reason.ts'
import type { ErrorsWords } from '../en/errors.ts'
import { sayWith } from '../say-error.ts'
import { showTime } from '../show-time.ts'
import { left } from './payments.ts'
import { trouble } from '../../../words/es/trouble.ts'

const language = 'es'
const listed = (all: readonly string[]) => all.join(', ')
const place = (name: string) => (name === 'e-mail' ? 'correo electrónico' : name)

export const errors: ErrorsWords = {
  title: 'No ha funcionado',
  say: sayWith({
    not_decimal: ({ text }) => ({
      message: `La cantidad «${text}» no es un número decimal sencillo.`,
      fix: 'Escríbela con cifras, por ejemplo 5 o 0,25.',
    }),
    zero_amount: ({ text }) => ({
      message: `La cantidad «${text}» es cero.`,
      fix: 'Di una cantidad mayor que cero.',
    }),
    too_many_decimals: ({ text, given, token, allowed }) => ({
      message: `La cantidad «${text}» tiene ${given} decimales, pero ${token} tiene ${allowed}.`,
      fix: `Usa como mucho ${allowed} decimales.`,
    }),
    evm_address: ({ address, chain }) => ({
      message: `«${address}» no es una dirección de ${chain}.`,
      fix: 'Da una dirección 0x de 40 cifras hexadecimales.',
    }),
    address_checksum: ({ address, chain }) => ({
      message: `«${address}» no es una dirección de ${chain}: sus mayúsculas no cuadran con la suma de control.`,
      fix: 'Copia la dirección otra vez.',
    }),
    nobodys_address: ({ address, chain }) => ({
      message: `Nadie tiene la clave de «${address}» en ${chain}: lo que se envía ahí se pierde para siempre.`,
      fix: 'Da la dirección de una cartera cuyas claves tenga quien lo recibe.',
    }),
    contract_address: ({ address, chain }) => ({
      message: `«${address}» es un contrato, no una cartera: lo que se envía ahí en ${chain} se pierde para siempre.`,
      fix: 'Da la dirección de una cartera cuyas claves tenga quien lo recibe.',
    }),
    bech32_address: ({ address, chain, prefix }) => ({
      message: `«${address}» no es una dirección de ${chain}.`,
      fix: `Da una dirección que empiece por ${prefix}1 y con suma de control correcta.`,
    }),
    invalid_handle: ({ handle, place: where }) =>
      where === 'e-mail'
        ? {
            message: `«${handle}» no es una dirección de correo electrónico.`,
            fix: 'Escríbela completa, por ejemplo hello@example.com.',
          }
        : {
            message: `«${handle}» no puede ser una cuenta de ${place(where)}.`,
            fix: 'Escribe el nombre de usuario de allí, no el nombre que se muestra.',
          },
    identity_off: ({ place: where, others }) => ({
      message: `Este servidor no puede pagar por ${place(where)}: no puede comprobar quién es quién allí.`,
      fix:
        others.length === 0
          ? 'Envíalo a una dirección de cartera.'
          : `Envíalo a una dirección de cartera o por uno de estos medios: ${listed(others.map(place))}.`,
    }),
    unknown_chain: ({ chain, known }) => ({
      message: `No hay ninguna cadena «${chain}» en esta red.`,
      fix: `Usa una de estas: ${listed(known)}.`,
    }),
    unknown_token: ({ token, known }) => ({
      message: `No hay ningún token «${token}» en esta red.`,
      fix: `Usa uno de estos: ${listed(known)}.`,
    }),
    unknown_denomination: ({ token, chain, homes }) => ({
      message: `${token} no existe así en ${chain}.`,
      fix: `En esta red ${token} existe en: ${listed(homes)}.`,
    }),
    chain_unavailable: ({ chain }) => ({
      message: `Ahora mismo no se puede acceder a la cadena ${chain}.`,
      fix: 'Inténtalo de nuevo en un momento; no se ha cambiado nada.',
    }),
    chain_locked: ({ chain }) => ({
      message: `El hub ha bloqueado ${chain}: ahora mismo no recibe nada de ahí ni paga nada ahí.`,
      fix: 'Elige otra cadena, o espera a que esta se abra de nuevo; no se cambió nada.',
    }),
    below_payout_fee: ({ token, chain, isWhole }) => ({
      message: `No es más de lo que el hub se queda de cada pago de ${token} en ${chain}.`,
      fix: isWhole
        ? 'Elige otra cadena o guárdalo como vales.'
        : 'Elige otra cadena, guárdalo como vales o retira una cantidad mayor de una sola vez.',
    }),
    store_unavailable: () => ({
      message: 'Ahora mismo no puedo guardar nada.',
      fix: 'Inténtalo de nuevo en un momento; lo que ya se confirmó sigue guardado.',
    }),
    not_a_hash: ({ chain }) => ({
      message: `Eso no es un hash de transacción de ${chain}.`,
      fix: 'Copia otra vez el hash completo.',
    }),
    amount_too_large: () => ({
      message: 'La cantidad es demasiado grande.',
      fix: 'Di una menor.',
    }),
    vouchers_not_swapped: () => ({
      message: 'En esta red los vales no se pueden cambiar directamente.',
      fix: 'Retíralos como tokens con /withdraw y cambia esos.',
    }),
    wallet_not_linked: () => ({
      message: 'Esta cartera ya no está vinculada a tu cuenta.',
      fix: 'Míralo con /wallet.',
    }),
    unknown_sign_request: () => ({
      message: 'No existe esta solicitud de firma.',
      fix: 'Pide una nueva con el mismo comando.',
    }),
    unknown_invoice: () => ({
      message: 'Esta factura no existe.',
      fix: 'Pide su enlace a quien la envió.',
    }),
    invoice_closed: ({ state }) =>
      ({
        paid: { message: 'Esta factura ya está pagada.', fix: 'No pagues nada más.' },
        sent: { message: 'Esta factura se está pagando ahora.', fix: 'No pagues nada más.' },
        withdrawn: { message: 'Esta factura se anuló.', fix: 'Pide una nueva.' },
        expired: { message: 'Esta factura ha vencido.', fix: 'Pide una nueva.' },
        unseen: {
          message: 'Puede que esta factura se haya pagado en el último momento.',
          fix: 'Vuelve a mirar en unos minutos y no pagues nada antes.',
        },
      })[state],
    sign_request_closed: () => ({
      message: 'Esta solicitud de firma ha caducado o ya está hecha.',
      fix: 'Pide una nueva con el mismo comando.',
    }),
    sign_request_often: () => ({
      message: 'Esta solicitud de firma ya se ha cambiado demasiadas veces.',
      fix: 'Fírmala tal como está, o descártala y pide una nueva con el mismo comando.',
    }),
    sign_request_needless: () => ({
      message:
        'Esta solicitud de firma ya no hace falta: la que iba a sustituir se firmó al final.',
      fix: 'No firmes nada más por ella: su tarjeta muestra la que se firmó.',
    }),
    transaction_failed: ({ reason, own }) => ({
      message: `La cadena rechazó la transacción: ${sayReason(trouble, reason, own)}.`,
      fix: 'No se movió nada. Revisa la cantidad y tu saldo, e inténtalo de nuevo.',
    }),
    same_token: ({ token }) => ({
      message: `${token} está en los dos lados del cambio.`,
      fix: 'Di dos tokens distintos.',
    }),
    no_route: ({ from, to }) => ({
      message: `Ninguna ruta de pools convierte esta cantidad de ${from} en ${to}.`,
      fix: 'Prueba con una cantidad mayor o con otro token.',
    }),
    swap_refused: ({ reason }) => ({
      message: `El router rechaza este cambio: ${trouble.because(reason)}.`,
      fix: 'Pide un precio nuevo e inténtalo con él.',
    }),
    claim_too_small: ({ amount, least }) => ({
      message: `${amount} es demasiado poco para un solo cobro.`,
      fix: `Envía al menos ${least} a cada persona, o envíalo a la dirección de una cartera.`,
    }),
    claim_too_large: ({ mostUsd }) => ({
      message: `Un cobro puede valer como mucho ${mostUsd} USD.`,
      fix: 'Envía menos, o envíalo a la dirección de una cartera.',
    }),
    claim_without_price: ({ token }) => ({
      message: `Nadie sabe cuánto vale ${token}, así que un cobro en ese token no se podría pagar.`,
      fix: 'Envía otro token, o envíalo a la dirección de una cartera.',
    }),
    pay_out_held: ({ why, retryAfterSec }) =>
      why === 'over_limit'
        ? {
            message:
              'Últimamente se ha pagado más de lo que este servicio paga en tan poco tiempo. No se ha perdido nada.',
            fix: `Inténtalo de nuevo en ${showSpan(retryAfterSec, 'es')}.`,
          }
        : HELD[why],
    claims_paused: () => ({
      message:
        'Por ahora no se aceptan cobros nuevos de este tamaño: queda poco gas para pagarlos.',
      fix: 'Envíalo a la dirección de una cartera o inténtalo más tarde. Lo que ya espera se sigue pagando.',
    }),
    vouchers_gone: ({ token }) => ({
      message: `Esta dirección ya no tiene vales de ${token}.`,
      fix: 'Mira el saldo de su cartera: ya se cobraron o se gastaron.',
    }),
    contract_elsewhere: ({ chain, elsewhere }) => ({
      message: `Esta cartera es un contrato en ${chain}, y en ${elsewhere} su dirección puede ser de otra persona.`,
      fix: `Retira los vales en ${chain}, o vincula con /wallet link una cartera tuya en ${elsewhere} y usa /withdraw.`,
    }),
    pools_outdated: ({ seconds }) => ({
      message: `El hub lleva ${seconds} segundos sin mostrar un bloque nuevo.`,
      fix: 'Inténtalo de nuevo en un momento: las cotizaciones vuelven solas cuando el hub avance.',
    }),
    unknown_quote: () => ({
      message: 'No conozco esta cotización.',
      fix: 'Pregunta otra vez con /quote.',
    }),
    foreign_quote: () => ({
      message: 'Esta cotización es de otra persona.',
      fix: 'Pide la tuya con /quote.',
    }),
    old_quote: () => ({
      message: 'Esta cotización tiene más de un minuto.',
      fix: 'Pulsa «Actualizar», mira el precio y firma ese.',
    }),
    bad_quote: ({ loss }) => ({
      message: `Con esta cotización se perdería el ${loss.replace('.', ',')} %, más del 10 %.`,
      fix: 'Cambia una cantidad menor.',
    }),
    unknown_mail_link: () => ({
      message: 'Este enlace no es de uno de nuestros correos, o es muy antiguo.',
      fix: 'Abre el enlace del correo más reciente.',
    }),
    statement_link_over: ({ minutes }) => ({
      message: `Este enlace ya no abre nada: vale ${minutes} minutos.`,
      fix: 'Escribe /export para obtener uno nuevo.',
    }),
    unknown_claim: () => ({
      message: 'No existe este cobro.',
      fix: 'Abre el enlace otra vez tal como lo recibiste.',
    }),
    no_share: ({ why }) =>
      ({
        taken: {
          message: 'Todas las partes ya tienen dueño.',
          fix: 'Sé un poco más rápido la próxima vez.',
        },
        coming: {
          message: 'Las partes todavía no han llegado.',
          fix: 'Vuelve a pulsar en unos segundos.',
        },
        over: {
          message:
            'El plazo para tomar una parte terminó; lo que nadie tomó vuelve a quien lo envió.',
          fix: 'No te pierdas la próxima vez.',
        },
        closed: {
          message: 'Quien lo envió ha recuperado lo que quedaba.',
          fix: 'No te pierdas la próxima vez.',
        },
        named: {
          message: 'Ninguna de estas partes es tuya.',
          fix: 'Mira lo que te espera con /claim.',
        },
        drawing: {
          message: 'El plazo ha terminado y se está haciendo el sorteo.',
          fix: 'Espera al sorteo. Lo que sobre vuelve a ti solo.',
        },
        drawn: {
          message: 'Estas partes son para quienes salen en el sorteo, y ninguna es tuya.',
          fix: 'No te pierdas el próximo sorteo.',
        },
        elsewhere: {
          message: 'Estas partes son para la gente del chat en el que se publicaron.',
          fix: 'Pulsa el botón allí.',
        },
        own: {
          message: 'Estas partes son tuyas: las enviaste tú.',
          fix: 'Déjaselas a los demás. Lo que nadie tome vuelve a ti.',
        },
      })[why],
    not_taken_back: ({ why }) =>
      ({
        share: {
          message:
            'Esta parte es para quien la tome o salga en el sorteo, así que no se recupera por separado.',
          fix: 'Recupera todo lo que aún no es de nadie con /sent. Lo que nadie reclame vuelve solo.',
        },
        bill: {
          message:
            'Con esto se paga lo que alguien pidió, así que quien pagó no puede recuperarlo.',
          fix: 'Pide a quien le pagaste que lo devuelva. Lo que no reclame vuelve solo.',
        },
      })[why],
    claim_busy: () => ({
      message: 'Esto se está reclamando ahora mismo.',
      fix: 'Espera a que termine; si falla, se puede reclamar otra vez.',
    }),
    claim_paid: () => ({
      message: 'Esto ya se pagó.',
      fix: 'Aquí no queda nada por reclamar. Lo demás está en /claim.',
    }),
    claim_paid_out: () => ({
      message: 'Esto ya se pagó.',
      fix: 'Lo tiene su destinatario; no queda nada que recuperar.',
    }),
    claim_going_back: () => ({
      message: 'Esto va de vuelta a su remitente.',
      fix: 'Espera a que termine; si falla, todo queda como antes.',
    }),
    claim_went_back: () => ({
      message: 'Esto volvió a su remitente.',
      fix: 'Pide al remitente que lo envíe otra vez.',
    }),
    claim_came_back: () => ({
      message: 'Esto volvió a ti.',
      fix: 'Es tuyo otra vez, en vales; no queda nada por hacer.',
    }),
    nothing_arrived: () => ({
      message: 'Aún no ha llegado nada de esto al hub, así que no hay nada que recuperar.',
      fix: 'Si no se firmó, déjalo sin firmar. Si se firmó, espera a que llegue.',
    }),
    foreign_claim: ({ who }) => ({
      message: `Esto es para ${who}.`,
      fix: 'Solo puede reclamarlo la cuenta a la que se envió.',
    }),
    claim_held: ({ who, why }) => ({
      message:
        why === 'changed'
          ? `Esto está retenido, porque quizá iba para otra persona: ${who} quedó libre o fue antes de otra cuenta.`
          : `Esto está retenido, porque quizá iba para otra persona: cuando se envió hacía mucho que no se veía a ${who}.`,
      fix: 'Pide al remitente que confirme tu cuenta con /sent, o que lo recupere y lo envíe como respuesta a un mensaje tuyo.',
    }),
    claim_frozen: () => ({
      message: 'Quienes gestionan este bot lo han puesto en pausa; no se pierde nada.',
      fix: 'Vuelve más tarde: seguirá desde donde está, y su plazo no corre.',
    }),
    returns_used_up: ({ at }) => ({
      message: 'Has recuperado tanto como se puede pagar por ti en 24 horas; no se pierde nada.',
      fix: `Inténtalo de nuevo desde el ${showTime({ language }, at)}; lo que nadie reclame también vuelve solo.`,
    }),
    gasless_used_up: ({ at, isTextAlone }) => ({
      message: 'Ya se usó todo el gas que se puede pagar por ti en 24 horas.',
      fix: isTextAlone
        ? `Inténtalo de nuevo desde el ${showTime({ language }, at)}: esto solo se puede hacer con una firma.`
        : `Inténtalo de nuevo desde el ${showTime({ language }, at)}, o envíalo como una transacción cuyo gas pagas tú.`,
    }),
    gasless_paused: ({ isTextAlone }) => ({
      message: 'Por ahora no se paga aquí el gas de otros.',
      fix: isTextAlone
        ? 'Inténtalo más tarde: esto solo se puede hacer con una firma.'
        : 'Envíalo como una transacción cuyo gas pagas tú, o inténtalo más tarde.',
    }),
    passkey_sends_nothing: ({ address, most }) => ({
      message: `${address} es una cuenta con clave de acceso: firma, pero no envía transacciones.`,
      fix:
        most === undefined
          ? 'Paga desde otra cartera, o escribe sus palabras de recuperación en una app de cartera y vincúlala de nuevo desde allí.'
          : `Repártelo entre ${most} personas como mucho: así basta una firma.`,
    }),
    claim_cooling: ({ at }) => ({
      message: `Se puede reclamar desde el ${showTime({ language }, at)}, porque tu cuenta cambió de nombre de usuario hace poco.`,
      fix: 'Vuelve entonces, o pide al remitente que confirme tu cuenta con /sent.',
    }),
    claim_expired: ({ at }) => ({
      message: `Se podía reclamar hasta el ${showTime({ language }, at)}; ahora vuelve a su remitente.`,
      fix: 'Pide al remitente que lo envíe otra vez.',
    }),
    paid_by_another: () => ({
      message: 'Esto se pagó desde otra cartera que la prevista, así que no vuelve por sí solo.',
      fix: 'Su destinatario puede reclamarlo como antes; solo quienes gestionan este bot pueden devolverlo, a la cartera que pagó.',
    }),
    bound_to_own_key: () => ({
      message:
        'Esto está ligado a una clave propia del destinatario: solo quien la tiene puede moverlo.',
      fix: 'Pide al destinatario que lo reclame y lo devuelva.',
    }),
    key_not_held: () => ({
      message: 'Esto está ligado a una clave propia del destinatario, que no se guarda aquí.',
      fix: 'Reclámalo con la clave privada de la clave pública que dio el remitente.',
    }),
    proof_required: () => ({
      message: 'Falta o ha caducado la prueba de que eres el destinatario.',
      fix: 'Pide un código de verificación y escríbelo otra vez.',
    }),
    pin_required: () => ({
      message: 'Para esta cantidad también hace falta el PIN del remitente.',
      fix: 'Pide al remitente el PIN de 6 caracteres.',
    }),
    wrong_pin: () => ({
      message: 'Este no es el PIN del remitente.',
      fix: 'Pídeselo otra vez; las mayúsculas y las minúsculas cuentan.',
    }),
    wrong_otp: () => ({
      message: 'Este no es el PIN del remitente.',
      fix: 'Da el otp del claimer que vino con el payload; las mayúsculas y las minúsculas cuentan.',
    }),
    wrong_code: () => ({
      message: 'Este código no es correcto, ya se usó o ha caducado.',
      fix: 'Escribe el código del mensaje más reciente o pide uno nuevo.',
    }),
    too_many_tries: ({ of }) =>
      of === 'code'
        ? { message: 'Este código se probó demasiadas veces.', fix: 'Pide un código nuevo.' }
        : of === 'claim'
          ? {
              message: 'Los códigos y PIN de este cobro fallaron demasiadas veces.',
              fix: 'Si se envió a una cuenta de chat, reclámalo en ese chat; si no, el remitente puede recuperarlo con /cancel.',
            }
          : of === 'link'
            ? {
                message: 'Para este cobro ya se hicieron todos los enlaces nuevos posibles.',
                fix: 'El más reciente funciona. El remitente puede recuperarlo con /cancel y enviarlo otra vez.',
              }
            : {
                message: 'Se intentó recuperar con PIN erróneos demasiadas veces.',
                fix: 'Recupéralo en el chat desde el que se envió, o espera: lo no reclamado vuelve solo.',
              },
    rate_limited: ({ retryAfterSec }) => ({
      message: 'Vas demasiado rápido.',
      fix: `Inténtalo de nuevo en ${retryAfterSec} s.`,
    }),
    several_words: ({ value, field }) => ({
      message: `«${value}» es más de una palabra.`,
      fix: `Escribe ahí solo esto: ${field}.`,
    }),
    role_alone: () => ({
      message: 'La propina a un rol va sola.',
      fix: 'Da propina a los demás con otro comando.',
    }),
    not_a_role: () => ({ message: 'Esto no es un rol de este servidor.', fix: 'Elige un rol.' }),
    unseen_person: () => ({
      message: 'No puedo ver a esta persona.',
      fix: 'Nombra a otra persona.',
    }),
    bot_named: ({ name }) => ({
      message: `${name} es un bot, y los bots no pueden reclamar propinas.`,
      fix: 'Nombra a una persona.',
    }),
    button_gone: () => ({
      message: 'Este botón ya no hace nada.',
      fix: 'Pide una tarjeta nueva con el mismo comando.',
    }),
    unknown_command: ({ name, close }) => ({
      message: `No existe el comando /${name}.`,
      fix:
        close.length === 0
          ? 'Mira todos los comandos con /help.'
          : `¿Querías decir ${close.map((known) => `/${known}`).join(' o ')}? Mira todos los comandos con /help.`,
    }),
    unreadable: ({ problem, fix }) => ({ message: problem, fix }),
    insufficient_balance: ({ asked, available }) =>
      available.length === 0
        ? { message: `Ninguna de tus carteras tiene ${asked}.`, fix: left.seeBalance }
        : {
            message: `Ninguna de tus carteras tiene ${asked}. Hay: ${available.join('; ')}.`,
            fix: 'Indica menos, o añade antes fondos a una de estas carteras.',
          },
  }),
}

const HELD = {
  away: {
    message:
      'La parte de este servicio que firma los pagos no responde. No se ha pagado nada ni se ha perdido nada.',
    fix: 'Inténtalo de nuevo en un momento.',
  },
  paused: {
    message:
      'Quien gestiona este servicio ha pausado todos los pagos. No se ha pagado nada ni se ha perdido nada.',
    fix: 'Inténtalo más tarde.',
  },
  needs_approval: {
    message:
      'Una cantidad así la revisa antes quien gestiona este servicio, y ya se le ha pedido. No se ha perdido nada.',
    fix: 'Vuelve a pedir lo mismo más tarde.',
  },
  too_large: {
    message: 'Esto vale más de lo que este servicio puede pagar de una vez. No se ha perdido nada.',
    fix: 'Pregunta a quien gestiona este servicio, o deja que vuelva a quien lo envió.',
  },
}
