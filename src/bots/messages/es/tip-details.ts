import type { TipDetailsWords } from '../en/tip-details.ts'

export const tipDetails: TipDetailsWords = {
  notYours: 'Solo quien lo envió puede ver sus detalles.',
  leaveIt: 'Déjaselo a esa persona. Lo que envíes tú tendrá detalles para ti.',
  title: (to) => `Para ${to}`,
  amount: 'Cantidad',
  to: 'Para',
  pin: 'PIN',
  pinLater: 'Habrá un PIN en cuanto se conecte una cartera en la página de firma.',
  tellThem: (to) =>
    `${to} lo necesita para cobrar, además de un código que recibe en su buzón. Díselo tú, y no por correo: quien lea el buzón no debe tener ambas cosas.`,
  link: 'Enlace para reclamar',
  giveLink: (to) => `Pásaselo a ${to}. Abre la página para reclamar, y allí solo cobra esa cuenta.`,
}
