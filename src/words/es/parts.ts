import type { PageFrameWords, PageNamingWords, ProblemsWords, ProgressWords } from '../en/parts.ts'

export const page: PageFrameWords = {
  language: 'Idioma',
  moment: 'Un momento…',
  tryAgain: 'Reintentar',
  titles: {
    claim: 'Reclamar',
    sign: 'Firmar',
    key: 'Tu cuenta',
    pay: 'Factura',
    giveaway: 'Sorteo',
    wallet: 'Vincular una cartera',
    playground: 'Zona de pruebas',
  },
  copyLink: 'Copiar el enlace de esta página',
  linkCopied: 'Copiado: pégalo allí',
  copyThis: 'Copia esto y no se lo des a nadie',
  onPhone: 'Abrir en tu teléfono',
  camera: 'Apunta aquí con su cámara. Quien vea este código puede abrir esta página.',
  qrCode: 'El enlace de esta página como código QR',
  walletElsewhere: '¿Tienes la cartera en tu navegador?',
  openThere: 'Abrir esta página allí',
}

export const naming: PageNamingWords = {
  baseUnits: (units, token) => `${units} unidades mínimas de ${token}`,
  under: (amount) => `menos de ${amount}`,
  worth: (usd) => `≈ $${usd}`,
  exactly: 'Importe exacto',
  elsewhere: (name, place) => `${name} en ${place}`,
  signer: (chain) => `la cartera que firma, en ${chain}`,
  firstCome: 'quien llegue primero',
  people: (count) => `${count} personas, una parte cada una`,
}

export const problems: ProblemsWords = {
  offline: 'Ahora mismo no se puede conectar con Vouch.',
  checkConnection: 'Revisa tu conexión e inténtalo de nuevo.',
  unclear: 'Vouch respondió algo que esta página no entiende.',
  later: 'Inténtalo de nuevo en un momento.',
  fault: (reason) => `Algo falló en esta página: ${reason}.`,
  reload: 'Recarga la página e inténtalo de nuevo.',
  partMissing: 'No se pudo cargar una parte de esta página.',
  reloadForNewer: 'Revisa tu conexión y recarga la página: puede que haya una más nueva.',
  request: (id) => `Solicitud ${id}`,
}

export const progress: ProgressWords = {
  sent: 'Enviado',
  unreported: 'Esperando a que la cadena lo muestre',
  submit: (chain) => `Enviado en ${chain}`,
  settle: 'Liquidado en el hub',
  confirm: (chain) => `Confirmado en ${chain}`,
  release: (chain) => `Pagado en ${chain}`,
  seen: 'Visto, aún en ningún bloque',
  confirmed: 'En un bloque, a la espera de ser definitivo',
  states: { waiting: 'pendiente', active: 'en curso', done: 'hecho', failed: 'falló' },
  ofParts: (count, all) => `${count} de ${all} partes:`,
  completed: 'Ha llegado.',
  failed:
    'La cadena rechazó la transacción, así que no se movió nada. Solo se gastó la comisión de red.',
  refunded: 'No se pudo entregar, y el dinero ha vuelto a la cartera de la que salió.',
  not_found: 'Esta transacción no está en ningún bloque, así que no se movió nada.',
  timed_out:
    'No se recibió a tiempo. El dinero queda retenido hasta que conste que venció el plazo.',
  needs_attention: 'No avanza. Enseña su hash a quien gestiona este servicio.',
  released_as_vouchers:
    'La última cadena no pudo pagarlo: el remitente tiene el dinero en vales o, si era un cobro, su destinatario.',
}
