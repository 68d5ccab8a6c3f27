import { plural } from '../../../words/plural.ts'
import type { BillWords } from '../en/bills.ts'

export const bills: BillWords = {
  requestSummary: 'Pedir a alguien que te pague.',
  splitSummary: 'Dividir un importe entre varias personas: cada una te paga su parte.',
  amount: 'Cuánto: 12, 0,25 o $12',
  from: 'Quién debe pagar',
  among: 'Quién debe pagar una parte: @bobby @carol',

  title: (asker, sum, count) =>
    plural('es', count, {
      one: `${asker} pide ${sum}`,
      other: `${asker} pide ${sum} a ${count} personas`,
    }),
  row: (sum, state) => `${sum}, ${state}`,
  open: 'sin pagar',
  asked: 'sin firmar',
  sent: 'en camino',
  paid: 'pagado',
  declined: 'rechazado',
  havePaid: (paid, count) => `Han pagado ${paid} de ${count}.`,
  withdrawn: (asker) => `${asker} lo retiró. Nadie tiene que pagar.`,
  pay: 'Pagar',
  decline: 'Rechazar',
  remind: 'Recordar',
  withdraw: 'Retirar',

  nobody: '¿Quién debe pagar?',
  onlyOne: 'Una petición va a una sola persona.',
  tooMany: (count, most) => `Son ${count} personas; se puede pedir a ${most} a la vez como máximo.`,
  askFewer: 'Pide a menos personas, o pide dos veces.',
  onlyHere: (place) => `Solo puedo pedir a personas en ${place}: pulsan un botón aquí.`,
  tellThem: 'Nombra a quienes están aquí.',
  toBot: 'Soy el bot; no puedo pagar.',
  sayHowMuch: '¿Cuánto? Qué es la mitad o todo, solo lo saben ellos.',

  notAsked: (asker) => `${asker} pide aquí a otros, no a ti.`,
  onlyAsker: (asker) => `Eso solo puede hacerlo ${asker}.`,
  leaveIt: 'Déjalo en sus manos.',
  isOver: 'Esto fue retirado.',
  askAnew: 'Quien aún lo quiera lo pide de nuevo: /request',
  isPaid: 'Esto ya lo has pagado.',
  lookAtCard: 'La tarjeta muestra quién ha pagado.',
  youDeclined: 'Rechazado',
  canStillPay: 'La tarjeta lo dice. Aún puedes pagar.',
  youWithdrew: 'Retirado',
  paidStays: 'Ya no se pide a nadie. Lo pagado, pagado queda.',
  nobodyLeft: 'No queda nadie a quien recordar.',
  reminded: (count) =>
    plural('es', count, { one: 'Recordado a 1 persona', other: `Recordado a ${count} personas` }),
  onceADay: 'Lo leen en privado. Puedes recordárselo una vez al día.',
  wereReminded: 'Hoy ya se les recordó.',
  againFrom: (time) => `Puedes volver a recordárselo a partir de ${time}.`,
}
