import type { PlanWords } from '../en/plans.ts'

export const plans: PlanWords = {
  summary: 'Gibt immer wieder Trinkgeld: Du wirst jedes Mal gebeten zu signieren.',
  every: 'day (Tag), week (Woche) oder month (Monat)',
  title: 'Wiederkehrendes Trinkgeld',
  none: 'Keines deiner Trinkgelder kehrt wieder.',
  how: 'Schreib es so: /plan @bobby 5 usdc every week',
  howOften:
    'Wie oft: jeden Tag (every day), jede Woche (every week) oder jeden Monat (every month)?',
  everys: { day: 'jeden Tag', week: 'jede Woche', month: 'jeden Monat' },
  row: (sum, every, time) => `${sum} ${every}, das nächste Mal am ${time}`,
  rowPaused: (sum, every) => `${sum} ${every}, pausiert`,
  pause: (number) => `${number} pausieren`,
  resume: (number) => `${number} fortsetzen`,
  remove: (number) => `${number} entfernen`,
  setTitle: (sum, who, every) => `${sum} für ${who}, ${every}`,
  set: (time) =>
    `Ich bitte dich privat zu signieren, das nächste Mal am ${time}. Vorher wird nichts gesendet.`,
  list: 'Alle Pläne',
  gone: 'Diesen Plan gibt es nicht mehr.',
  onePerson: 'Ein Plan ist für eine Person, die du nennst.',
  anyChain: (chain) =>
    `Ein Plan zahlt aus dem, was du dann hast, und nennt deshalb keine Chain: Lass ${chain} weg.`,
  sayHowMuch: 'Nenne einen Betrag: Die Hälfte oder alles ist jedes Mal ein anderer.',
  tooMany: (most) => `Du hast schon ${most} Pläne.`,
  removeOne: 'Entfern erst einen davon: /plan',
  dueTitle: (sum, who) => `Es ist so weit: ${sum} für ${who}`,
  due: 'Es wurde nicht rechtzeitig signiert oder konnte da nicht bezahlt werden.',
  pay: 'Jetzt vorbereiten',
}
