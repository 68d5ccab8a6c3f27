import type { InlineWords } from '../en/inline.ts'

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
