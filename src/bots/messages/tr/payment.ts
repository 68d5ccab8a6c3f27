import type { PaymentWords } from '../en/payment.ts'

export const payment: PaymentWords = {
  usdIs: (usd, token, amount, price) =>
    `$${usd} değerinde ${token}, $${price} fiyatla ${amount} eder.`,
  usdRounded: 'Fiyat kısaltılarak gösterilir; miktar son ondalık basamağa kadar aşağı yuvarlanır.',
  halfIs: (whole, amount) => `${whole} bakiyenin yarısı ${amount} eder.`,
  allIs: (amount) => `Bu, ${amount} bakiyenin tamamı.`,
  allButFee: (whole, kept) =>
    `Bu, ${whole} bakiyenin tamamı; yalnızca ${kept} ağ ücreti için kalır.`,

  chosen: 'Ödeme yolu',
  vouchers: 'kuponların yetiyor',
  only: 'yeten başka bir şeyin yok',
  named: 'zinciri sen belirttin',
  cheapest: 'en ucuzu',
  first: 'yeterli bakiyesi olan ilk cüzdanın',
  asked: 'sen seçtin',
  gasUsd: (usd, chain) => `${chain} üzerinde yaklaşık $${usd} gas`,
  gasUnder: (usd, chain) => `${chain} üzerinde $${usd} altında gas`,
  gasAmount: (amount, chain) => `${chain} üzerinde yaklaşık ${amount} gas`,
  payFrom: (wallet) => `Şuradan öde: ${wallet}`,
  payWithVouchers: (wallet) => `Şu kuponlarla öde: ${wallet}`,

  noPrice: (token) => `${token} kaç dolar eder bilmiyorum: buradaki hiçbir havuz bunu göstermiyor.`,
  nameAmount: (token) => `Miktarı ${token} olarak yaz.`,
  tooLittleUsd: (usd, token) => `$${usd}, var olan en küçük ${token} miktarından daha az.`,
  askForMore: 'Daha büyük bir miktar yaz.',
  noWallet: 'Ne kadarın olduğunu bilmiyorum: hesabına bağlı bir cüzdan yok.',
  linkOrName: '/wallet link ile bir cüzdan bağla ya da miktarı yaz.',
  feeUnknown: (chain) =>
    `${chain} üzerindeki ağ ücretini şu anda bilmiyorum, bu yüzden ona yetecek kadarını ayıramıyorum.`,
  nameLess: 'Ücret için bir şey bırakan bir miktar yaz.',
  onlyFee: (held, chain) => `${chain} üzerindeki ${held} bakiyen ağ ücretinden fazla değil.`,
  heldAsVouchers: (sum, chain) => `${chain} kuponu olarak ${sum}`,
  heldOn: (sum, chain) => `${chain} üzerinde ${sum}`,
  noneOn: (token, chains) => `${chains} üzerinde hiç ${token} yok`,
  any: (token) => `hiç ${token}`,
  inVouchers: (sum) => `kupon olarak ${sum}`,
  noVouchers: (token) => `hiç ${token} kuponu yok`,
  notOffered: 'Bu ödeme yolu artık sunulmuyor.',
  askAgain: 'Aynı komutla yeniden iste.',
  notYours: 'Nasıl ödeneceğini yalnızca gönderen seçebilir.',
  leaveIt: 'Bunu ona bırak.',
}
