import type { SentWords } from '../en/sent.ts'

export const sent: SentWords = {
  summary: 'Muestra lo que enviaste, lo recupera o envía su enlace de nuevo.',
  title: 'Lo que enviaste',
  row: (sum, who, state) => `${sum} para ${who}: ${state}`,
  nothing: 'Todavía no ha llegado nada tuyo',
  whatIsListed: 'Lo que envíes con /tip o /send aparecerá aquí cuando esté en el hub.',

  waitsUntil: (day) => `espera hasta el ${day}, después vuelve a ti`,
  waits: 'espera a que lo reclamen',
  waitsForKey: 'espera a quien tenga su clave',
  expired: 'nadie lo reclamó a tiempo; vuelve a ti',
  redeeming: 'se está pagando',
  paid: 'ya se ha reclamado',
  onItsWayBack: 'está volviendo a ti',
  cancelled: 'lo recuperaste; es tuyo en vales',
  returned: 'nadie lo reclamó a tiempo; vuelve a ser tuyo, en vales',

  confirm: (number) => `Confirmar quién recibe el ${number}`,
  cancel: (number) => `Cancelar el ${number}`,
  newLinkFor: (number) => `Enlace nuevo para el ${number}`,

  newLink: 'Un enlace nuevo está en camino',
  newLinkUnsent: 'Hay un enlace nuevo',
  whereItGoes: 'Llega adonde solo lo lee su destinatario. El enlace anterior ya no se abre.',

  notHeld: 'Ya no hay nada tuyo retenido por esto.',
  look: 'Míralo con /sent.',
}
