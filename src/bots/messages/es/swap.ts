import type { SwapWords } from '../en/swap.ts'

export const swap: SwapWords = {
  summary: 'Cambia un token por otro desde tu propia cartera.',
  title: (given, received) => `Cambiar ${given} por ${received}`,
  trade: (given, token) => `${given} por ${token}`,
  to: 'A',
  sameWallet: 'La misma cartera',
  atLeast: 'Como mínimo',
  orBack: (least, slippage) => `${least} (deslizamiento ${slippage}): si no, todo vuelve`,
  gasOnly: 'Solo el gas de la red, lo paga tu cartera; lo de los pools va en el precio',
  freshPrice: 'Pide un precio nuevo con /quote.',
  done: (trade) => `Cambio hecho: ${trade}`,
  arrived: (least, chain) => `Como mínimo llegaron ${least} a ${chain}.`,
  doneAsVouchers: (trade) => `Cambio hecho: ${trade}, en vales`,
  asVouchers: (chain, reason, token) =>
    `${chain} no pudo pagarlo en tokens: ${reason}. El destinatario tiene los ${token} en vales.`,
  failed: (trade) => `El cambio de ${trade} falló`,
  refused: (chain, reason, sum) =>
    `${chain} rechazó la transacción: ${reason}. Los ${sum} siguen en tu cartera. Solo se gastó la comisión de red.`,
  neverReached: (trade, chain) => `El cambio de ${trade} nunca llegó a ${chain}`,
  stillYours: (reason, sum) => `${reason}. Los ${sum} siguen en tu cartera.`,
  refunded: (trade) => `El cambio de ${trade} fue reembolsado`,
  isBack: (reason, sum, chain) =>
    `El hub lo rechazó: ${reason}. Los ${sum} están de vuelta en tu cartera en ${chain}.`,
  partlyRefunded: (trade) => `Una parte del cambio de ${trade} fue reembolsada`,
  partIsBack: (reason, sum, chain, target) =>
    `El hub rechazó esa parte: ${reason}. ${sum} están de vuelta en tu cartera en ${chain}. El resto se cambió y se pagó en ${target}.`,
  timedOut: (trade) => `El cambio de ${trade} superó el plazo`,
  stopped: (trade) => `El cambio de ${trade} no avanza`,
  show: (hash) => `Muestra esta transacción a quien lleva este servicio: ${hash}`,
  refunding: (trade) => `El cambio de ${trade} se está reembolsando`,
  comesBack: (reason, sum, chain) =>
    `El hub lo rechazó: ${reason}. Los ${sum} quedan retenidos en ${chain} hasta que el reembolso a tu cartera sea definitivo.`,
  underWay: (trade) => `Cambiando ${trade}`,
  signed: (least, chain) => `Firmado. Como mínimo llegarán ${least} a ${chain}, o todo vuelve.`,
  noHome: (token, chain) =>
    `${token} no existe en ${chain}, y no tienes ninguna cartera vinculada donde sí exista.`,
  linkFirst: (chains) => `Vincula primero una cartera en ${chains}.`,
}
