import type { TrackWords, ExportWords, HistoryWords } from '../en/tracking.ts'

export const track: TrackWords = {
  summary: 'Sigue una transacción por todas las cadenas por las que pasa.',
  chain: 'La cadena en la que está',
  hash: 'El hash de la transacción',
  button: 'Seguir',
  pending: 'En camino',
  unseen: 'Aún no vista',
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
    `La última cadena no pudo pagar: ${reason}. El remitente tiene el valor en vales o, si era un importe por reclamar, su destinatario. Solo la cartera de quien los tiene puede convertirlos en tokens: /withdraw en un chat.`,
  comesBack: (reason, chain) =>
    `El hub la rechazó: ${reason}. Lo enviado queda retenido en ${chain} hasta que el reembolso sea definitivo.`,
  inNoBlock: (chain) => `${chain} aún no la tiene en ningún bloque.`,
  hashMissing: 'Falta el hash de la transacción.',
  noHash: (word) => `«${word}» no es un hash de transacción.`,
  copyAgain: 'Copia otra vez el hash completo.',
  tooMuch: (words) => `«${words}» es más que una cadena y un hash.`,
  ofSeveral: (chains) => `Este hash puede ser de ${chains}.`,
  nameChain: (usage) => `Di la cadena: ${usage}`,
}

export const history: HistoryWords = {
  summary: 'Muestra lo que has enviado y recibido, primero lo más nuevo.',
  title: 'Tus transacciones',
  titleOfPage: (page) => `Tus transacciones, página ${page}`,
  none: 'Aún no hay nada aquí.',
  noneOlder: 'No hay nada más antiguo.',
  newer: 'Más nuevas',
  older: 'Más antiguas',
  notPage: (word) => `«${word}» no es una página.`,
  tipped: (sum, who) => `${sum} para ${who}`,
  swapped: (sum, token) => `Cambio de ${sum} por ${token}`,
  withTime: (what, time) => `${what}, ${time}`,
  received: (sum, who) => `${sum} de ${who}`,
  paidOutOn: (chain) => `Cobrado en ${chain}`,
  keptOnHub: 'Tuyo como vales',
  takenBack: 'Lo recuperaste',
  cameBack: 'Nadie lo reclamó; volvió',
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
