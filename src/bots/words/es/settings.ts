import type {
  SettingsWords,
  PrivacyWords,
  StartWords,
  HelpWords,
  InlineWords,
} from '../en/settings.ts'
import { plural } from '../../../words/plural.ts'

export const settings: SettingsWords = {
  summary:
    'Mira los ajustes y cámbialos: los tuyos en privado, los de un grupo sus administradores.',
  which:
    'Qué cambiar: tokens, largest-tip, largest-quote, quiet, delete-after, language, timezone, reaction',
  value: 'A qué cambiarlo',
  ownTitle: 'Tus ajustes',
  groupTitle: 'Ajustes de este grupo',
  language: 'Idioma',
  automatic: 'automático',
  useAutomatic: 'Automático',
  wallet: 'Paga primero',
  noWallet: 'ninguna cartera vinculada: /wallet link',
  privacy: 'Lo que guardo de ti: /privacy',
  tokens: 'Tokens',
  all: 'todos',
  largestTip: 'Propina máxima',
  largestQuote: 'Cotización máxima',
  noLimit: 'sin límite',
  quiet: 'Modo silencioso',
  deleteAfter: 'Borrar mis mensajes menores',
  on: 'activado',
  off: 'desactivado',
  never: 'nunca',
  minutes: (count) => plural('es', count, { one: 'tras 1 minuto', other: `tras ${count} minutos` }),
  turnQuietOn: 'Activar modo silencioso',
  turnQuietOff: 'Quitar modo silencioso',
  howTo:
    'Los cambian los administradores: /settings tokens usdc eth, /settings largest-tip 50 usdc, /settings largest-quote 1000 usdc, /settings quiet on, /settings delete-after 10, /settings reaction 🔥 1 usdc, /settings language es. Para volver a lo normal: all, none, off o auto.',
  changed: (name) => `${name} cambió los ajustes de este grupo`,
  onlyLanguage: 'En privado solo se ajustan tu idioma y tu zona horaria.',
  groupHas: 'Lo demás lo ajustan en un grupo sus administradores.',
  unknown: (word) => `No existe el ajuste «${word}».`,
  missing: '¿Qué valor debe tener?',
  seeThem: (names) => `Existen estos: ${names}. Mira cómo están con /settings.`,
  unreadable: (word) => `No puedo ponerlo en «${word}».`,
  reaction: 'Reacción',
  noReaction: 'nada',
  tipsWith: (emoji, sum) => `${emoji} da una propina de ${sum}`,
  howReaction:
    'A quien reaccione con ella a un mensaje le paso una propina para su autor, lista para firmar, que nadie más ve. En Telegram tengo que ser administrador aquí para ver las reacciones.',
  timeZone: 'Zona horaria',
  noTimeZone: 'sin fijar',
  unknownZone: (word) => `No existe la zona horaria «${word}».`,
  zoneLike: 'Escríbela como Europe/Madrid, America/Bogota o utc+2; none la olvida.',
  unknownLanguage: (word) => `No hablo «${word}».`,
  speaks: (tags) => `Di uno de estos: ${tags}, o auto.`,
  adminsOnly: 'Solo los administradores de este grupo pueden cambiar sus ajustes.',
  askAdmin: 'Pídeselo a uno de ellos. Los tuyos están tras un botón de /settings.',
  yours: 'Tus ajustes',
  tokenOff: (token) =>
    `${token} no se usa en este grupo: sus administradores permiten otros tokens.`,
  useTokens: (tokens) => `Usa uno de estos o escríbeme en privado: ${tokens}.`,
  tipTooLarge: (sum) => `${sum} es más de lo que puede ser una propina en este grupo.`,
  quoteTooLarge: (sum) => `${sum} es más de lo que se puede cotizar en este grupo.`,
  tipPartTooLarge: (token) =>
    `Esa parte de tus ${token} es más de lo que puede ser una propina en este grupo.`,
  quotePartTooLarge: (token) =>
    `Esa parte de tus ${token} es más de lo que se puede cotizar en este grupo.`,
  atMost: (sum) => `Di como mucho ${sum} o escríbeme en privado.`,
}

export const privacy: PrivacyWords = {
  summary: 'Mira lo que guardo de ti y haz que se borre.',
  part: 'erase (borrar), hide (ocultar) o show (mostrar)',
  title: 'Lo que guardo de ti',
  account: 'Tu cuenta',
  accountIs:
    'Su número, tus nombres de usuario con el tiempo en que los tuviste y nuestro chat privado, mientras este servidor funcione: así el dinero que te envían te encuentra a ti y a nadie más.',
  language: 'Tu idioma y zona horaria',
  languageIs: 'Hasta que los cambies o los borres.',
  talk: 'Cuándo escribiste por última vez en un grupo conmigo',
  talkIs:
    'Un día, para /rain. Donde una reacción da una propina, quién escribió cada mensaje, dos días. De lo que escribes solo guardo los comandos, hasta responderlos.',
  wallets: 'Carteras que vinculaste',
  walletsIs:
    'Sus direcciones públicas, hasta que las desvincules o las borres. Nunca tengo tus claves.',
  mailboxes: 'Buzones que confirmaste como tuyos en nuestro chat',
  mailboxesIs: 'Durante media hora; lo más antiguo se va cuando alguien confirma otro.',
  quotes:
    'Precios que pediste o esperas, planes, tus solicitudes y facturas, transacciones que sigues y sorteos en los que participas',
  quotesIs: 'Hasta que los borres.',
  money: 'Lo que firmaste, enviaste y recibiste',
  moneyIs:
    'Cantidades, nombres y notas, para siempre: sin ellos nadie podría reclamarlo ni recuperarlo. Las cadenas también lo guardan en público.',
  listed: 'Estadísticas de grupos',
  listedIs: 'Allí /top muestra cuánto has dado y recibido. Con /privacy hide dejas de aparecer.',
  hiddenIs:
    'No apareces: ni tú ni lo que has dado o recibido cuenta allí. Vuelve con /privacy show.',
  hide: 'Dejar las estadísticas',
  show: 'Volver a aparecer',
  nowHidden: 'Ya no apareces en ninguna estadística',
  nowListed: 'Vuelves a aparecer en las estadísticas',
  erase: 'Borrar lo que se puede',
  askTitle: '¿Borrarlo?',
  goes: 'Se van tu idioma y zona horaria, cuándo escribiste por última vez en grupos, los precios que pediste o esperas, los planes, tus solicitudes y facturas, las transacciones que sigues, los sorteos terminados en los que participaste, los vínculos con tus carteras y los buzones que confirmaste como tuyos.',
  stays:
    'Tu cuenta y lo que firmaste, enviaste y recibiste se quedan: puede depender de ello el dinero de alguien. Esto no se puede deshacer.',
  yes: 'Sí, bórralo',
  doneTitle: 'Borrado',
  done: 'Lo que se puede borrar ya no está. Cuando me escribas otra vez, aprenderé tu idioma de nuevo.',
}

export const start: StartWords = {
  summary: 'Te saluda.',
  title: 'Te doy la bienvenida a Vouch',
  hello: (name) =>
    `Hola, ${name}. Envío tokens a la gente por su nombre de usuario: /tip @bobby 5 usdc. Tú firmas en tu propia cartera; yo nunca tengo tus claves.`,
  seeHelp: 'Mira lo que sé hacer con /help.',
  somethingWaits: 'Algo te espera: /claim',
  description:
    'Envío tokens a la gente por su nombre de usuario, en cualquier cadena. Escribe /tip @bobby 5 usdc y firma en tu propia cartera; quien lo recibe lo reclama donde quiera. Nunca tengo tus claves.',
  about: 'Propinas por nombre de usuario, en cualquier cadena. Tú firmas; nunca tengo tus claves.',
  claim: 'Reclamarlo',
  linkFirst: 'Lo siguiente: vincula una cartera, o crea una cuenta con una clave de acceso.',
  link: 'Cartera o cuenta nueva',
  tryTip:
    'Lo siguiente: da una propina. Responde a un mensaje con /tip 1 usdc, o di a quién: /tip @bobby 1 usdc',
  howTips: 'Cómo dar propinas',
  allCommands: 'Todos los comandos',

  addedTitle: 'Hola, soy Vouch',
  added:
    'Envío tokens a la gente de aquí por su nombre de usuario: responde a un mensaje con /tip 5 usdc, o escribe /tip @bobby 5 usdc. Cada cual firma en su propia cartera, y quien recibe algo lo reclama con un toque.',
  forAdmins: 'Lo que los administradores pueden ajustar aquí:',
  makeAdmin:
    'Como administrador de este grupo veo también las reacciones; si no, solo los comandos.',
}

export const help: HelpWords = {
  summary: 'Muestra los comandos o explica uno.',
  which: 'Cuál',
  title: 'Lo que sé hacer',
  groups: {
    give: '🎁 Enviar',
    ask: '🧾 Pedir',
    claim: '📥 Recibir',
    market: '📈 Precios y cambios',
    wallets: '👛 Tus carteras',
    settings: '⚙️ Ajustes y ayuda',
  },
  more: 'Más sobre uno: /help tip',
  usage: 'Uso',
  example: 'Ejemplo',
}

export const inline: InlineWords = {
  title: (sum, who) => `Enviar ${sum} a ${who}`,
  airdropTitle: (sum, count) => `${sum} para las primeras ${count} personas`,
  description: 'Toca para enviar la tarjeta. Después la firmas.',
  preparing: (name) => `${name} está preparando este envío. Un momento.`,
  wait: 'Un momento',
  notReady:
    'La tarjeta aún no está lista. Si sigue así, quien me gestiona tiene que activar «inline feedback».',
  how: 'Quién y cuánto: @bobby 5 usdc, o 5 usdc for 3',
}
