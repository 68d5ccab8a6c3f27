import type { KeyPageWords, PasskeyProblemsWords, RecoveryWords } from '../en/key-page.ts'

export const keyPage: KeyPageWords = {
  headings: {
    sign: 'Firmar con tu clave de acceso',
    new: 'Crear tu cuenta',
    remembered: 'Abrir tu cuenta',
    any: 'Abrir tu cuenta',
    words: 'Abrir una cuenta con sus palabras',
    writing: 'Primero apunta tus palabras',
  },
  writeFirst:
    'No es una cantidad pequeña. Estas palabras son la única forma de llegar a ella cuando ningún dispositivo tuyo tenga ya la clave de acceso.',
  signsThis: (address) => `Tu cuenta ${address} firma esto, y nada más:`,
  theText: 'El texto que se firma',
  links: 'Vincular esta cuenta',
  linksTo: 'Con la cuenta',
  accountId: 'Su identificador',
  aClaim: (id) => `el cobro ${id}: lo cobra la persona a quien va dirigido`,
  unreadable: {
    message: 'Esta página no puede leer todo lo que le piden firmar, así que no firma nada.',
    fix: 'Vuelve atrás y pídelo de nuevo en el chat. Si te trajo aquí un desconocido, cierra esta página.',
  },
  confirm:
    'Confírmalo con tu clave de acceso. La clave de la cuenta se genera solo en esta página, que no puede enviar nada a nadie, y desaparece cuando sales de ella.',
  waiting: 'Esperando tu clave de acceso…',
  pressToGoOn: 'Pulsa «Continuar» y tu dispositivo te pedirá tu clave de acceso.',
  backWithout: 'Volver sin ella',
  back: 'Volver',

  noAccount: 'Este navegador no conoce ninguna cuenta tuya.',
  beforeShowing:
    'Quien vea tus palabras de recuperación puede llevárselo todo. ¿No mira nadie, ni ninguna cámara?',
  showThem: 'No mira nadie: muéstralas',
  aboutAdding:
    'Abre esta misma cuenta: una llave en tu llavero u otro teléfono, por si pierdes este. Confirmas con la clave de acceso que tienes, creas la nueva y confirmas con ella.',
  addPasskey: 'Añadir una clave de acceso',
  notNow: 'Ahora no',
  wordsConfirmed: 'Has confirmado sus palabras de recuperación en este navegador.',
  wordsNeeded:
    'Apunta sus palabras de recuperación: sin ellas se pierde con el último dispositivo que tenga la clave de acceso.',
  showWords: 'Mostrar mis palabras de recuperación',
  addAnother: 'Añadir otra clave de acceso',
  added: 'La nueva clave de acceso abre esta cuenta.',
  onEveryDevice: 'Lo hace en todos los dispositivos que la tengan.',
  inThisBrowser:
    'Lo hace en este navegador hasta que se borren sus datos: donde está la clave de acceso no cabe nada más. En otro, usa tus palabras de recuperación.',

  passkeyName: (day) => `Cuenta de Vouch del ${day}`,
}

export const recovery: RecoveryWords = {
  danger: 'Quien lea estas palabras puede llevárselo todo.',
  onPaper:
    'Nadie que te ayude las necesita y ninguna otra página debería pedirlas. Escríbelas en papel, en su orden, y guárdalo como guardas el dinero. MetaMask y Keplr las aceptan como frase de recuperación.',
  words: 'Palabras de recuperación',
  written: 'Ya las he apuntado',
  hide: 'Ocultarlas',
  whatStands: '¿Qué pone en tu papel?',
  word: (number) => `Palabra ${number}`,
  theseAre: 'Estas son las palabras',
  lookAgain: 'Ver las palabras otra vez',
  onlyHere:
    'Escríbelas solo en una página que hayas abierto tú, nunca donde te haya llevado un mensaje o un desconocido. Desde entonces, una nueva clave de acceso de este dispositivo abre la misma cuenta.',
  inOrder: 'Tus 24 palabras de recuperación, en su orden',
  openHere: 'Abrir esta cuenta aquí',

  noMatch: {
    message: (number) => `La palabra ${number} no coincide.`,
    fix: 'Mira tu papel, o vuelve a ver las palabras y corrige lo que hayas escrito.',
  },
  wrongCount: {
    message: (given, wanted) => `Tu frase tiene ${wanted} palabras; has escrito ${given}.`,
    fix: 'Busca una que falte o que esté dos veces.',
  },
  wrongOrder: {
    message: 'Cada una de estas palabras podría ser correcta, pero juntas no forman una frase.',
    fix: 'Una es otra palabra, o dos están cambiadas de sitio. Compáralas con tu papel, de la primera a la última.',
  },
  unknownWord: {
    message: (number, word) =>
      `La palabra ${number}, «${word}», no está en ninguna frase de recuperación.`,
    fix: 'Vuelve a mirar tu papel.',
    meant: (word) => `¿Será «${word}»?`,
  },
}

export const passkeyProblems: PasskeyProblemsWords = {
  noPrf: {
    message:
      'Esta clave de acceso no puede generar una clave: donde se guarda, o este navegador, no tiene la extensión PRF.',
    fix: 'No se ha guardado nada. Usa un navegador que la tenga, como Chrome, Edge o Safari, con las claves de acceso de tu teléfono u ordenador; o una cartera.',
  },
  other: {
    message: (address) => `Es otra clave de acceso: abre ${address}.`,
    fix: 'Inténtalo de nuevo con la que abre esta cuenta.',
  },
  noSeal: {
    message:
      'Esta clave de acceso abre una cuenta cuyo sello está en otro navegador o se borró con sus datos.',
    fix: 'Usa otra clave de acceso de la cuenta o sus palabras de recuperación.',
  },
  brokenSeal: {
    message: 'Lo que esta clave de acceso debería abrir está dañado.',
    fix: 'Usa otra clave de acceso de la cuenta o sus palabras de recuperación.',
  },
  notUsed: {
    message:
      'No se ha usado la clave de acceso: la rechazaste, tardó demasiado o aquí no hay ninguna.',
    fix: 'No ha pasado nada. Inténtalo de nuevo cuando quieras.',
  },
  hasIt: {
    message: 'Este dispositivo ya tiene esta clave de acceso.',
    fix: 'Úsala en vez de crear otra.',
  },
  unknown: {
    message: 'Ninguna página de Vouch ha pedido a esta página nada que se pueda hacer aquí.',
    fix: 'No se ha hecho nada. Vuelve a la página de la que vienes e inténtalo allí otra vez. Si tu navegador oculta de dónde vienen los enlaces, permítelo para este sitio.',
  },
  unasked: {
    message: 'Esta pestaña no espera lo que ha vuelto de tu clave de acceso.',
    fix: 'No se ha hecho nada. Abre otra vez el enlace de tu chat o de tu correo e inténtalo allí de nuevo.',
  },
  failed: {
    message: (reason) => `No se pudo usar la clave de acceso: ${reason}.`,
    fix: 'Inténtalo de nuevo o usa una cartera.',
  },
}
