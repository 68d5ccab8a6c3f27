import type {
  PaymentWords,
  VouchersWords,
  BalanceWords,
  FaucetWords,
  SigningWords,
  StepsWords,
  LeftWords,
} from '../en/payments.ts'
import { trouble } from '../../../words/tr/trouble.ts'

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
  held: 'onu orada tutuyorsun',
  cheapest: 'en ucuzu',
  first: 'yeterli bakiyesi olan ilk cüzdanın',
  asked: 'sen seçtin',
  because: (why, gas) => `${why} (${gas})`,
  gasUsd: (usd, chain) => `${chain} üzerinde yaklaşık $${usd} gas`,
  gasUnder: (usd, chain) => `${chain} üzerinde $${usd} altında gas`,
  gasAmount: (amount, chain) => `${chain} üzerinde yaklaşık ${amount} gas`,
  payFrom: (wallet) => `Şuradan öde: ${wallet}`,
  payWithVouchers: (wallet) => `Şu kuponlarla öde: ${wallet}`,
  details: 'Cüzdan ve ödeme yolları',

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
  notOffered: 'Bu ödeme yolu artık sunulmuyor.',
  askAgain: 'Aynı komutla yeniden iste.',
  notYours: 'Nasıl ödeneceğini yalnızca gönderen seçebilir.',
  leaveIt: 'Bunu ona bırak.',
}

export const vouchers: VouchersWords = {
  depositSummary: 'Cüzdanındaki token’ları kendi kuponlarına çevirir.',
  withdrawSummary: 'Kuponlarını bir zincirde token’a çevirir.',
  amount: 'Ne kadar: 5, $5, half ya da all',
  token: 'Hangi token',
  payFrom: 'Ödemenin yapılacağı zincir',
  payTo: 'Ödemenin alınacağı zincir',
  address: 'Kendininki değilse oradaki bir adres',
  needsWallet: 'Kuponlar bir cüzdana aittir ve hesabına bağlı bir cüzdan yok.',
  linkFirst: 'Önce bir cüzdan bağla: /wallet link',
  noHome: (token) => `Cüzdanlarından hiçbiri ${token} ödenebilen bir zincirde değil.`,
  nameChain: (chains) => `Bir zincir ve oradaki bir adresi yaz: ${chains}.`,
  tooMuch: (words) => `“${words}” bu komut için fazla.`,
  depositTitle: (sum) => `${sum} yatır`,
  withdrawTitle: (sum, chain) => `${sum} çek: ${chain}`,
  to: 'Nereye',
  yourVouchersOf: (wallet) => `Şu cüzdandaki kuponların: ${wallet}`,
  sendTitle: (sum, place) => `${sum} gönder: ${place}`,
  becomesVouchers:
    'Orada token ödemek için kuponun yetmiyor; bu yüzden token’ların o cüzdanın kuponları olur. Sahibi onları /withdraw ile çeker.',
  arrivedAt: (sum, place) => `${sum} ulaştı: ${place}`,
  theirVouchers: 'Bunlar o cüzdanın kuponları. Sahibi onları /withdraw ile çeker.',
  under: (sum) => `${sum} gönderiliyor`,
  signed: 'İmzalandı. Bu kart sonuna kadar takip eder.',
  deposited: (sum) => `${sum} artık senin kuponun`,
  depositDone: '/tip ile gönder, takas et ya da /withdraw ile geri çevir.',
  withdrawn: (sum, chain) => `${sum} ulaştı: ${chain}`,
  withdrawDone: (address) => `Şu cüzdanda: ${address}.`,
  asVouchers: (sum) => `${sum} kupon olarak ulaştı`,
  couldNotPay: (chain, reason) =>
    `${chain} bunu token olarak ödeyemedi: ${reason}. Gönderen bunu kupon olarak tutuyor.`,
  failed: (sum) => `${sum} gönderilemedi`,
  refused: (chain, reason) =>
    `${chain} işlemi reddetti: ${reason}. Hiçbir şey hareket etmedi; yalnızca ağ ücreti harcandı.`,
  never: (chain) => `${chain} zincirine hiç ulaşmadı`,
  neverWhy: (reason) => `${reason}. Hiçbir şey hareket etmedi.`,
  refunded: (sum) => `${sum} geri geldi`,
  isBack: (reason) => `Hub reddetti: ${reason}. Önceki varlığın yeniden sende.`,
  refunding: (sum) => `${sum} geri geliyor`,
  comesBack: (reason) => `Hub reddetti: ${reason}. Kesinleşince yeniden senin olur.`,
  stopped: 'İlerlemiyor',
  late: 'Çok uzun sürüyor',
  history: { deposit: (sum) => `${sum} yatırma`, withdraw: (sum) => `${sum} çekme` },
}

export const balance: BalanceWords = {
  summary: 'Bağlı cüzdanlarındaki varlıkları gösterir.',
  title: 'Bakiyen',
  noWallet: 'Hesabına bağlı bir cüzdan yok.',
  withoutWallet:
    '/wallet link ile bir cüzdan bağla. Cüzdansız da olur: /tip imza sayfasında bir cüzdan ister, /claim her adresi kabul eder.',
  onlyYours: 'Yalnızca kendi bakiyeni gösteririm.',
  empty: 'boş',
  vouchersOf: (wallet) => `${wallet}, kuponlar`,
  unread: 'şu anda okunamıyor',
  unlisted: (count, isAll) =>
    `Ayrıca burada listelenmeyen ${isAll ? '' : 'en az '}${count} token için kuponların var.`,
  inAll: 'Toplam',
  worth: (usd) => `≈ $${usd}`,
  worthAtLeast: (usd) => `en az $${usd}`,
}

export const faucet: FaucetWords = {
  summary: 'Cüzdanına deneme token’ları alır.',
  arrived: 'Deneme token’ları ulaştı',
  tooMuch: (words) => `“${words}” bir musluk için fazla.`,
  noWallet: 'Bu token’ların gidebileceği bir cüzdanın yok.',
  nameChain: (example) => `Cüzdanının olduğu bir zincir belirt, örneğin: ${example}`,
}

export const signing: SigningWords = {
  from: 'Kaynak',
  walletLater: (chain) => `${chain}, cüzdan imza sayfasında bağlanır`,
  fee: 'Ücret',
  noFee: 'Yok: sen yalnızca imzalarsın, gas ücretini biz öderiz',
  gasOnly: 'Yalnızca ağın gas ücreti; cüzdanın öder',
  gaslessUsedUp: (day) =>
    `24 saatte senin için ödediğimiz gas tükendi: ${day} itibarıyla yine tek bir imza yeter.`,
  gaslessEmpty: 'Normalde bir imza yeter, ama şu anda başkaları için gas ödeyemiyoruz.',
  payoutFee: 'Ödeme ücreti',
  keeps: (fee, chain) => `${fee}; hub bunu ${chain} üzerinde ödeme yapmak için alır`,
  arrives: 'Ulaşan',
  locked: (chain) =>
    `Hub şu anda ${chain} üzerinde hiçbir şey ödemiyor: zinciri kilitledi. Yeniden açılmadan bunu imzalama.`,
  sign: 'İmzala',
  dismiss: 'Vazgeç',
  expired: 'Zamanında imzalanmadığı için bu isteğin süresi doldu. Hiçbir şey gönderilmedi.',
  dismissed: 'Bu istekten vazgeçtin. Hiçbir şey gönderilmedi.',
  expiredUnseen: (chain) =>
    `İmzalama süresi doldu. Cüzdanın son anda gönderdiyse ${chain} kesin olarak kaydedince burada görünür; yeniden ancak o zaman isteyebilirsin.`,
  dismissedUnseen: (chain) =>
    `Bu istekten vazgeçtin. Cüzdanın daha önce gönderdiyse ${chain} kesin olarak kaydedince burada görünür; yeniden ancak o zaman isteyebilirsin.`,
  sentBeside: (chain) =>
    `Bunun için bir işlem de istendi. Cüzdanın onu gönderdiyse ${chain} kesin olarak kaydedince burada görünür; yeniden ancak o zaman isteyebilirsin.`,
  askAgain: 'Aynı komutla yeniden iste.',
}

export const steps: StepsWords = {
  submit: (chain) => `${chain} üzerinde gönderildi`,
  settle: (chain) => `${chain} üzerinde işlendi`,
  confirm: (chain) => `${chain} üzerinde geri onaylandı`,
  release: (chain) => `${chain} üzerinde ödendi`,
  seen: 'görüldü, henüz bir blokta değil',
  confirmed: 'bir blokta, henüz kesin değil',
  took: (duration) => `${duration} sürdü`,
  underOneSecond: '1 sn’den az',
  seconds: (seconds) => `${seconds} sn`,
  minutes: (minutes, seconds) => `${minutes} dk ${seconds} sn`,
  noReason: trouble.own.unexplained,
}

export const left: LeftWords = {
  takeOut: (chain) => `${chain} üzerinde çek`,
  takeOutSum: (sum, chain) => `${sum}: ${chain} üzerinde çek`,
  elsewhere:
    'O cüzdan burada bağlı değil: düğmenin açtığı sayfada ona bağlan, cüzdanı hesabına bağla ve /withdraw kullan.',
  nothing: 'Bundan çekilecek kupon yok.',
  seeBalance: 'Cüzdanlarında ne olduğunu /balance gösterir.',
  again: 'Yeniden dene',
  notOver: 'Bu hâlâ kendiliğinden ilerleyebilir.',
  lookAtCard: 'Nerede olduğu kartında yazıyor.',
}
