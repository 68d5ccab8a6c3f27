import type { ClaimStepsWords, PageClaimWords } from '../en/claim.ts'
import { plural } from '../plural.ts'

export const claim: PageClaimWords = {
  notBegunHere: 'Este inicio de sesión no empezó aquí',
  beginAnew:
    'Empezó en otro navegador, o hace más de 10 minutos, así que no se hizo nada con él. Abre otra vez el enlace de cobro y empieza de nuevo, en un solo navegador.',
  incomplete: 'Este enlace no está completo',
  wholeLink:
    'Falta el final del enlace, lo que va después del signo #. Abre el enlace entero del mensaje que recibiste.',
  cannotShow: 'Este cobro no se puede mostrar',
  looking: 'Buscando lo que te espera.',
  sentYou: (sender) => `${sender} te ha enviado`,
  for: (who) => `Para ${who}`,
  waitsUntil: (day) => `Te espera hasta el ${day}.`,
  ownWords: (sender) => `Palabras de ${sender}`,
  notArrived: 'Aún no ha llegado',
  announced: (sender) =>
    `${sender} lo ha anunciado. Podrás reclamarlo aquí en cuanto esté seguro en la cadena; esta página se da cuenta sola.`,
  paused: 'Está en pausa por ahora',
  pausedBy:
    'Quienes gestionan este bot lo han puesto en pausa; no se pierde nada. Mientras tanto su plazo no corre, y esta página se da cuenta sola cuando siga.',
  waitsForWord: (sender) => `Falta que responda ${sender}`,
  held: {
    changed: (who, sender) =>
      `${who} quedó libre o ha sido de más de una cuenta, así que hemos preguntado a ${sender} a quién se refiere. Hasta entonces nadie puede reclamarlo; no se pierde nada, porque lo que nadie reclama vuelve.`,
    stale: (who, sender) =>
      `Hacía mucho que no se veía a ${who} cuando se envió, así que hemos preguntado a ${sender} a quién se refiere. Hasta entonces nadie puede reclamarlo; no se pierde nada, porque lo que nadie reclama vuelve.`,
  },
  from: (day) => `Se puede reclamar desde el ${day}`,
  newName: (who, sender) =>
    `La cuenta de ${who} tomó ese nombre hace poco. Hasta entonces ${sender} puede recuperarlo, o confirmar que eres tú; esta página se da cuenta sola.`,

  over: 'Ya no se puede reclamar',
  expired: 'Nadie lo reclamó a tiempo, así que vuelve a quien lo envió.',
  cancelling: 'Quien lo envió lo está recuperando.',
  cancelled: 'Quien lo envió lo recuperó.',
  returning: 'Nadie lo reclamó a tiempo. Va de vuelta a quien lo envió.',
  returned: 'Nadie lo reclamó a tiempo, así que volvió a quien lo envió.',
  payingOut: (sum) => `Pagando ${sum}`,
  paid: (sum) => `Pagado: ${sum}`,
  paidAsVouchers: (sum) => `Pagado en vales: ${sum}`,
  notPaidYet: (sum) => `Aún sin pagar: ${sum}`,
  to: (address, chain) => `A ${address} en ${chain}`,
  inWallet: (sum) => `Pagado. ${sum} está en tu cartera.`,
  keptHere: (sum) => `Hecho. ${sum} queda guardado aquí, con tu clave de acceso.`,
  yoursAsVouchers: (sum) => `Pagado. ${sum} es tuyo en vales.`,
  wasPaid: 'Se pagó.',
  isBeingPaid: 'Se está pagando.',
  sayThanks: (sender) => `Dar las gracias a ${sender}`,
  saidThanks: 'Has dado las gracias.',
  backTo: (place) => `Volver a ${place}`,
  noReason: 'no dijo por qué',
  vouchersOf: (chain, reason, address) =>
    `${chain} no pudo pagar: ${reason}. Son vales de tu dirección ${address} en ${chain}. Solo su cartera puede convertirlos en tokens.`,
  takeOut: (chain) => `Retirar en ${chain}`,
  buttonOnLink: 'Abre el enlace de este cobro: allí hay un botón para hacerlo.',
  connectNext: 'Conecta esa cartera en la página siguiente.',
  otherWays: 'También se puede con /withdraw en un chat donde esté vinculada la cartera.',
  lastTry: 'El último intento fue rechazado.',
  lastTryBecause: (reason) => `El último intento fue rechazado: ${reason}.`,
  nothingLost: 'No se perdió nada. Revisa la cadena y la dirección e inténtalo de nuevo.',
}

export const claimSteps: ClaimStepsWords = {
  prove: '1. Demuestra que eres tú',
  continueAs: (who, place) =>
    `Continúa como ${who}: ${place} nos dice el nombre de tu cuenta y nada más.`,
  continueWith: (place) => `Continuar con ${place}`,
  noWay: (place) =>
    `Este servidor aún no puede comprobar cuentas de ${place}, así que no se puede pagar nada. No se pierde nada: lo que nadie reclama vuelve a quien lo envió.`,
  byMail: (to) => `Enviamos un código por correo a ${to}.`,
  byChat: (to, place) => `Enviamos un código a ${to} en ${place}.`,
  orByMail: (to) => `O enviamos un código por correo a ${to}.`,
  orByChat: (to, place) => `O enviamos un código a ${to} en ${place}.`,
  unchanged: 'Abrir esta página aún no ha cambiado nada.',
  sendCode: 'Enviarme un código',
  haveCode: 'Ya tengo un código',
  codeByMail: (to) =>
    `Si esto es tuyo, un código va de camino por correo a ${to}. Vale 10 minutos.`,
  codeByChat: (to, place) =>
    `Si esto es tuyo, un código va de camino a ${to} en ${place}. Vale 10 minutos.`,
  codeLate:
    'Se retrasa: el servidor de correo de allí aún no lo ha aceptado. Lo intentamos de nuevo mientras sea válido.',
  code: (characters) => `El código (${characters} caracteres)`,
  continue: 'Continuar',
  anotherCode: 'Enviar otro código',
  anotherCodeIn: (seconds) => `Enviar otro código (en ${seconds} s)`,

  where: '2. ¿Adónde debe ir?',
  changeIt: 'Cambiarlo',
  noWallet:
    '¿Sin cartera? Guárdalo aquí: es tuyo al momento, y la única clave la tiene tu teléfono u ordenador.',
  keep: 'Guardarlo aquí',
  orAddress: 'O a una dirección tuya',
  wordsFirst: {
    message: (usd) =>
      `Esta es la cuenta de tu clave de acceso. Con esto tendría más de $${usd}, y sus palabras de recuperación aún no se han confirmado. No se ha pagado nada.`,
    keepInstead:
      'Pulsa «Guardarlo aquí» más arriba: antes te pregunta las palabras. O escribe otra dirección.',
    otherAddress:
      'Confírmalas y vincula otra vez la cuenta con /wallet link en el chat, o escribe otra dirección.',
  },
  eachNeedsPin: 'Cada uno de estos necesita el PIN de su remitente. Elige uno.',
  nowhere: (tokens) =>
    `Ninguna cadena de esta red puede pagar ${tokens} ahora mismo. Se queda aquí para ti.`,
  otherChain: 'La cadena elegida no puede pagar esto. Elige otra.',
  addressOn: (chain) => `Tu dirección en ${chain}`,
  anApp: (app, chain) =>
    `Una app como ${app} te da una dirección en ${chain}. Vuelve con ella: esto se queda aquí para ti.`,
  everything: (count) => `Todo (${count})`,
  sumFrom: (sum, sender) => `${sum} de ${sender}`,
  which: '¿Qué reclamas?',
  chain: 'Cadena',
  useAddress: (wallet) => `Usar mi dirección de ${wallet}`,
  appAddress: 'Tomar la dirección de una app',
  address: {
    missing: 'Escribe la dirección donde quieres cobrar.',
    evm: 'Una dirección en esta cadena es 0x y 40 cifras o letras de la a a la f.',
    mistyped: 'Esta dirección tiene una errata: sus mayúsculas no encajan. Cópiala de nuevo.',
    otherKind:
      'Una dirección que empieza por 0x es de otro tipo de cadena. Elige una de esas, o copia tu dirección en esta.',
    cosmos:
      'Esto no es una dirección de esta cadena: su forma o sus últimos caracteres no encajan. Cópiala de nuevo.',
  },

  right: '¿Está bien así?',
  pays: 'Paga',
  and: 'Y',
  payoutFee: 'Comisión de pago',
  hubKeeps: (fee) => `${fee}, que se queda el hub`,
  arrives: 'Llega',
  on: 'En',
  to: 'A',
  keptAt: 'Con tu clave de acceso en',
  final: 'No se puede deshacer.',
  compare: 'Compara la dirección con la de tu cartera.',
  stays: (sums, count) =>
    `${sums} ${plural('es', count, { one: 'se queda', other: 'se quedan' })} aquí para que lo reclames en otra cadena, o con el PIN del remitente.`,
  pin: (sender, characters) =>
    `El PIN de ${sender} (${characters} caracteres). Para esta cantidad hace falta: pídeselo.`,
  payOut: (sum) => `Cobrar ${sum}`,
  payOutAll: (count) => `Cobrar los ${count}`,

  ownKey: 'Esto solo lo puede reclamar tu propia clave',
  boundToKey:
    'Quien lo envió lo ligó a una clave pública que no es nuestra, así que no podemos pagarlo por ti. Di dónde quieres cobrar, firma con tu clave lo que aparece aquí y envía las dos cosas al contrato.',
  claim: 'Cobro',
  number: (id) => `Número ${id}`,
  addressThere: 'Tu dirección allí',
  showDocument: 'Mostrar lo que hay que firmar',
  signThis: 'Firma esto tal cual (SHA-256, secp256k1, 64 bytes r||s)',
  sendTo: (chain) => `Después cualquiera puede enviarlo en ${chain} a este contrato:`,
  textAbove: '<el texto de arriba>',
}
