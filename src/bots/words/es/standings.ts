import { plural } from '../../../words/plural.ts'
import type { TopWords } from '../en/standings.ts'

export const top: TopWords = {
  summary: 'Mira quién ha dado o recibido más en este grupo; en privado, tus propias cifras.',
  what: 'week (semana), month (mes) o ever; given (dado) o received (recibido)',
  titles: {
    given: {
      week: 'Quién ha dado más en los últimos 7 días',
      month: 'Quién ha dado más en los últimos 30 días',
      ever: 'Quién ha dado más',
    },
    received: {
      week: 'Quién ha recibido más en los últimos 7 días',
      month: 'Quién ha recibido más en los últimos 30 días',
      ever: 'Quién ha recibido más',
    },
  },
  sum: (count, shown, dollars) => {
    const tips = plural('es', count, { one: `${shown} propina`, other: `${shown} propinas` })
    return dollars === '' ? tips : `${dollars}, ${tips}`
  },
  all: 'Entre todos',
  nothing: 'Nadie ha dado propinas aquí en este tiempo.',
  nothingEver: 'Nadie ha dado propinas aquí todavía.',
  chart: (rows) => `Una barra por persona: ${rows}`,
  others: 'Otras listas: /top month, /top ever, /top received',
  howValued:
    'Los dólares son según los precios del momento de cada propina. Para no aparecer: /privacy hide',
  ownTitle: 'Lo que has dado y recibido',
  periods: { week: 'Últimos 7 días', month: 'Últimos 30 días', ever: 'Desde siempre' },
  own: (given, received) => `dado: ${given}; recibido: ${received}`,
  forGroups: 'Escribe /top en un grupo para ver quién da más allí.',

  number: (who, number) => `Propina número ${number} para ${who} aquí`,
}
