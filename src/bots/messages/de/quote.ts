import type { QuoteWords } from '../en/quote.ts'

export const quote: QuoteWords = {
  summary: 'Zeigt, was ein Tausch brächte; gefällt dir der Kurs, signierst du ihn.',
  amount: 'Wie viel du gibst, zum Beispiel 100',
  token: 'Der Token, den du gibst',
  wanted: 'Der Token, den du willst',
  title: (given, received) => `${given} ergeben ${received}`,
  route: 'Weg',
  inTurn: (legs) => legs.join(', dann '),
  impact: 'Preiseinfluss',
  unknown: 'nicht zu sagen',
  split: (paths, more) =>
    `Auf ${paths} Wege verteilt brächte es ${more} mehr. Hier signierst du nur den einen Weg oben; über die API gehen alle.`,
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
