import type { WalletLinkWords, WalletProblemsWords, WalletsWords } from '../en/wallets.ts'

export const wallets: WalletsWords = {
  connect: (name) => `Conectar ${name}`,
  signIn: (name) => `Firmar en ${name}`,
  signWith: (name) => `Firmar con ${name}`,
  againIn: (name) => `Reintentar en ${name}`,
  lookInto: (name) => `Mira en ${name}…`,
  yours: 'Tu cartera',
  itsChain: 'su cadena',
  notFound: (what, example) =>
    `No se encontró ninguna cartera para ${what} en este navegador. Instala una como ${example}, o abre esta página en la app de tu cartera.`,
  either: (one, other) => `${one} o ${other}`,
  openInApp: (what) =>
    `No hay ninguna cartera para ${what} en este navegador. Abre esta página en una app que tengas:`,
  pasteInApp: (what) =>
    `No hay ninguna cartera para ${what} en este navegador. Copia el enlace de esta página y ábrelo en el navegador de la app de tu cartera.`,
  openIn: (app) => `Abrir en ${app}`,
  noAccount: (wallet) => `${wallet} no muestra ninguna cuenta a esta página.`,
  unlock: 'Desbloquéala, permite una cuenta e inténtalo de nuevo.',
}

export const walletProblems: WalletProblemsWords = {
  wrongChain: (wallet) => `${wallet} está en otra cadena.`,
  switchTo: (chain) => `Cámbiala a ${chain} e inténtalo de nuevo.`,
  noNode: (chain, wallet) =>
    `Este servicio no indica ningún nodo público de ${chain}, así que no se le puede dar uno a ${wallet}.`,
  addYourself: (chain, wallet) =>
    `Añade ${chain} a ${wallet} por tu cuenta e inténtalo de nuevo; si no funciona, pide a quien gestiona este servicio que indique uno.`,
  asking: (wallet) => `${wallet} ya te está preguntando algo.`,
  answerFirst: (wallet) => `Abre ${wallet}, responde e inténtalo de nuevo.`,
  notAllowed: (wallet) => `${wallet} no permite que esta página use esa cuenta.`,
  allow: (wallet) => `Permite esta página en ${wallet} e inténtalo de nuevo.`,
  tooLittle: (currency) =>
    `Esta cuenta no tiene suficiente ${currency} para la cantidad y la comisión de red.`,
  addFunds: (currency, chain) => `Añade ${currency} en ${chain}, o usa otra cuenta.`,
  earlierWaits: 'Una transacción anterior de esta cuenta todavía espera su bloque.',
  waitSeconds: 'Espera unos segundos e inténtalo de nuevo.',
  tooMany: (chain) =>
    `Demasiadas solicitudes de esta cuenta en ${chain} esperan todavía su respuesta.`,
  waitForOne: 'Espera a que termine una de ellas e inténtalo de nuevo.',
  refused: (chain, words) => `${chain} no lo acepta: ${words}`,
  newRequest: 'No se envió nada. Pide una solicitud nueva con el mismo comando.',
  declined: (wallet) => `Lo rechazaste en ${wallet}. No se envió nada.`,
  declinedAfterApproval: (wallet) =>
    `Lo rechazaste en ${wallet}. Solo se envió la autorización anterior.`,
  whenReady: 'Inténtalo de nuevo cuando quieras.',
  gone: (wallet) => `${wallet} ya no está conectada a esta página.`,
  reload: 'Mira en tu cartera qué ha enviado y vuelve a cargar esta página.',
  unreachable: (wallet, chain) => `${wallet} no puede conectar con ${chain}.`,
  checkWallet: 'Revisa tu conexión y la cadena en tu cartera e inténtalo de nuevo.',
  unable: (wallet) => `${wallet} no pudo hacerlo.`,
  unableBecause: (wallet, words) => `${wallet} no pudo hacerlo: ${words}`,
  lookInside: 'Mira en tu cartera e inténtalo de nuevo.',
  funds: 'saldo',
  tokens: 'saldo en tokens',
  ownCurrency: 'moneda propia de la cadena',
  wrongAccount: (shown, wanted) =>
    `Tu cartera está en la cuenta ${shown}, pero esta solicitud es para ${wanted}.`,
  switchAccount: 'Cambia a esa cuenta en tu cartera e inténtalo de nuevo.',
  approvalRefused: 'La cadena rechazó la autorización, así que no se envió nada.',
  askedOnceMore: 'Inténtalo de nuevo; tu cartera volverá a pedirte la autorización.',
  approvalWaits: 'La autorización aún no está en ningún bloque.',
  speedUp: 'Mira en tu cartera, quizá puedas acelerarla allí, e inténtalo de nuevo.',
  approvalCancelled: (wallet) =>
    `La autorización se canceló en ${wallet}, así que no se envió nada.`,
}

export const walletLink: WalletLinkWords = {
  title: 'Vincular una cartera',
  unusable: 'Este enlace no se puede usar',
  fetching: 'Cargando el enlace.',
  expired: 'Este enlace ha caducado',
  askAnew: 'No se vinculó nada. Pide uno nuevo en el chat con /wallet link.',
  linked: 'Tu cartera está vinculada',
  account: 'Cuenta',
  wallet: 'Cartera',
  unlinkedAgain: 'desvinculada de nuevo',
  close: 'Puedes cerrar esta página. Lo demás está en el chat: /wallet, /balance, /tip.',
  toAccount: 'A la cuenta',
  until: 'Hasta',
  onlyOwn:
    'Sigue solo si esta cuenta es tuya. Firmas un texto, no una transacción: no se mueve nada ni se autoriza a mover nada.',
  withoutWallet: 'Sin cartera',
  for: 'Para',
  forChains: (chains) => `Para ${chains}`,
  withPasskey: 'Vincular con una clave de acceso',
  walletSigns: 'Lo que firmará tu cartera',
  passkeySigns: 'Lo que firmará tu clave de acceso',
  another: 'Usar otra cartera',
}
