import { plural } from '../../../words/plural.ts'
import type { BillWords } from '../en/bills.ts'

export const bills: BillWords = {
  requestSummary: 'Pide a alguien que te pague.',
  splitSummary: 'Divide una cantidad entre varias personas: cada una te paga su parte.',
  amount: 'Cuánto: 12 o 0,25 o $12',
  from: 'Quién debe pagar',
  among: 'Quién debe pagar una parte: @bobby @carol',

  title: (asker, sum, count) =>
    plural('es', count, {
      one: `${asker} pide ${sum}`,
      other: `${asker} pide ${sum} a ${count} personas`,
    }),
  invoiceSummary: 'Crea una factura que puede pagar quien tenga su enlace.',
  until: 'Hasta cuándo vale: 18:00, tomorrow 12:00 (mañana)',
  invoiceTitle: (asker, sum) => `Factura de ${asker}: ${sum}`,
  payUntil: 'Se puede pagar hasta',
  anybody:
    'Quien tenga el enlace puede pagarla, una vez: en este chat, o en su página con una cartera.',
  beingPaid: 'Se está pagando.',
  mayBePaid:
    'Puede que alguien la haya pagado en el último momento. Aparecerá aquí en unos minutos; hasta entonces nadie puede pagarla.',
  expired: 'Ha vencido. Ya nadie puede pagarla.',
  openPage: 'Abrir la factura',
  qrCode: 'El enlace de la factura como código QR',
  byLink: 'Por el enlace',
  invoiceToOne: 'Una factura es para una persona, o para quien tenga su enlace.',
  row: (sum, state) => `${sum}, ${state}`,
  open: 'sin pagar',
  asked: 'sin firmar',
  unseen: 'quizá en camino',
  sent: 'en camino',
  paid: 'pagado',
  declined: 'rechazado',
  havePaid: (paid, count) =>
    `${plural('es', paid, { one: 'Ha', other: 'Han' })} pagado ${paid} de ${count}.`,
  withdrawn: (asker) => `${asker} lo anuló. Nadie tiene que pagar.`,
  pay: 'Pagar',
  decline: 'Rechazar',
  remind: 'Recordar',
  withdraw: 'Anular',

  nobody: '¿Quién debe pagar?',
  onlyOne: 'Una solicitud va a una sola persona.',
  tooMany: (count, most) => `Son ${count} personas; se puede pedir a ${most} a la vez como máximo.`,
  askFewer: 'Pide a menos personas, o pide dos veces.',
  onlyHere: (place) => `Solo puedo pedírselo a gente de ${place}: pulsan un botón aquí.`,
  tellThem: 'Nombra a quienes están aquí.',
  giveLink: 'Quita el nombre y dale el enlace de la factura.',
  toBot: 'Soy el bot; no puedo pagar.',
  toOneself: 'No puedes pedirte dinero a ti.',
  namedAsBot: (who) => `Por su nombre, ${who} es un bot, y los bots no pueden pagar.`,
  sayHowMuch: '¿Cuánto? Cuánto es la mitad o todo, solo lo sabe quien paga.',

  notAsked: (asker) => `${asker} pide aquí a otros, no a ti.`,
  manyBegun: (count) =>
    `Otras ${count} personas ya han empezado a pagar esta factura en chats, y no caben más.`,
  payOnPage: (url) => `Págala con una cartera en su página: ${url}`,
  onlyAsker: (asker) => `Eso solo puede hacerlo ${asker}.`,
  leaveIt: 'Déjalo en sus manos.',
  isOver: 'Esto se anuló.',
  gone: 'Ya nadie pide esto',
  askAnew: 'Quien aún lo quiera lo pide de nuevo: /request',
  isPaid: 'Esto ya lo has pagado.',
  lookAtCard: 'La tarjeta muestra quién ha pagado.',
  youDeclined: 'Rechazado',
  canStillPay: 'La tarjeta lo dice. Aún puedes pagar.',
  youWithdrew: 'Anulado',
  paidStays: 'Ya no se pide a nadie. Lo pagado, pagado queda.',
  nobodyLeft: 'No queda nadie a quien recordar.',
  reminded: (count) =>
    plural('es', count, {
      one: 'Recordatorio enviado a 1 persona',
      other: `Recordatorio enviado a ${count} personas`,
    }),
  onceADay: 'Lo leen en privado. Puedes recordárselo una vez al día.',
  wereReminded: 'Hoy ya se les recordó.',
  toldEnough:
    'No se avisó a nadie: ya has pedido y recordado tantas veces como transmito en un día.',
  againFrom: (time) => `Puedes volver a recordárselo a partir del ${time}.`,
}
