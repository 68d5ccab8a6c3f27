import type { PayoutWords } from '../en/payout.ts'

export const payout: PayoutWords = {
  paid: (sum, chain) => `Pagado: ${sum}${onChain(chain)}, en tu cartera`,
  paying: (sum, chain) => `Pagando ${sum}${onChain(chain)}`,
  arrivedAsVouchers: (sum) => `Te llegó en vales: ${sum}`,
  goesBack: (sum) => `De vuelta a quien lo envió: ${sum}`,
  wentBack: (sum) => `Devuelto a quien lo envió: ${sum}`,
  waits: (sum) => `Te espera: ${sum}`,
  notPaid: (sum) => `No se pudo pagar: ${sum}`,
  someOf: (paid, all) => `${paid} de ${all} ya pagados`,
  payableOn: (chains) => `Se puede cobrar en ${chains}: /claim`,
  stillWaits: (reason) => `El hub lo rechazó: ${reason}. Sigue esperándote: /claim`,
  yours: (token, chain) => `Los ${token} son tuyos como vales de tu cartera en ${chain}.`,
  couldNot: (chain, reason) => `${chain} no pudo pagar: ${reason}.`,
}

const onChain = (chain: string) => (chain === '' ? '' : ` en ${chain}`)
