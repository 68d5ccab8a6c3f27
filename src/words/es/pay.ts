import type { PayWords } from '../en/pay.ts'

export const pay: PayWords = {
  cannotShow: 'Esta factura no se puede mostrar',
  fetching: 'Cargando la factura.',
  titles: {
    open: 'Factura',
    sent: 'Factura: se está pagando',
    paid: 'Factura: pagada',
    withdrawn: 'Factura: anulada, no pagues nada',
    expired: 'Factura: vencida, no pagues nada',
    unseen: 'Factura: quizá ya pagada',
  },
  lookAgain:
    'Puede que alguien la haya pagado en el último momento. Esta página lo mostrará en unos minutos; no pagues nada antes.',
  to: 'Para',
  until: 'Pagar antes de',
  byPage: 'Por esta página',
  states: { sent: 'en camino', paid: 'pagado' },
  withWallet: 'Pagar con una cartera',
  fromChain: 'Pagar desde',
  nothingYet:
    'Aún no se paga nada: la página siguiente muestra lo que firmará tu cartera. En el chat basta con pulsar «Pagar» en la tarjeta.',
}
