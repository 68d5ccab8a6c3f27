import type {
  AnswersWords,
  PrivateAnswersWords,
  NamingWords,
  WordingWords,
  ReadingWords,
  NoteWords,
  VerificationWords,
} from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: 'Algo salió mal',
  failed: 'Algo salió mal de nuestro lado. No se envió nada desde tu cartera.',
  report: (reference) => `Referencia, por si avisas a quienes gestionan este bot: ${reference}`,
  platformSilent: (place) => `${place} no responde ahora`,
  silentFor: (place, span) =>
    `Tengo que saber quién es quién en este grupo. Solo lo sabe ${place}, y pide que no le pregunte durante ${span}. No se ha hecho nada: inténtalo después.`,
  notDoneYet:
    'Lo que pediste aún no se ha hecho. Se hará solo en cuanto esto pase: no hace falta que lo pidas otra vez.',
  notDone:
    'No se ha hecho nada. Pídelo de nuevo en unos minutos; lo que ya se confirmó sigue guardado.',
  nothingToShow: 'Ya no hay nada que mostrar.',
  allOfThem: 'Todos',
  claimFrom: (number, sum, sender) => `${number}: ${sum} de ${sender}`,
}

export const privateAnswers: PrivateAnswersWords = {
  written: 'Te he escrito en privado',
  writtenTo: (name) => `${name}, la respuesta está en nuestro chat privado.`,
  unreachable: 'No puedo escribirte en privado',
  unreachableBy: (name) =>
    `${name}, la respuesta es solo para ti y todavía no puedo escribirte. Abre un chat privado conmigo, pulsa «Iniciar» y vuelve a preguntar.`,
  open: 'Abrir chat privado',
  startToRead: (name) =>
    `${name}, la respuesta es solo para ti y todavía no puedo escribirte. Abre nuestro chat privado y pulsa «Iniciar»: allí te espera un día.`,
  nobody: '¿Quién eres?',
  nobodyAsked:
    'Esto se escribió en nombre de un grupo o canal, así que no sé de quién es la cartera. Escríbelo como tú mismo: los administradores desactivan antes «Permanecer anónimo».',
  notShownThere: 'No pude mostrarlo en el grupo',
  askedForNothing:
    'Allí nadie podría tomar una parte, así que a tu cartera no se le pide nada. Comprueba que puedo escribir allí y vuelve a pedirlo más tarde.',
}

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${handle} en ${place}`,
  vouchersOf: (wallet) => `Vales de ${wallet}`,
}

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} unidades mínimas de ${token}`,
  worth: (sum, usd) => `${sum} ($${usd})`,
  worthNow: (sum, usd) => `${sum} (ahora $${usd})`,
  wallet: (chain, address) => `${chain}, cartera ${address}`,
  aside: (said, more) => `${said} (${more})`,
  percent: (number) => `${number} %`,
}

export const reading: ReadingWords = {
  unreadable: (input) => `No entiendo «${input}».`,
  likeThis: (example) => `Escríbelo así: ${example}`,

  understood: (parts) => `Entendí: ${parts.join(', ')}`,
  to: (who) => `para ${who}`,
  into: (token) => `a cambio de ${token}`,
  amountIs: (amount) => `cantidad ${amount}`,
  amountMissing: '¿Cuánto y de qué token?',
  notAnAmount: (word) => `«${word}» está donde va la cantidad.`,
  amountFirst: (example) => `Escribe la cantidad antes del token: ${example}`,
  whichAmount: (amount) => `¿Cuánto es «${amount}»?`,
  pressMeaning:
    'Cada idioma escribe los miles y los decimales a su manera. Pulsa lo que quieres decir: antes no se envía nada.',
  tokenMissing: '¿Qué token?',
  otherMoney: (money) => `Conozco tokens y dólares, pero no «${money}». ¿Qué token?`,
  withToken: (example) => `Por ejemplo: ${example}. Todos los tokens: /tokens`,
  tokensMissing: '¿Cuánto de qué token, y por cuál?',
  otherMissing: '¿Qué token quieres a cambio?',
  chainBehind: 'Para indicar qué cadena paga, escríbelo detrás: on base.',

  nobody: '¿Quién lo recibe?',
  noPerson: (word) => `¿Quién es «${word}»?`,
  personFirst: (example, inAnswer) =>
    `Empieza por el destinatario: ${example}. O responde a un mensaje suyo con ${inAnswer}.`,
  answersNobody:
    'El mensaje al que respondes no es de nadie que yo vea: lo escribió un bot, un canal o un administrador anónimo.',
  unknownPlatform: (prefix) => `No conozco la plataforma «${prefix}».`,
  platforms: (handles) => `Escribe ${handles.join(', ')} o un correo electrónico.`,
  walletAlone: 'La propina a una cartera va sola.',
  walletByItself: 'Nómbrala en un comando aparte.',
  whichChain: (address) => `¿En qué cadena está la cartera ${address}?`,
  pressChain: 'Pulsa la cadena que quieres decir: antes no se envía nada.',
  unknownWallet: (address) => `Ninguna cadena de aquí tiene direcciones como ${address}.`,
  addressOf: (chains) => `Da una dirección en una de estas: ${chains.join(', ')}.`,
  toOneself: 'Esta propina sería para ti.',
  nameAnother: 'Indica a otra persona.',
  nobodyInParticular: (word) => `«${word}» no es nadie en concreto.`,
  nameOrShare: (example) =>
    `Nombra a personas, o repártelo entre quienes lleguen primero: ${example}`,
  toBot: 'Soy el bot; no puedo reclamar propinas.',
  namePerson: 'Indica a una persona.',
  namedAsBot: (who) => `Por su nombre, ${who} es un bot, y los bots no pueden reclamar propinas.`,
  answerThem: (who) =>
    `Indica a una persona. Si ${who} lo es, responde con el comando a un mensaje suyo.`,
}

export const note: NoteWords = {
  tooLong: (length, most) => `La nota tiene ${length} caracteres; caben ${most} como máximo.`,
  shorten: 'Acorta la nota.',
  hasLink: 'Una nota no puede llevar enlaces.',
  withoutLink: 'Escribe la nota sin el enlace.',
  hasMention: 'Una nota no puede mencionar a nadie.',
  withoutMention: 'Escribe la nota sin la @.',
}

export const verification: VerificationWords = {
  title: 'Tu código de verificación',
  code: 'Código',
  howTo:
    'Escríbelo en la página de cobro en los próximos 10 minutos. Si no lo pediste, no hagas nada. No se lo des a nadie ni lo escribas nunca en un grupo.',
}
