import type { CancelWords } from '../en/cancel.ts'

export const cancel: CancelWords = {
  summary: 'Henüz kimsenin talep etmediğini geri alır.',
  number: '/sent listesindeki numarası',
  useNumber: '/cancel komutunu listendeki bir numarayla yaz: /sent',
  noNumber: (number) => `Listende ${number} numara yok.`,
  seeList: 'Listeyi /sent ile gör.',
  notListed: 'Bu artık listende değil.',

  title: 'Geri alınsın mı?',
  amount: 'Tutar',
  sentTo: 'Alıcı',
  comesBackAs: 'Geri geleceği biçim',
  cannotUndo: 'Sonrasında kimse talep edemez. Bu işlem geri alınamaz.',
  yes: 'Evet, geri al',
}
