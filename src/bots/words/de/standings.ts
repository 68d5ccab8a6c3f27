import { plural } from '../../../words/plural.ts'
import type { TopWords } from '../en/standings.ts'

export const top: TopWords = {
  summary: 'Zeigt, wer in dieser Gruppe am meisten gegeben oder bekommen hat; privat deine Zahlen.',
  what: 'week (Woche), month (Monat) oder ever; given (gegeben) oder received (bekommen)',
  titles: {
    given: {
      week: 'Wer in den letzten 7 Tagen am meisten gegeben hat',
      month: 'Wer in den letzten 30 Tagen am meisten gegeben hat',
      ever: 'Wer am meisten gegeben hat',
    },
    received: {
      week: 'Wer in den letzten 7 Tagen am meisten bekommen hat',
      month: 'Wer in den letzten 30 Tagen am meisten bekommen hat',
      ever: 'Wer am meisten bekommen hat',
    },
  },
  sum: (count, shown, dollars) => {
    const tips = plural('de', count, { one: `${shown} Trinkgeld`, other: `${shown} Trinkgelder` })
    return dollars === '' ? tips : `${dollars}, ${tips}`
  },
  all: 'Alle zusammen',
  nothing: 'In dieser Zeit hat hier niemand Trinkgeld gegeben.',
  nothingEver: 'Hier hat noch niemand Trinkgeld gegeben.',
  chart: (rows) => `Ein Balken für jeden: ${rows}`,
  others: 'Andere Listen: /top month, /top ever, /top received',
  howValued:
    'Dollar nach den Kursen zur Zeit des jeweiligen Trinkgelds. Wer nicht dabei sein will: /privacy hide',
  ownTitle: 'Was du gegeben und bekommen hast',
  periods: { week: 'Letzte 7 Tage', month: 'Letzte 30 Tage', ever: 'Insgesamt' },
  own: (given, received) => `gegeben: ${given}; bekommen: ${received}`,
  forGroups: 'Wer in einer Gruppe am meisten gibt, zeigt dort /top.',

  number: (who, number) => `Hier das ${number}. Trinkgeld für ${who}`,
}
