import type { ClaimStepsWords, PageClaimWords } from '../en/claim.ts'

export const claim: PageClaimWords = {
  notBegunHere: 'Bu oturum açma burada başlatılmadı',
  beginAnew:
    'Başka bir tarayıcıda ya da 10 dakikadan uzun süre önce başlatıldığı için onunla hiçbir şey yapılmadı. Talep bağlantısını yeniden aç ve tek bir tarayıcıda baştan başla.',
  incomplete: 'Bu bağlantı eksik',
  wholeLink:
    'Bağlantının # işaretinden sonraki kısmı yok. Sana gelen mesajdaki bağlantının tamamını aç.',
  cannotShow: 'Bu talep gösterilemiyor',
  looking: 'Seni bekleyenlere bakılıyor.',
  sentYou: (sender) => `${sender} sana şunu gönderdi`,
  for: (who) => `Alıcı: ${who}`,
  waitsUntil: (day) => `Son tarih: ${day}.`,
  ownWords: (sender) => `${sender} yazdı`,
  notArrived: 'Henüz ulaşmadı',
  announced: (sender) =>
    `${sender} bunu bildirdi. Zincirde kesinleşir kesinleşmez buradan talep edebilirsin; bu sayfa kendiliğinden fark eder.`,
  paused: 'Şimdilik duraklatıldı',
  pausedBy:
    'Bu botu işletenler onu duraklattı; kaybolan bir şey yok. Bu arada süresi işlemez ve devam edince bu sayfa kendiliğinden fark eder.',
  waitsForWord: (sender) => `${sender} yanıt verene kadar bekliyor`,
  held: {
    changed: (who, sender) =>
      `${who} adı bırakılmış ya da birden fazla hesaba ait olmuş; bu yüzden kimin kastedildiği ${sender} kişisine soruldu. O zamana kadar kimse talep edemez; kaybolan bir şey yok, talep edilmeyen geri döner.`,
    stale: (who, sender) =>
      `Bu gönderildiğinde ${who} uzun süredir görülmemişti; bu yüzden kimin kastedildiği ${sender} kişisine soruldu. O zamana kadar kimse talep edemez; kaybolan bir şey yok, talep edilmeyen geri döner.`,
  },
  from: (day) => `Talep edilebileceği tarih: ${day}`,
  newName: (who, sender) =>
    `${who} hesabı bu adı kısa süre önce aldı. O zamana kadar ${sender} bunu geri alabilir ya da senin kastedildiğini onaylayabilir; bu sayfa kendiliğinden fark eder.`,

  over: 'Bu artık talep edilemez',
  expired: 'Kimse zamanında talep etmedi, bu yüzden gönderene geri dönüyor.',
  cancelling: 'Gönderen onu geri alıyor.',
  cancelled: 'Gönderen onu geri aldı.',
  returning: 'Kimse zamanında talep etmedi. Gönderene doğru yolda.',
  returned: 'Kimse zamanında talep etmedi, bu yüzden gönderene geri döndü.',
  payingOut: (sum) => `${sum} ödeniyor`,
  paid: (sum) => `Ödendi: ${sum}`,
  paidAsVouchers: (sum) => `Kupon olarak ödendi: ${sum}`,
  notPaidYet: (sum) => `Henüz ödenmedi: ${sum}`,
  to: (address, chain) => `Adres: ${address} (${chain})`,
  inWallet: (sum) => `Ödendi. ${sum} cüzdanında.`,
  keptHere: (sum) => `Tamam. ${sum} burada, geçiş anahtarınla saklanıyor.`,
  yoursAsVouchers: (sum) => `Ödendi. ${sum} kupon olarak senin.`,
  wasPaid: 'Ödendi.',
  isBeingPaid: 'Ödeniyor.',
  sayThanks: (sender) => `${sender} için teşekkür gönder`,
  saidThanks: 'Teşekkür ettin.',
  backTo: (place) => `${place} uygulamasına dön`,
  noReason: 'nedenini belirtmedi',
  vouchersOf: (chain, reason, address) =>
    `${chain} ödeyemedi: ${reason}. Bunlar ${chain} üzerindeki ${address} adresinin kuponları. Onları yalnızca o adresin cüzdanı token’a çevirebilir.`,
  takeOut: (chain) => `${chain} üzerinde çek`,
  buttonOnLink: 'Bu talebin bağlantısını aç; orada bunun için bir düğme var.',
  connectNext: 'Sonraki sayfada o cüzdanı bağla.',
  otherWays: 'Cüzdanın bağlı olduğu bir sohbette /withdraw ile de olur.',
  lastTry: 'Son deneme reddedildi.',
  lastTryBecause: (reason) => `Son deneme reddedildi: ${reason}.`,
  nothingLost: 'Kaybolan bir şey yok. Zinciri ve adresi kontrol edip yeniden dene.',
}

export const claimSteps: ClaimStepsWords = {
  prove: '1. Sen olduğunu göster',
  continueAs: (who, place) =>
    `${who} olarak devam et: ${place} bize hesabının adını söyler, başka bir şey söylemez.`,
  continueWith: (place) => `${place} ile devam et`,
  noWay: (place) =>
    `Bu sunucu ${place} hesaplarını henüz doğrulayamıyor, bu yüzden hiçbir şey ödenemiyor. Kaybolan bir şey yok: kimsenin talep etmediği gönderene geri döner.`,
  byMail: (to) => `${to} adresine e-postayla bir kod göndeririz.`,
  byChat: (to, place) => `${to} hesabına (${place}) bir kod göndeririz.`,
  orByMail: (to) => `Ya da ${to} adresine e-postayla bir kod göndeririz.`,
  orByChat: (to, place) => `Ya da ${to} hesabına (${place}) bir kod göndeririz.`,
  unchanged: 'Bu sayfayı açmak henüz hiçbir şeyi değiştirmedi.',
  sendCode: 'Bana bir kod gönder',
  haveCode: 'Kodum var',
  codeByMail: (to) => `Bu seninse, ${to} adresine e-postayla bir kod yolda. 10 dakika geçerli.`,
  codeByChat: (to, place) =>
    `Bu seninse, ${to} hesabına (${place}) bir kod yolda. 10 dakika geçerli.`,
  codeLate:
    'Gecikti: oradaki posta sunucusu henüz kabul etmedi. Kod geçerli olduğu sürece yeniden deniyoruz.',
  code: (characters) => `Kod (${characters} karakter)`,
  continue: 'Devam',
  anotherCode: 'Başka bir kod gönder',
  anotherCodeIn: (seconds) => `Başka bir kod gönder (${seconds} sn sonra)`,

  where: '2. Nereye gitsin?',
  changeIt: 'Değiştir',
  noWallet:
    'Cüzdanın yok mu? Burada sakla: hemen senin olur ve tek anahtarı telefonunda ya da bilgisayarındadır.',
  keep: 'Burada sakla',
  orAddress: 'Ya da kendi adresine',
  wordsFirst: {
    message: (usd) =>
      `Bu, geçiş anahtarının hesabı. Bununla birlikte hesapta $${usd} tutarından fazlası olur ve kurtarma sözcükleri henüz onaylanmadı. Hiçbir şey ödenmedi.`,
    keepInstead:
      'Yukarıdaki “Burada sakla” düğmesine bas: önce sözcükleri sorar. Ya da başka bir adres gir.',
    otherAddress:
      'Sözcükleri onayla ve hesabı sohbette /wallet link ile yeniden bağla ya da başka bir adres gir.',
  },
  eachNeedsPin: 'Bunların her biri için gönderenin PIN’i gerekiyor. Birini seç.',
  nowhere: (tokens) =>
    `Bu ağdaki hiçbir zincir şu anda ${tokens} ödeyemiyor. Burada senin için kalır.`,
  otherChain: 'Seçilen zincir bunu ödeyemiyor. Başka birini seç.',
  addressOn: (chain) => `${chain} üzerindeki adresin`,
  anApp: (app, chain) =>
    `${app} gibi bir uygulama sana ${chain} üzerinde bir adres verir. Onunla geri gel: bu burada senin için kalır.`,
  everything: (count) => `Hepsi (${count})`,
  sumFrom: (sum, sender) => `${sum}, gönderen ${sender}`,
  which: 'Hangisini talep ediyorsun?',
  chain: 'Zincir',
  useAddress: (wallet) => `${wallet} adresimi kullan`,
  appAddress: 'Bir cüzdan uygulamasının adresini al',
  address: {
    missing: 'Ödemenin geleceği adresi yaz.',
    evm: 'Bu zincirde bir adres, 0x ve 40 rakam ya da a ile f arası harften oluşur.',
    mistyped: 'Bu adreste yazım hatası var: büyük harfleri uymuyor. Yeniden kopyala.',
    otherKind:
      '0x ile başlayan bir adres başka türden bir zincire aittir. Onlardan birini seç ya da bu zincirdeki adresini kopyala.',
    cosmos:
      'Bu, bu zincirin bir adresi değil: biçimi ya da son karakterleri uymuyor. Yeniden kopyala.',
  },

  right: 'Doğru mu?',
  pays: 'Ödenecek',
  and: 'Ve',
  payoutFee: 'Ödeme ücreti',
  hubKeeps: (fee) => `${fee}, hub’da kalır`,
  arrives: 'Ulaşacak',
  on: 'Zincir',
  to: 'Adres',
  keptAt: 'Geçiş anahtarının adresi',
  final: 'Geri alınamaz.',
  compare: 'Adresi cüzdanındakiyle karşılaştır.',
  // A verb stays in the singular after what is counted.
  stays: (sums) =>
    `${sums} burada kalır; başka bir zincirde ya da gönderenin PIN’iyle talep edebilirsin.`,
  pin: (sender, characters) =>
    `${sender} kişisinin PIN’i (${characters} karakter). Bu kadarı için gerekli: ondan iste.`,
  payOut: (sum) => `${sum} ödemesini al`,
  payOutAll: (count) => `${count} ödemenin hepsini al`,

  ownKey: 'Bunu yalnızca kendi anahtarın talep edebilir',
  boundToKey:
    'Gönderen bunu bize ait olmayan bir açık anahtara bağladı, bu yüzden senin için ödeyemiyoruz. Nereye ödeneceğini söyle, burada çıkanı anahtarınla imzala ve ikisini sözleşmeye gönder.',
  claim: 'Talep',
  number: (id) => `Numara ${id}`,
  addressThere: 'Oradaki adresin',
  showDocument: 'İmzalanacak metni göster',
  signThis: 'Bunu olduğu gibi imzala (SHA-256, secp256k1, 64 bayt r||s)',
  sendTo: (chain) => `Sonra herkes onu ${chain} üzerinde bu sözleşmeye gönderebilir:`,
  textAbove: '<yukarıdaki metin>',
}
