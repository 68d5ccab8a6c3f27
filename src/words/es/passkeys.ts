import type { PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: 'Firmar con tu clave de acceso',
  ofDevice: 'Con la clave de acceso de este dispositivo:',
  makeNew: 'Crear una clave de acceso nueva',
  another: 'Usar otra clave de acceso',
  haveWords: 'Tengo palabras de recuperación',
  haveOne: 'Ya tengo una clave de acceso para Vouch',
  about: 'Qué es una clave de acceso y qué pasa si se pierde',
  what: 'Una clave de acceso (passkey) la guarda tu teléfono u ordenador, protegida con tu huella, tu cara o un código. Genera la clave de tu cuenta aquí, en el navegador, cada vez que confirmas. Esa clave nunca se envía a este servidor y es solo de tus dispositivos.',
  synced:
    'El llavero de iCloud (desde iOS y iPadOS 18.4, macOS 15.4) y el Gestor de contraseñas de Google la llevan a tus otros dispositivos. Windows Hello y las llaves de seguridad la dejan en ese único dispositivo.',
  lost: 'Si pierdes tus claves de acceso y también tus 24 palabras de recuperación, lo que guarda tu cuenta aquí se pierde para siempre: nadie puede recuperarlo, ni siquiera quien gestiona este servidor.',
  newIsAnother: 'Una clave de acceso nueva es otra cuenta, salvo que la añadas a esta.',
  inside_app:
    'Estás dentro de una app, donde las claves de acceso no funcionan. Abre esta página en tu navegador, como Safari o Chrome, para guardarlo sin cartera.',
  no_prf:
    'Las claves de acceso de este navegador no pueden generar una clave (no tiene la extensión PRF). Abre esta página en Chrome, Edge o Safari, o usa una cartera.',
  no_passkeys:
    'Este navegador no tiene claves de acceso aquí. Abre esta página por https en uno más nuevo, como Chrome, Edge o Safari, o usa una cartera.',
  no_name:
    'Una clave de acceso pertenece a un nombre, y esta página se abrió con un número. Ábrela por su nombre, o usa una cartera.',
  no_storage:
    'Este navegador no deja que este sitio guarde nada, y las claves de acceso lo necesitan aquí: permite sus cookies y datos y recarga la página, sal del modo privado o usa una cartera.',
  toSign: {
    inside_app:
      'Esta cuenta es de una clave de acceso, y estás dentro de una app, donde no funcionan. Abre esta página en tu navegador, como Safari o Chrome, y firma allí.',
    no_prf:
      'Esta cuenta es de una clave de acceso, y este navegador no puede generar su clave (no tiene la extensión PRF). Abre esta página en Chrome, Edge o Safari, y firma allí.',
    no_passkeys:
      'Esta cuenta es de una clave de acceso, y este navegador no tiene ninguna aquí. Abre esta página por https en uno más nuevo, como Chrome, Edge o Safari, y firma allí.',
    no_name:
      'Esta cuenta es de una clave de acceso, que pertenece a un nombre, y esta página se abrió con un número. Ábrela por su nombre, y firma allí.',
    no_storage:
      'Esta cuenta es de una clave de acceso, y este navegador no deja que este sitio guarde nada, lo que aquí hace falta: permite sus cookies y datos y recarga la página, o sal del modo privado, y firma entonces.',
  },
  openLocalhost: 'Abrirla en localhost',
  openInBrowser: 'Abrir en mi navegador',

  account: 'Tu cuenta aquí',
  opens: 'La abre tu clave de acceso y nadie más puede:',
  linkIt:
    'Vincúlala a tu cuenta del chat con /wallet link y podrás dar propinas con lo que guarda aquí, cambiarlo y retirarlo con una sola confirmación y sin comisión de red. Sin este servidor, sus palabras de recuperación la abren en la app de una cartera.',
  wordsAndPasskeys: 'Palabras de recuperación y claves de acceso',
}
