import type { KeyPageWords, PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: 'Firmar con tu clave de acceso',
  ofDevice: 'Con la clave de acceso de este dispositivo:',
  makeNew: 'Crear una clave de acceso nueva',
  another: 'Usar otra clave de acceso',
  haveOne: 'Ya tengo una clave de acceso para Vouch',
  about: 'Qué es una clave de acceso y qué pasa si se pierde',
  what: 'Una clave de acceso (passkey) la guarda tu teléfono u ordenador, protegida con tu huella, tu cara o un código. Genera la clave de tu cuenta aquí, en el navegador, cada vez que confirmas. Esa clave nunca se envía a este servidor y es solo de tus dispositivos.',
  synced:
    'El llavero de iCloud (desde iOS y iPadOS 18.4, macOS 15.4) y el Gestor de contraseñas de Google la llevan a tus otros dispositivos. Windows Hello y las llaves de seguridad la dejan en ese único dispositivo.',
  lost: 'Si pierdes todos los dispositivos que la tienen, o la borras, y no has apuntado sus palabras de recuperación, lo que guarda se pierde para siempre.',
  nobodyRestores:
    'Nadie puede recuperarla, ni siquiera quien opera este servidor. Otra clave de acceso es otra cuenta y no abre nada de esta.',
  inside_app:
    'Estás dentro de una app, donde las claves de acceso no funcionan. Abre esta página en tu navegador, como Safari o Chrome, para guardarlo sin cartera.',
  no_prf:
    'Las claves de acceso de este navegador no pueden generar una clave (no tiene la extensión PRF). Abre esta página en Chrome, Edge o Safari, o usa una cartera.',
  no_passkeys:
    'Este navegador no tiene claves de acceso aquí. Abre esta página por https en uno más nuevo, como Chrome, Edge o Safari, o usa una cartera.',
  no_name:
    'Una clave de acceso pertenece a un nombre, y esta página se abrió con un número. Ábrela por su nombre, o usa una cartera.',
  openLocalhost: 'Abrirla en localhost',
  openInBrowser: 'Abrir en mi navegador',

  account: 'Tu cuenta aquí',
  opens: 'La abre tu clave de acceso y nadie más puede:',
  linkIt:
    'Vincúlala a tu cuenta del chat con /wallet link y desde entonces se te pagará ahí. Para mover tú lo que guarda, pon sus palabras de recuperación en la app de una cartera y paga allí la comisión de red.',
  wordsAndPasskeys: 'Palabras de recuperación y claves de acceso',
  showWords: 'Mostrar mis palabras de recuperación',
  takesAll: 'Quien lea estas palabras puede llevárselo todo.',
  nobodyNeeds:
    'Nadie que te ayude las necesita y ninguna otra página debería pedirlas. Escríbelas en papel, en su orden, y guárdalo como guardas el dinero. MetaMask y Keplr las aceptan como frase de recuperación.',
  recoveryWords: 'Palabras de recuperación',
  alone: 'No hay nadie más: mostrarlas',
  hide: 'Ocultarlas',

  noKey:
    'Esta clave de acceso no puede generar una clave: a quien la guarda, o a este navegador, le falta la extensión PRF.',
  otherBrowser:
    'No se guardó nada. Usa un navegador que la tenga, como Chrome, Edge o Safari, con las claves de acceso de tu teléfono u ordenador; o una cartera.',
  other: (address) => `Esa es otra clave de acceso: abre ${address}.`,
  useRight: 'Inténtalo de nuevo con la que abre esta cuenta.',
  notUsed: 'No se usó la clave de acceso: la rechazaste, tardó demasiado o aquí no hay ninguna.',
  whenReady: 'No ha pasado nada. Inténtalo de nuevo cuando quieras.',
  hasIt: 'Este dispositivo ya tiene esta clave de acceso.',
  useIt: 'Úsala en vez de crear otra.',
  unable: 'No se pudo usar la clave de acceso.',
  unableBecause: (words) => `No se pudo usar la clave de acceso: ${words}`,
  orWallet: 'Inténtalo de nuevo, o usa una cartera.',
}

export const keyPage: KeyPageWords = {
  account: 'Tu cuenta',
  unknown:
    'Este navegador no conoce ninguna cuenta tuya. Abre una con una clave de acceso que tengas.',
  headings: {
    sign: 'Firmar con tu clave de acceso',
    new: 'Crea tu cuenta',
    remembered: 'Abre tu cuenta',
    any: 'Abre tu cuenta',
  },
  signsText: (account) => `Tu cuenta ${account} firma este texto y nada más:`,
  confirm:
    'Confírmalo con tu clave de acceso. La clave se genera solo en esta página, que no puede enviar nada a nadie, y desaparece cuando sales de ella.',
  waiting: 'Esperando tu clave de acceso…',
  back: 'Volver',
  backWithout: 'Volver sin hacerlo',
}
