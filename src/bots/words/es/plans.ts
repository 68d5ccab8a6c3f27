import type { PlanWords } from '../en/plans.ts'

export const plans: PlanWords = {
  summary: 'Da propina una y otra vez: cada vez se te pide que firmes.',
  every: 'day (día), week (semana) o month (mes)',
  title: 'Propinas que se repiten',
  none: 'Ninguna de tus propinas se repite.',
  how: 'Escríbelo así: /plan @bobby 5 usdc every week',
  howOften:
    '¿Cada cuánto: cada día (every day), cada semana (every week) o cada mes (every month)?',
  everys: { day: 'cada día', week: 'cada semana', month: 'cada mes' },
  row: (sum, every, time) => `${sum} ${every}, la próxima el ${time}`,
  rowPaused: (sum, every) => `${sum} ${every}, en pausa`,
  pause: (number) => `Pausar ${number}`,
  resume: (number) => `Reanudar ${number}`,
  remove: (number) => `Quitar ${number}`,
  setTitle: (sum, who, every) => `${sum} para ${who}, ${every}`,
  set: (time) =>
    `Te pediré en privado que la firmes, la próxima vez el ${time}. Antes de tu firma no se envía nada.`,
  list: 'Todos los planes',
  gone: 'Este plan ya no existe.',
  onePerson: 'Un plan es para una persona, a la que nombras.',
  anyChain: (chain) =>
    `Un plan paga con lo que tengas cuando toque, así que no nombra ninguna cadena: quita ${chain}.`,
  sayHowMuch: 'Di una cantidad fija: la mitad o todo cambia cada vez.',
  tooMany: (most) => `Ya tienes ${most} planes.`,
  removeOne: 'Quita antes uno de ellos: /plan',
  dueTitle: (sum, who) => `Ya toca: ${sum} para ${who}`,
  due: 'No se firmó a tiempo o no se pudo pagar entonces.',
  pay: 'Prepararla ahora',
}
