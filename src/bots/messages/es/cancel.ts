import type { CancelWords } from '../en/cancel.ts'

export const cancel: CancelWords = {
  summary: 'Recupera lo que nadie ha reclamado todavía.',
  number: 'Su número en /sent',
  useNumber: 'Escribe /cancel con un número de tu lista: /sent',
  noNumber: (number) => `No existe el número ${number} en tu lista.`,
  seeList: 'Mira la lista con /sent.',
  notListed: 'Esto ya no está en tu lista.',

  title: '¿Recuperarlo?',
  amount: 'Cantidad',
  sentTo: 'Enviado a',
  comesBackAs: 'Vuelve como',
  cannotUndo: 'Después nadie podrá reclamarlo. Esto no se puede deshacer.',
  yes: 'Sí, recuperarlo',
}
