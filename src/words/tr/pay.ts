import type { PayWords } from '../en/pay.ts'

export const pay: PayWords = {
  cannotShow: 'Bu fatura gösterilemiyor',
  fetching: 'Fatura getiriliyor.',
  titles: {
    open: 'Fatura',
    sent: 'Fatura: şu anda ödeniyor',
    paid: 'Fatura: ödendi',
    withdrawn: 'Fatura: geri çekildi, ödeme yapma',
    expired: 'Fatura: süresi doldu, ödeme yapma',
    unseen: 'Fatura: ödenmiş olabilir',
  },
  lookAgain:
    'Biri son anda ödemiş olabilir. Bu sayfa bunu birkaç dakika içinde gösterir; daha önce ödeme yapma.',
  to: 'Alıcı',
  until: 'Son ödeme',
  byPage: 'Bu sayfadan',
  states: { sent: 'yolda', paid: 'ödendi' },
  withWallet: 'Cüzdanla öde',
  fromChain: 'Ödenecek zincir',
  nothingYet:
    'Henüz bir şey ödenmedi: sonraki sayfa cüzdanının neyi imzalayacağını gösterir. Sohbette bunun yerine karttaki “Öde” düğmesine bas.',
}
