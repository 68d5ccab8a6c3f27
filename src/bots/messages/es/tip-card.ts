import type { TipCardWords } from '../en/tip-card.ts'

export const tipCard: TipCardWords = {
  title: (sum, who) => `Propina de ${sum} para ${who}`,
  arrivesAs: 'Llega como',
  vouchersFor: (sum, who) => `Vales por ${sum} que solo ${who} puede reclamar`,
  claimableOn: 'Se puede reclamar en',
  mailLater: (who) =>
    `Cuando haya llegado, ${who} recibirá un correo con un enlace para reclamarlo.`,
  unknown: (who) =>
    `Todavía no conozco a ${who}. La propina espera hasta que la cuenta con ese nombre de usuario venga a reclamarla.`,
  needsPin: (who) => `Por esta cantidad, ${who} necesita además un PIN tuyo.`,
  showPin: 'Mostrar mi PIN',
  showAddress: 'Mostrar la dirección completa',
  passOn: (who) => `No puedo escribir a ${who}. Pásale tú el enlace para reclamar.`,
  showLink: 'Ver enlace para reclamar',

  sending: (sum, who) => `Enviando ${sum} a ${who}`,
  signed: (who) => `Firmado. ${who} podrá reclamarlo en cuanto sea definitivo.`,
  failed: (who) => `La propina para ${who} ha fallado`,
  refused: (chain, reason) => `${chain} rechazó la transacción: ${reason}.`,
  onlyFee: 'Solo se gastó la comisión de la red.',
  unreached: (who, chain) => `La propina para ${who} nunca llegó a ${chain}`,
  refunded: (who) => `La propina para ${who} se ha reembolsado`,
  refunding: (who) => `La propina para ${who} se está reembolsando`,
  hubRefused: (reason) => `El hub la rechazó: ${reason}.`,
  timedOut: (who) => `La propina para ${who} agotó el tiempo de espera`,
  needsAttention: (who) => `La propina para ${who} requiere atención`,
  vouchersKept: 'Tus vales siguen intactos.',
  vouchersStill: (sum) => `Los ${sum} siguen siendo vales tuyos.`,
  tokensKept: (sum) => `Los ${sum} siguen en tu cartera.`,
  tokensBack: (sum, chain) => `Los ${sum} están de nuevo en tu cartera en ${chain}.`,
  tokensHeld: (sum, chain) =>
    `Los ${sum} quedan retenidos en ${chain} hasta que el reembolso a tu cartera sea definitivo.`,

  claimable: (who, sum) => `${who} puede reclamar ${sum}`,
  claim: 'Reclamar',
  paying: (who, sum, chains) => `Pagando ${sum} a ${who}${onChains(chains)}`,
  paid: (who, sum, chains) => `${who} ha cobrado ${sum}${onChains(chains)}`,
  paidAsVouchers: (who, sum) => `${who} ha cobrado ${sum} en vales`,
  heldAsVouchers: (who, chains) =>
    `${who} tiene el valor en vales${onChains(chains)}: la cadena no pudo pagarlo en tokens.`,
  goesBack: (sum, who) => `${sum} para ${who}: en camino de vuelta`,
  wentBack: (sum, who) => `${sum} para ${who}: devueltos`,
  takenBack: 'Quien lo envió lo ha recuperado.',
  unclaimed: (who) => `${who} no lo reclamó a tiempo.`,
  onItsWayBack: 'Está en camino de vuelta.',
  isBack: 'Vuelve a ser de quien lo envió, en vales.',
  mailRefused: (who) =>
    `Su servidor de correo no acepta mensajes para ${who}, así que nadie se ha enterado. ¿Es correcta la dirección? El valor espera en la cadena solo para esa dirección.`,
  mailUnwanted: (who) =>
    `${who} pidió no recibir correos de aquí, así que no le escribo. Pásale tú el enlace para reclamar o recupéralo con /cancel.`,
  mailWaits: (who) => `Un correo para ${who} está en camino.`,
  mailSent: (who) => `Se envió a ${who} un correo con un enlace para reclamarlo.`,
}

const onChains = (chains: string) => (chains === '' ? '' : ` en ${chains}`)
