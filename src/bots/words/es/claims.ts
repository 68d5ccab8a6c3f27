import type { ClaimWords, ClaimableWords, PayoutWords } from '../en/claims.ts'
import { plural } from '../../../words/plural.ts'

export const claim: ClaimWords = {
  summary: 'Muestra lo que te espera o te lo paga en una cadena.',
  listSummary: 'Muestra lo que te espera.',
  which: 'Cuál quieres reclamar, o su enlace',
  chain: 'A qué cadena',
  address: 'Tu dirección en esa cadena',
  code: 'El código que llegó a tu correo',
  pin: 'El PIN del remitente',

  row: (sum, sender, chains) => `${sum} de ${sender}, se puede cobrar en ${chains}`,
  rowNowhere: (sum, sender) =>
    `${sum} de ${sender}; ahora mismo no se puede cobrar en ninguna cadena`,
  howTo: 'Escribe /claim all to base, o /claim 1 to base y detrás una dirección.',
  everythingOn: (chain) => `Reclamar todo en ${chain}`,
  keepAll: (sum) => `Guardar todo (${sum})`,
  keepEverything: 'Guardar todo',
  allOn: (sum, chain) => `Reclamar todo (${sum}) en ${chain}`,
  nothing: 'No te espera nada',
  whenTipped:
    'Cuando alguien te dé una propina, te escribiré aquí. Si te llegó un enlace de cobro por correo, escribe /claim y detrás el enlace.',

  unknown: 'No conozco este cobro.',
  seeWaiting: 'Mira lo que te espera con /claim.',
  notWaiting: 'Esto ya no te espera.',
  noneWaits: 'Nada de esto te espera ya.',
  claimedAlready: (who) => `${who} ya lo ha reclamado.`,
  wentBack: 'Esto volvió a quien lo envió.',
  nothingToDo: 'Ya no queda nada por hacer.',
  onlyFor: (who) => `Esto es para ${who}; solo esa cuenta puede reclamarlo.`,
  leaveIt: 'Déjaselo a esa persona. Lo que te espera a ti está en /claim.',
  nothingWaits: 'No te espera nada.',
  onceTipped: 'Cuando alguien te dé una propina, te escribiré.',
  noNumber: (number, count) =>
    `No existe el número ${number}: te ${plural('es', count, { one: `espera ${count} cobro`, other: `esperan ${count} cobros` })}.`,
  seeList: 'Mira la lista con /claim.',
  noWallet: (chain) => `No tienes ninguna cartera vinculada en ${chain}.`,
  addAddress: (command) => `Escribe tu dirección detrás: ${command} <dirección>`,

  alsoPin: (command) =>
    `También necesita el PIN que tiene el remitente. Con él, escribe ${command}`,
  addPin: (command) =>
    `Pide al remitente el PIN de 6 caracteres y escríbelo detrás: ${command} pin ABC123`,
  onePin: 'Un PIN es de un solo cobro, no de varios.',
  needlessPin: (number, others) =>
    others === ''
      ? `El número ${number} no necesita PIN. No se pagó nada.`
      : `El número ${number} no necesita PIN, pero el ${others} sí. No se pagó nada.`,

  sentTo: (sender, sum, who) => `${sender} envió ${sum} a ${who}`,
  notThere: 'Todavía no ha llegado; hasta entonces no hay nada que cobrar.',
  codeSent: (who) =>
    `Si esto es tuyo, un código va de camino por correo a ${who}. Vale 10 minutos.`,
  codeLater: (sec) =>
    `Hace poco ya se pidió un código: usa el más reciente. Podrás pedir otro en ${sec} s, con el mismo enlace.`,
  codeIsLate:
    'El servidor de correo de esa dirección aún no ha aceptado el último código. Lo intentamos de nuevo mientras sea válido.',
  giveCode: 'Escribe aquí /claim code ABCD2345, con tu código en lugar de ABCD2345.',
  noLink: 'No sé de qué cobro es este código.',
  sendLink:
    'Escribe primero /claim y detrás el enlace de cobro; después, antes de 10 minutos, el código.',
  proven: 'Este buzón es tuyo. Durante 30 minutos, lo que le espera está en tu /claim.',
  proveOnPage: 'Abre el enlace en un navegador: allí puedes demostrar que es tuyo.',

  secretSeen: 'Eso no debía verlo nadie más',
  secretDeleted:
    'Tu mensaje contenía un enlace de cobro, un código o un PIN. Lo he borrado y no he hecho nada más con él.',
  deleteSecret:
    'Tu mensaje contiene un enlace de cobro, un código o un PIN. Bórralo tú, por favor: yo no puedo. No he hecho nada más con él.',
  sayPrivately: 'Escríbemelo aquí, en nuestro chat privado.',
}

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} te envió ${sum}`,
  noneWaits: 'Todo está pagado o en camino',
  from: 'De',
  payableOn: 'Se puede cobrar en',
  waitsUntil: 'Te espera hasta el',
  ownKey: 'Está ligado a una clave tuya: solo puede reclamarlo quien tenga esa clave.',
  choose: 'Elige dónde recibirlo.',
  write: (chains) =>
    `Escribe /claim all to ${chains} y detrás tu dirección, o abre la página de cobro.`,
  keep: 'Guardar en tu cuenta',
  keepSum: (sum) => `Guardar ${sum} en tu cuenta`,
  claimOn: (chain) => `Reclamar en ${chain}`,
  claimSumOn: (sum, chain) => `Reclamar ${sum} en ${chain}`,
  openPage: 'Abrir la página de cobro',
  givenAt: 'Verlo en el grupo',
  newLink: 'Crear un enlace nuevo',
}

export const payout: PayoutWords = {
  paid: (sum, chain) => `Pagado: ${sum}${onChain(chain)}, en tu cartera`,
  paying: (sum, chain) => `Pagando ${sum}${onChain(chain)}`,
  kept: (sum) => `En tu cuenta: ${sum}`,
  whatKeeping: 'Dalo de propina, cámbialo o retíralo a cualquier cadena cuando quieras, sin gas.',
  arrivedAsVouchers: (sum) => `Te llegó en vales: ${sum}`,
  goesBack: (sum) => `De vuelta a quien lo envió: ${sum}`,
  wentBack: (sum) => `Devuelto a quien lo envió: ${sum}`,
  waits: (sum, tokens) =>
    plural('es', tokens, { one: `Te espera: ${sum}`, other: `Te esperan: ${sum}` }),
  notPaid: (sum) => `No se pudo pagar: ${sum}`,
  someOf: (paid, all) => `${paid} de ${all} ya pagados`,
  payableOn: (chains) => `Se puede cobrar en ${chains}: /claim`,
  stillWaits: (reason) => `El hub lo rechazó: ${reason}. Sigue esperándote: /claim`,
  yours: (address, chain) =>
    `Son vales de tu dirección ${address} en ${chain}. Solo su cartera puede convertirlos en tokens.`,
  couldNot: (chain, reason) => `${chain} no pudo pagar: ${reason}.`,
  sayThanks: 'Dar las gracias',
  saidThanks: 'Has dado las gracias.',
  thanks: (who, sum) => `${who} te da las gracias por ${sum}`,
}

const onChain = (chain: string) => (chain === '' ? '' : ` en ${chain}`)
