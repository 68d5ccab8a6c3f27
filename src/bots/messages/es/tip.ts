import type { TipWords } from '../en/tip.ts'

export const tip: TipWords = {
  summary: 'Envía tokens a alguien por su nombre de usuario o respondiendo a su mensaje.',
  sendSummary: 'Envía tokens a un correo electrónico o a alguien de otra plataforma.',
  to: 'Quién lo recibe',
  recipient: 'Un correo electrónico o un usuario de otro sitio: x:bobby, tg:bobby',
  amount: 'Cuánto: 5, 0.25, $5, half o all',
  token: 'Qué token',
  chain: 'La cadena desde la que se paga',
  note: 'Unas palabras tuyas',
  personMenu: 'Dar propina',
  messageMenu: 'Dar propina al autor',
}
