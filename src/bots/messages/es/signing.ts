import type { SigningWords } from '../en/signing.ts'

export const signing: SigningWords = {
  from: 'Desde',
  walletLater: (chain) => `${chain}, la cartera se conecta en la página de firma`,
  fee: 'Comisión',
  gasOnly: 'Solo el gas de la red, que paga tu cartera',
  sign: 'Firmar',
  expired: 'No se firmó a tiempo y esta solicitud ha caducado. No se envió nada.',
  askAgain: 'Vuelve a pedirlo con el mismo comando.',
}
