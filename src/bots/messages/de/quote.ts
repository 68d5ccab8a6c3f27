import type { QuoteWords } from '../en/quote.ts'

export const quote: QuoteWords = {
  summary: 'Zeigt, was ein Tausch brächte; gefällt dir der Kurs, signierst du ihn.',
  amount: 'Wie viel du gibst: 100, $5, half oder all',
  token: 'Der Token, den du gibst',
  wanted: 'Der Token, den du willst',
  title: (given, received) => `${given} ergeben ${received}`,
  route: 'Weg',
  inTurn: (legs) => legs.join(', dann '),
  impact: 'Preiseinfluss',
  unknown: 'nicht zu sagen',
  split: (paths, more) =>
    `Auf ${paths} Wege verteilt bringt es ${more} mehr. Eine Wallet auf einer Cosmos-Chain signiert alle auf einmal. Eine EVM-Wallet müsste für jeden eine Transaktion signieren, deshalb biete ich dort den einen Weg oben an.`,
  drawn: (given, received, ways) => `Aus ${given} werden ${received}: ${ways.join('; ')}`,
  fresh: 'Stand',
  freshness: (block, seconds) => `Block ${block} des Hubs, bei der Abfrage ${seconds} s alt`,
  wasSigned: 'Aus diesem Kurs wurde schon eine Signieranfrage. Aktualisiere ihn für eine neue.',
  isOld: 'Dieser Kurs ist über eine Minute alt. Aktualisiere ihn, um zu signieren.',
  unknownLoss: 'ein Teil, der sich nicht beziffern lässt,',
  refused: (loss) =>
    `Bei diesem Tausch gingen ${loss} durch den Kurs verloren, deshalb biete ich ihn nicht an. Tausche weniger.`,
  really: (loss) => `Durch den Kurs gingen dir ${loss} verloren. Willst du das wirklich?`,
  careful: (loss) =>
    `Vorsicht: Dieser Betrag bewegt den Kurs, und dadurch gehen ${loss} des Werts verloren.`,
  signAnyway: 'Trotzdem signieren',
  refresh: 'Aktualisieren',
  flip: 'Umdrehen',
}
