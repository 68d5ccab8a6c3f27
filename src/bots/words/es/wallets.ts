import type { WalletWords, WordsFirstWords } from '../en/wallets.ts'

export const wallet: WalletWords = {
  summary: 'Vincula una cartera a tu cuenta, elige cuál va primero o desvincula una.',
  what: 'link, default 2 o unlink 2; vacío para ver la lista',
  title: 'Tus carteras',
  none: 'Todavía no hay ninguna cartera vinculada a tu cuenta.',
  linkHow: 'Vincula una: firmas con ella un texto breve y no se mueve nada.',
  isFirst: 'va primero',
  row: (address, chains) => `${address} en ${chains}`,
  ownOfPlayground: 'De la zona de pruebas',
  link: 'Vincular una cartera',
  makeDefault: (number) => `Poner ${number} primero`,
  unlinkOne: (number) => `Desvincular ${number}`,

  linkTitle: 'Vincular una cartera',
  openPage: 'Abrir la página',
  linkForYou:
    'Este enlace es solo para ti, sirve una vez y caduca en 10 minutos. No lo compartas: quien lo abra podría vincular una cartera suya a tu cuenta.',
  linkExpired: 'Este enlace ha caducado. Pide uno nuevo: /wallet link',
  linkGone: 'Un enlace más nuevo ha ocupado su lugar.',

  linkedTitle: 'Se ha vinculado una cartera a tu cuenta',
  linkedWhat: (address, chains) =>
    `${address} ya puede pagar y cobrar por ti en ${chains}. Sigue firmando cada pago ella misma.`,
  notYou: 'Si no fuiste tú, desvincúlala enseguida.',
  ofPasskey:
    'La guarda una clave de acceso: apunta sus palabras de recuperación antes de que reciba mucho.',
  recoveryWords: 'Recuperación y claves',

  askTitle: (address) => `¿Desvincular ${address}?`,
  askWhat: 'Olvidaré que es tuya y no la ofreceré para nada más. Lo que contiene se queda en ella.',
  yes: 'Sí, desvincular',
  unlinked: 'La cartera está desvinculada',
  noNumber: (number) => `No hay ninguna cartera vinculada con el número ${number}.`,
  notLinked: 'Esta cartera ya no está vinculada a tu cuenta.',
  seeList: 'Mira la lista con /wallet.',
}

export const wordsFirst: WordsFirstWords = {
  title: 'Confirma antes tus palabras de recuperación',
  why: (usd) =>
    `Con esto, la cuenta de tu clave de acceso tendría más de $${usd}. Sin sus palabras de recuperación, todo se pierde con el último dispositivo que tenga la clave.`,
  waits:
    'Te sigue esperando. La página muestra las palabras y pregunta tres de ellas; después, reclámalo otra vez.',
  confirm: 'Confirmar las palabras',
}
