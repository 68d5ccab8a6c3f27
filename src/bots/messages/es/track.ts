import type { TrackWords } from '../en/track.ts'

export const track: TrackWords = {
  summary: 'Sigue una transacción por todas las cadenas por las que pasa.',
  chain: 'La cadena en la que está',
  hash: 'El hash de la transacción',
  button: 'Seguir',
  pending: 'En camino',
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
    `La última cadena no pudo pagar: ${reason}. El destinatario tiene el valor en vales.`,
  comesBack: (reason, chain) =>
    `El hub la rechazó: ${reason}. Lo enviado queda retenido en ${chain} hasta que el reembolso sea definitivo.`,
  inNoBlock: (chain) => `${chain} aún no la tiene en ningún bloque.`,
  hashMissing: 'Falta el hash de la transacción.',
  tooMuch: (words) => `"${words}" es más que una cadena y un hash.`,
  ofSeveral: (chains) => `Este hash puede ser de ${chains}.`,
  nameChain: (usage) => `Di la cadena: ${usage}`,
}
