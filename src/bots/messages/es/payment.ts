import type { PaymentWords } from '../en/payment.ts'

export const payment: PaymentWords = {
  usdIs: (usd, token, amount, price) => `$${usd} de ${token} son ${amount} a $${price}.`,
  usdRounded:
    'El precio se muestra abreviado; la cantidad se redondea hacia abajo en el último decimal.',
  halfIs: (whole, amount) => `La mitad de tus ${whole} son ${amount}.`,
  allIs: (amount) => `Son todos tus ${amount}.`,
  allButFee: (whole, kept) =>
    `Son todos tus ${whole} menos ${kept}, que quedan para la comisión de red.`,

  chosen: 'Se paga así',
  vouchers: 'tus vales alcanzan',
  only: 'nada más de lo tuyo alcanza',
  named: 'nombraste la cadena',
  cheapest: 'lo más barato',
  first: 'tu primera cartera con suficiente',
  asked: 'lo elegiste tú',
  gasUsd: (usd, chain) => `unos $${usd} de gas en ${chain}`,
  gasUnder: (usd, chain) => `menos de $${usd} de gas en ${chain}`,
  gasAmount: (amount, chain) => `unos ${amount} de gas en ${chain}`,
  payFrom: (wallet) => `Pagar desde ${wallet}`,
  payWithVouchers: (wallet) => `Pagar con vales de ${wallet}`,

  noPrice: (token) => `No sé cuánto vale ${token} en dólares: ningún pool de aquí lo dice.`,
  nameAmount: (token) => `Di la cantidad en ${token}.`,
  tooLittleUsd: (usd, token) => `$${usd} es menos que la cantidad mínima de ${token} que existe.`,
  askForMore: 'Pide una cantidad mayor.',
  noWallet: 'No sé cuánto tienes: no hay ninguna cartera vinculada a tu cuenta.',
  linkOrName: 'Vincula una con /wallet link o di la cantidad.',
  feeUnknown: (chain) =>
    `Ahora no sé cuál es la comisión de red en ${chain}, así que no puedo dejar lo suficiente para pagarla.`,
  nameLess: 'Di una cantidad que deje algo para la comisión.',
  onlyFee: (held, chain) => `Tus ${held} en ${chain} no superan lo que cuesta la comisión de red.`,
  heldAsVouchers: (sum, chain) => `${sum} en vales de ${chain}`,
  heldOn: (sum, chain) => `${sum} en ${chain}`,
  noneOn: (token, chains) => `nada de ${token} en ${chains}`,
  any: (token) => `algo de ${token}`,
  inVouchers: (sum) => `${sum} en vales`,
  noVouchers: (token) => `ningún vale de ${token}`,
  notOffered: 'Esta forma de pago ya no se ofrece.',
  askAgain: 'Pide otra vez con el mismo comando.',
  notYours: 'Solo quien envía puede elegir cómo se paga.',
  leaveIt: 'Déjaselo a esa persona.',
}
