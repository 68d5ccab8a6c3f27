import type { InlineWords } from '../en/inline.ts'

export const inline: InlineWords = {
  title: (sum, who) => `Enviar ${sum} a ${who}`,
  description: 'Toca para enviar la tarjeta. Después la firmas.',
  preparing: (name) => `${name} está preparando este envío. Un momento.`,
  wait: 'Un momento',
  notReady:
    'La tarjeta aún no está lista. Si sigue así, quien me gestiona tiene que activar «inline feedback».',
  how: 'Escribe quién lo recibe y cuánto: @bobby 5 usdc',
}
