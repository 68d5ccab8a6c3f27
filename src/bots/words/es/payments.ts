import type {
  PaymentWords,
  VouchersWords,
  BalanceWords,
  FaucetWords,
  SigningWords,
  StepsWords,
  LeftWords,
} from '../en/payments.ts'
import { plural } from '../../../words/plural.ts'
import { trouble } from '../../../words/es/trouble.ts'

export const payment: PaymentWords = {
  usdIs: (usd, token, amount, price) => `$${usd} de ${token} son ${amount} a $${price}.`,
  usdRounded:
    'El precio se muestra abreviado; la cantidad se redondea hacia abajo en el último decimal.',
  halfIs: (whole, amount) => `La mitad de tus ${whole} equivale a ${amount}.`,
  allIs: (amount) => `Son todos tus ${amount}.`,
  allButFee: (whole, kept) =>
    `Son todos tus ${whole} menos ${kept}, que quedan para la comisión de red.`,

  chosen: 'Se paga así',
  vouchers: 'tus vales alcanzan',
  only: 'nada más de lo tuyo alcanza',
  named: 'nombraste la cadena',
  held: 'ahí es donde lo tienes',
  cheapest: 'lo más barato',
  first: 'tu primera cartera con suficiente',
  asked: 'lo elegiste tú',
  because: (why, gas) => `${why} (${gas})`,
  gasUsd: (usd, chain) => `unos $${usd} de gas en ${chain}`,
  gasUnder: (usd, chain) => `menos de $${usd} de gas en ${chain}`,
  gasAmount: (amount, chain) => `unos ${amount} de gas en ${chain}`,
  payFrom: (wallet) => `Pagar desde ${wallet}`,
  payWithVouchers: (wallet) => `Pagar con vales de ${wallet}`,
  details: 'Cartera y formas de pago',

  noPrice: (token) => `No sé cuánto vale ${token} en dólares: ningún pool de aquí lo dice.`,
  nameAmount: (token) => `Di la cantidad en ${token}.`,
  tooLittleUsd: (usd, token) => `$${usd} es menos que la cantidad mínima de ${token} que existe.`,
  askForMore: 'Di una cantidad mayor.',
  noWallet: 'No sé cuánto tienes: no hay ninguna cartera vinculada a tu cuenta.',
  linkOrName: 'Vincula una con /wallet link o di la cantidad.',
  feeUnknown: (chain) =>
    `Ahora no sé cuál es la comisión de red en ${chain}, así que no puedo dejar lo suficiente para pagarla.`,
  nameLess: 'Di una cantidad que deje algo para la comisión.',
  onlyFee: (held, chain) => `Tus ${held} en ${chain} no superan lo que cuesta la comisión de red.`,
  heldAsVouchers: (sum, chain) => `${sum} en vales de ${chain}`,
  heldOn: (sum, chain) => `${sum} en ${chain}`,
  noneOn: (token, chains) => `nada de ${token} en ${chains}`,
  any: (token) => `nada de ${token}`,
  inVouchers: (sum) => `${sum} en vales`,
  notOffered: 'Esta forma de pago ya no se ofrece.',
  askAgain: 'Pide otra vez con el mismo comando.',
  notYours: 'Solo quien envía puede elegir cómo se paga.',
  leaveIt: 'Déjaselo a esa persona.',
}

export const vouchers: VouchersWords = {
  depositSummary: 'Convierte tokens de tu cartera en tus propios vales.',
  withdrawSummary: 'Convierte tus vales en tokens en una cadena.',
  amount: 'Cuánto: 5, $5, half o all',
  token: 'Qué token',
  payFrom: 'La cadena desde la que se paga',
  payTo: 'La cadena en la que se cobra',
  address: 'Una dirección allí, si no es la tuya',
  needsWallet: 'Los vales pertenecen a una cartera y tu cuenta no tiene ninguna vinculada.',
  linkFirst: 'Vincula una primero: /wallet link',
  noHome: (token) => `Ninguna de tus carteras está en una cadena donde se pueda pagar ${token}.`,
  nameChain: (chains) => `Di una cadena y una dirección allí: ${chains}.`,
  tooMuch: (words) => `«${words}» es más de lo que admite este comando.`,
  depositTitle: (sum) => `Depositar ${sum}`,
  withdrawTitle: (sum, chain) => `Retirar ${sum} a ${chain}`,
  to: 'A',
  yourVouchersOf: (wallet) => `Tus vales de ${wallet}`,
  sendTitle: (sum, place) => `Enviar ${sum} a ${place}`,
  becomesVouchers:
    'Tienes muy pocos vales para pagar tokens allí, así que tus tokens pasan a ser vales de esa cartera. Su dueño los retira con /withdraw.',
  arrivedAt: (sum, place) => `${sum} han llegado: ${place}`,
  theirVouchers: 'Son vales de esa cartera. Su dueño los retira con /withdraw.',
  under: (sum) => `Enviando ${sum}`,
  signed: 'Firmado. Esta tarjeta lo sigue hasta el final.',
  deposited: (sum) => `${sum} ya son tus vales`,
  depositDone: 'Envíalos con /tip, cámbialos o conviértelos de nuevo con /withdraw.',
  withdrawn: (sum, chain) => `${sum} han llegado a ${chain}`,
  withdrawDone: (address) => `Los tiene la cartera ${address}.`,
  asVouchers: (sum) => `${sum} han llegado como vales`,
  couldNotPay: (chain, reason) =>
    `${chain} no pudo pagarlos como tokens: ${reason}. El remitente los tiene como vales.`,
  failed: (sum) => `No se pudo enviar ${sum}`,
  refused: (chain, reason) =>
    `${chain} rechazó la transacción: ${reason}. No se movió nada; solo se gastó la comisión de red.`,
  never: (chain) => `Nunca llegó a ${chain}`,
  neverWhy: (reason) => `${reason}. No se movió nada.`,
  refunded: (sum) => `${sum} han vuelto`,
  isBack: (reason) => `El hub lo rechazó: ${reason}. Vuelves a tener lo que tenías antes.`,
  refunding: (sum) => `${sum} están volviendo`,
  comesBack: (reason) =>
    `El hub lo rechazó: ${reason}. Volverá a ser tuyo en cuanto sea definitivo.`,
  stopped: 'No avanza',
  late: 'Tarda demasiado',
  history: { deposit: (sum) => `Depósito de ${sum}`, withdraw: (sum) => `Retirada de ${sum}` },
}

export const balance: BalanceWords = {
  summary: 'Muestra lo que hay en tus carteras vinculadas.',
  title: 'Tu saldo',
  noWallet: 'No hay ninguna cartera vinculada a tu cuenta.',
  withoutWallet:
    'Vincula una con /wallet link. También funciona sin ella: /tip pide una cartera en la página de firma, y /claim acepta cualquier dirección.',
  onlyYours: 'Solo muestro tu propio saldo.',
  empty: 'vacía',
  vouchersOf: (wallet) => `${wallet}, vales`,
  unread: 'no se puede leer ahora mismo',
  unlisted: (count, isAll) =>
    `También tienes vales de ${isAll ? '' : 'al menos '}${plural('es', count, { one: `${count} token que no figura`, other: `${count} tokens que no figuran` })} aquí.`,
  inAll: 'En total',
  worth: (usd) => `≈ $${usd}`,
  worthAtLeast: (usd) => `al menos $${usd}`,
}

export const faucet: FaucetWords = {
  summary: 'Recibe tokens de prueba en tu cartera.',
  arrived: 'Han llegado tokens de prueba',
  tooMuch: (words) => `«${words}» es más de lo que necesita un grifo.`,
  noWallet: 'No tienes ninguna cartera a la que puedan ir estos tokens.',
  nameChain: (example) => `Di una cadena en la que tengas una, por ejemplo: ${example}`,
}

export const signing: SigningWords = {
  from: 'De',
  walletLater: (chain) => `${chain}, la cartera se conecta en la página de firma`,
  fee: 'Comisión',
  noFee: 'Ninguna: tú solo firmas, el gas lo pagamos nosotros',
  gasOnly: 'Solo el gas de la red, que paga tu cartera',
  gaslessUsedUp: (day) =>
    `Ya se usó el gas que pagamos por ti en 24 horas: desde el ${day} vuelve a bastar una firma.`,
  gaslessEmpty: 'Normalmente basta una firma, pero por ahora no podemos pagar el gas de otros.',
  payoutFee: 'Comisión de pago',
  keeps: (fee, chain) => `${fee}, que el hub se queda por pagar en ${chain}`,
  arrives: 'Llega',
  locked: (chain) =>
    `El hub no paga nada en ${chain} ahora mismo: ha bloqueado la cadena. No firmes esto hasta que se abra de nuevo.`,
  sign: 'Firmar',
  dismiss: 'Descartar',
  expired: 'No se firmó a tiempo y esta solicitud ha caducado. No se envió nada.',
  dismissed: 'Has descartado esta solicitud. No se envió nada.',
  expiredUnseen: (chain) =>
    `El tiempo para firmar ha terminado. Si tu cartera lo envió en el último momento, aparecerá aquí en cuanto ${chain} lo tenga de forma definitiva; solo entonces podrás volver a pedirlo.`,
  dismissedUnseen: (chain) =>
    `Has descartado esta solicitud. Si tu cartera ya la había enviado, aparecerá aquí en cuanto ${chain} la tenga de forma definitiva; solo entonces podrás volver a pedirla.`,
  sentBeside: (chain) =>
    `También se preparó una transacción para esto. Si tu cartera la envió, aparecerá aquí en cuanto ${chain} la tenga de forma definitiva; solo entonces podrás volver a pedirlo.`,
  askAgain: 'Vuelve a pedirlo con el mismo comando.',
}

export const steps: StepsWords = {
  submit: (chain) => `Enviado en ${chain}`,
  settle: (chain) => `Liquidado en ${chain}`,
  confirm: (chain) => `Confirmado de vuelta en ${chain}`,
  release: (chain) => `Pagado en ${chain}`,
  seen: 'vista, aún en ningún bloque',
  confirmed: 'en un bloque, aún no definitiva',
  took: (duration) => `tardó ${duration}`,
  underOneSecond: 'menos de 1 s',
  seconds: (seconds) => `${seconds} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  noReason: trouble.own.unexplained,
}

export const left: LeftWords = {
  takeOut: (chain) => `Retirar en ${chain}`,
  takeOutSum: (sum, chain) => `Retirar ${sum} en ${chain}`,
  elsewhere:
    'Esa cartera no está vinculada aquí: conéctala en la página que abre el botón, vincúlala y usa /withdraw.',
  nothing: 'De esto no quedan vales por retirar.',
  seeBalance: 'Mira lo que tienen tus carteras con /balance.',
  again: 'Reintentar',
  notOver: 'Esto todavía puede seguir por sí solo.',
  lookAtCard: 'Su tarjeta dice dónde está.',
}
