import type { WalletLinkWords, WalletProblemsWords, WalletsWords } from '../en/wallets.ts'

export const wallets: WalletsWords = {
  connect: (name) => `${name} ile bağlan`,
  signIn: (name) => `${name} içinde imzala`,
  signWith: (name) => `${name} ile imzala`,
  againIn: (name) => `${name} içinde yeniden dene`,
  lookInto: (name) => `${name} uygulamasına bak…`,
  yours: 'Cüzdanın',
  itsChain: 'kendi zinciri',
  notFound: (what, example) =>
    `Bu tarayıcıda ${what} için bir cüzdan bulunamadı. ${example} gibi bir cüzdan yükle ya da bu sayfayı cüzdan uygulamanda aç.`,
  either: (one, other) => `${one} veya ${other}`,
  openInApp: (what) =>
    `Bu tarayıcıda ${what} için cüzdan yok. Bu sayfayı sende olan bir uygulamada aç:`,
  pasteInApp: (what) =>
    `Bu tarayıcıda ${what} için cüzdan yok. Bu sayfanın bağlantısını kopyala ve cüzdan uygulamanın tarayıcısında aç.`,
  openIn: (app) => `${app} ile aç`,
  noAccount: (wallet) => `${wallet} bu sayfaya hiçbir hesap göstermiyor.`,
  unlock: 'Kilidini aç, bir hesaba izin ver ve yeniden dene.',
}

export const walletProblems: WalletProblemsWords = {
  wrongChain: (wallet) => `${wallet} başka bir zincirde.`,
  switchTo: (chain) => `${chain} zincirine geçir ve yeniden dene.`,
  noNode: (chain, wallet) =>
    `Bu hizmet ${chain} için herkese açık bir düğüm belirtmiyor, bu yüzden ${wallet} uygulamasına da verilemiyor.`,
  addYourself: (chain, wallet) =>
    `${chain} zincirini ${wallet} uygulamasına kendin ekle ve yeniden dene; işe yaramazsa bu hizmeti işletenden bir düğüm belirtmesini iste.`,
  asking: (wallet) => `${wallet} sana zaten bir şey soruyor.`,
  answerFirst: (wallet) => `${wallet} uygulamasını aç, yanıtla ve yeniden dene.`,
  notAllowed: (wallet) => `${wallet} bu sayfanın o hesabı kullanmasına izin vermiyor.`,
  allow: (wallet) => `${wallet} içinde bu sayfaya izin ver ve yeniden dene.`,
  tooLittle: (currency) => `Bu hesapta tutar ve ağ ücreti için yeterli ${currency} yok.`,
  addFunds: (currency, chain) => `${chain} üzerinde ${currency} ekle ya da başka bir hesap kullan.`,
  earlierWaits: 'Bu hesabın önceki bir işlemi hâlâ bloğunu bekliyor.',
  waitSeconds: 'Birkaç saniye bekleyip yeniden dene.',
  tooMany: (chain) => `Bu hesabın ${chain} üzerindeki çok fazla isteği hâlâ yanıt bekliyor.`,
  waitForOne: 'Birinin bitmesini bekleyip yeniden dene.',
  refused: (chain, words) => `${chain} bunu kabul etmiyor: ${words}`,
  newRequest: 'Hiçbir şey gönderilmedi. Aynı komutla yeni bir istek oluştur.',
  declined: (wallet) => `${wallet} içinde reddettin. Hiçbir şey gönderilmedi.`,
  declinedAfterApproval: (wallet) => `${wallet} içinde reddettin. Yalnızca önceki onay gönderildi.`,
  whenReady: 'Hazır olunca yeniden dene.',
  gone: (wallet) => `${wallet} artık bu sayfaya bağlı değil.`,
  reload: 'Cüzdanında ne gönderildiğine bak, sonra bu sayfayı yeniden yükle.',
  unreachable: (wallet, chain) => `${wallet}, ${chain} zincirine ulaşamıyor.`,
  checkWallet: 'Bağlantını ve cüzdanındaki zinciri kontrol edip yeniden dene.',
  unable: (wallet) => `${wallet} bunu yapamadı.`,
  unableBecause: (wallet, words) => `${wallet} bunu yapamadı: ${words}`,
  lookInside: 'Cüzdanına bakıp yeniden dene.',
  funds: 'bakiye',
  tokens: 'token',
  ownCurrency: 'zincirin kendi para birimi',
  wrongAccount: (shown, wanted) => `Cüzdanın ${shown} hesabında, ama bu istek ${wanted} için.`,
  switchAccount: 'Cüzdanında o hesaba geç ve yeniden dene.',
  approvalRefused: 'Zincir onayı reddetti, bu yüzden hiçbir şey gönderilmedi.',
  askedOnceMore: 'Yeniden dene; cüzdanın izni bir kez daha soracak.',
  approvalWaits: 'Onay hâlâ hiçbir blokta değil.',
  speedUp: 'Cüzdanına bak, belki orada hızlandır, sonra yeniden dene.',
  approvalCancelled: (wallet) =>
    `Onay ${wallet} içinde iptal edildi, bu yüzden hiçbir şey gönderilmedi.`,
}

export const walletLink: WalletLinkWords = {
  title: 'Cüzdan bağla',
  unusable: 'Bu bağlantı kullanılamıyor',
  fetching: 'Bağlantı yükleniyor.',
  expired: 'Bu bağlantının süresi doldu',
  askAnew: 'Hiçbir şey bağlanmadı. Sohbette /wallet link ile yenisini iste.',
  linked: 'Cüzdanın bağlandı',
  account: 'Hesap',
  wallet: 'Cüzdan',
  unlinkedAgain: 'bağlantısı yeniden kaldırıldı',
  close: 'Bu sayfayı kapatabilirsin. Gerisi sohbette: /wallet, /balance, /tip.',
  toAccount: 'Şu hesaba',
  until: 'Son geçerlilik',
  onlyOwn:
    'Yalnızca bu hesap seninse devam et. Bir işlem değil, bir metin imzalarsın: hiçbir şey hareket etmez ve hiçbir şeye izin verilmez.',
  withoutWallet: 'Cüzdan olmadan',
  for: 'Şunun için',
  forChains: (chains) => `${chains} için`,
  withPasskey: 'Geçiş anahtarıyla bağla',
  walletSigns: 'Cüzdanının imzalayacağı metin',
  passkeySigns: 'Geçiş anahtarının imzalayacağı metin',
  another: 'Başka bir cüzdan kullan',
}
