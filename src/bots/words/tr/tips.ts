import type {
  TipWords,
  TipCardWords,
  TipDetailsWords,
  ShareOutWords,
  SentWords,
  CancelWords,
  HeldWords,
} from '../en/tips.ts'

export const tip: TipWords = {
  summary: 'Birine kullanıcı adıyla ya da mesajını yanıtlayarak token gönderir.',
  sendSummary: 'Bir e-posta adresine ya da başka platformdaki birine token gönderir.',
  to: 'Kime gideceği',
  others: 'Her biri aynı miktarı alacak başka kişiler: @carol @dora',
  recipient: 'E-posta adresi ya da başka yerdeki kullanıcı adı: x:bobby, tg:bobby',
  amount: 'Ne kadar: 5 ya da 0,25, $5, half, all',
  token: 'Hangi token',
  chain: 'Ödemenin yapılacağı zincir',
  note: 'Senden birkaç söz',
  personMenu: 'Bahşiş gönder',
  messageMenu: 'Yazana bahşiş gönder',
}

export const tipCard: TipCardWords = {
  title: (sum, who) => `${who} için ${sum} bahşiş`,
  arrivesAs: 'Ulaşacağı biçim',
  vouchersFor: (sum, who) => `${sum} değerinde kupon; yalnızca ${who} talep edebilir`,
  claimableOn: 'Talep edilebileceği zincirler',
  mailLater: (who) => `Ulaştığında ${who}, talep bağlantısı içeren bir e-posta alır.`,
  cannotClaim: (who, place) =>
    `${place} hesapları burada henüz doğrulanamıyor; bu yüzden ${who} bunu şimdilik talep edemez. Kurulana kadar bekler; /cancel ile geri alabilirsin.`,
  unknown: (who) =>
    `${who} ile henüz tanışmadım. Bahşiş, bu kullanıcı adına sahip hesap gelip talep edene kadar bekler.`,
  needsPin: (who) => `Bu miktar için ${who}, senden alacağı bir PIN’e de ihtiyaç duyar.`,
  showPin: 'PIN’imi göster',
  showAddress: 'Tam adresi göster',
  passOn: (who) => `Ona ben yazamıyorum (${who}). Talep bağlantısını kendin ilet.`,
  showLink: 'Bağlantıyı göster',

  sending: (sum, who) => `${sum} gönderiliyor, alıcı: ${who}`,
  signed: (who) => `İmzalandı. İşlem kesinleşince ${who} talep edebilir.`,
  failed: (who) => `${who} için bahşiş başarısız oldu`,
  refused: (chain, reason) => `${chain} işlemi reddetti: ${reason}.`,
  onlyFee: 'Yalnızca ağ ücreti harcandı.',
  unreached: (who, chain) => `${who} için bahşiş ${chain} zincirine hiç ulaşmadı`,
  refunded: (who) => `${who} için bahşiş iade edildi`,
  refunding: (who) => `${who} için bahşiş iade ediliyor`,
  hubRefused: (reason) => `Hub reddetti: ${reason}.`,
  timedOut: (who) => `${who} için bahşiş zaman aşımına uğradı`,
  needsAttention: (who) => `${who} için bahşiş takıldı, ilgilenilmesi gerekiyor`,
  vouchersKept: 'Kuponlarına dokunulmadı.',
  vouchersStill: (sum) => `${sum} hâlâ senin kuponların.`,
  tokensKept: (sum) => `${sum} hâlâ cüzdanında.`,
  tokensBack: (sum, chain) => `${sum}, ${chain} üzerindeki cüzdanına geri döndü.`,
  tokensHeld: (sum, chain) =>
    `${sum}, cüzdanına iade kesinleşene kadar ${chain} üzerinde tutuluyor.`,

  claimable: (who, sum) => `${who} ${sum} talep edebilir`,
  claim: 'Talep et',
  paidByAnother: (who) =>
    `Bunu, hazırlandığı cüzdan değil, başka bir cüzdan ödedi. ${who} talep edene kadar hub’da bekler ve kendiliğinden geri dönmez: onu yalnızca bu botu işletenler, ödeyen cüzdana geri gönderebilir.`,
  paidTooMuch: (who) =>
    `Bu geldiğinde, karşılayacağı istek zaten ödenmiş ya da geri çekilmişti. Yine de ${who} için bekliyor: talep edilene kadar geri alabilirsin.`,
  waitsFor: (who, sum) => `${sum}, ${who} için bekliyor`,
  paying: (who, sum, chains) => `${who} için ${onChains(chains)}${sum} ödeniyor`,
  paid: (who, sum, chains) => `${who} için ${onChains(chains)}${sum} ödendi`,
  kept: (who, sum) => `${who}, ${sum} talep etti`,
  paidAsVouchers: (who, sum) => `${who} için ${sum} kupon olarak ödendi`,
  heldAsVouchers: (who, chains) =>
    `Değer, ${who} hesabında ${onChains(chains)}kupon olarak duruyor: zincir token olarak ödeyemedi.`,
  goesBack: (sum, who) => `${who} için ${sum} geri dönüyor`,
  wentBack: (sum, who) => `${who} için ${sum} geri döndü`,
  takenBack: 'Gönderen geri aldı.',
  unclaimed: (who) => `${who} zamanında talep etmedi.`,
  thanked: (who) => `${who} teşekkür ediyor.`,
  onItsWayBack: 'Geri dönüş yolunda.',
  returnTriedAgain: 'İade kendiliğinden yeniden denenecek.',
  isBack: 'Yeniden gönderenin, kupon olarak.',
  mailRefused: (who) =>
    `Posta sunucusu ${who} için e-posta kabul etmiyor; bu yüzden kimsenin haberi olmadı. Adres doğru mu? Değer zincirde yalnızca o adresi bekler.`,
  mailUnwanted: (who) =>
    `${who} buradan e-posta istemiyor; bu yüzden oraya yazmıyorum. Talep bağlantısını kendin ilet ya da /cancel ile geri al.`,
  mailWaits: (who) => `${who} için e-posta yolda.`,
  mailSent: (who) => `Talep bağlantısı içeren e-posta gönderildi, alıcı: ${who}.`,
}

const onChains = (chains: string) => (chains === '' ? '' : `${chains} üzerinde `)

export const tipDetails: TipDetailsWords = {
  notYours: 'Ayrıntılarını yalnızca gönderen görebilir.',
  leaveIt: 'Bunu ona bırak. Kendi gönderdiklerinin ayrıntılarını sen görürsün.',
  title: (to) => `Alıcı: ${to}`,
  amount: 'Miktar',
  to: 'Alıcı',
  pin: 'PIN',
  pinLater:
    'PIN, cüzdanın imzaladıktan sonra burada olur: o zamana kadar başka bir ödeme yolunun PIN’i farklı olabilir.',
  pinSealed:
    'PIN’i artık gösteremiyorum: onu mühürleyen anahtar değiştirildi. Beni işleten kişi o anahtarı VAULT_KEY_OLD olarak geri getirebilir; PIN’i henüz iletmediysen ödemeyi geri al ve yeniden gönder.',
  tellThem: (to) =>
    `${to}, ödeme alabilmek için posta kutusuna gelen kodun yanında bunu da girer. PIN’i ona kendin ilet, e-postayla değil: posta kutusunu okuyan kişide ikisi birden olmamalı.`,
  link: 'Talep bağlantısı',
  noLink: (to) => `${to} bunu benden öğreniyor; senden bağlantıya ihtiyacı yok.`,
  giveLink: (to) =>
    `Bunu alıcıya (${to}) ilet. Talep sayfasını açar; orada yalnızca o hesaba ödeme yapılır.`,
}

export const shareOut: ShareOutWords = {
  airdropSummary: 'Bir tutarı, düğmeye ilk basanlar arasında paylaştırır.',
  rainSummary: 'Bir tutarı, son zamanlarda burada etkin olanlar arasında paylaştırır.',
  howMany: 'Kaç pay, 2 ile 50 arası',
  howManyPeople: 'Kaç kişiye, 2 ile 50 arası',
  sizes: 'equal (eşit) ya da random (rastgele) paylar',

  people: (count) => `${count} kişi`,
  airdropTitle: (sum) => `Airdrop: ${sum}`,
  rainTitle: (sum) => `${sum} yağmuru`,
  roleTitle: (sum, role) => `${role} rolündeki herkes için ${sum} bahşiş`,
  peopleTitle: (sum, count) => `${count} kişiye toplam ${sum} bahşiş`,
  onlyAlone: (who) => `${who} senden bir bağlantı ya da PIN almalı; bunlar tek kişi içindir.`,
  sendAlone: 'Ona ayrıca gönder.',
  shares: 'Paylar',
  equal: (count, each) => `${count}, her biri ${each}`,
  range: (count, least, most) => `${count}, ${least} ile ${most} arası`,
  random: (count) => `${count}, rastgele büyüklükte`,
  whoGets: 'Kim alacak',
  andMore: (names, more) => `${names} ve ${more} kişi daha`,
  firstCome:
    'Ulaştığında ilk basanlar birer pay alır, her hesap yalnızca bir tane. Kimsenin almadığı geri döner.',
  named: 'Her pay yalnızca kendi sahibini bekler. Kimsenin talep etmediği geri döner.',

  free: (sum, free, count) => `${sum}: ${count} paydan ${free} tanesi boşta`,
  allTaken: (sum, count) => `${sum}: ${count} payın hepsi alındı`,
  ended: (sum, taken, count) => `${sum}: ${count} paydan ${taken} tanesi alındı`,
  claimed: (sum, claimed, count) => `${sum}: ${count} kişiden ${claimed} kişi talep etti`,
  take: 'Bir pay al',
  claim: 'Talep et',
  taken: 'Alanlar',
  paid: 'Şimdiye dek talep edilen',
  comesBack: 'Kalanın geri döneceği gün',
  partly: (missing) => `${missing} pay ulaşmadı.`,
  takenBack: 'Gönderen kalanı geri aldı.',
  restGoesBack: (sum) => `Kimsenin talep etmediği ${sum} gönderene geri dönüyor.`,
  restIsBack: (sum) => `Kimsenin talep etmediği ${sum}, kupon olarak yeniden gönderenin.`,
  yourRestGoesBack: (sum) => `Kimsenin talep etmediği ${sum} sana geri dönüyor.`,
  yourRestIsBack: (sum) => `Kimsenin talep etmediği ${sum}, kupon olarak yeniden senin.`,

  takeBack: 'Kalanı geri al',
  takeBackTitle: 'Kalan geri alınsın mı?',
  takeBackOpen: (sum) =>
    `Henüz kimsenin almadığı ${sum} kupon olarak sana geri döner. Alınan paylar alanlarda kalır.`,
  takeBackNamed: (sum) => `Henüz kimsenin talep etmediği ${sum} kupon olarak sana geri döner.`,
  cannotUndo: 'Bu geri alınamaz.',
  yesTakeBack: 'Evet, geri al',
  onItsWayBack: 'Kalan sana geri dönüyor',
  onlySender: 'Bunu yalnızca gönderen geri alabilir.',
  leaveIt: 'Bunu ona bırak.',
  nothingLeft: 'Bundan geriye bir şey kalmadı.',
  seeSent: 'Gönderdiklerine /sent ile bak.',
  sentRow: (sum, taken, count) => `${sum}, ${count} pay, ${taken} tanesi alındı`,
  unmet: (names) =>
    `${names} ile henüz tanışmadım. Böyle bir ada gönderilen, adın sahibi olan hesap talep etmeye gelene kadar bekler.`,
  unclaimed: 'Henüz talep etmeyenler',
  unclaimedOf: (number) => `${number} için talep etmeyenler`,
  needSender: (count) =>
    `${count} kişinin parasını alabilmesi için gönderenin bir şey yapması gerekiyor.`,
  takeBackNumber: (number) => `Kalanı geri al: ${number}`,

  confirmTitle: (count) => `${count} kişiye gönderilsin mi?`,
  confirmRole: (sum, role) =>
    `${sum}, şu anda ${role} rolünde olan herkes arasında paylaştırılır; sen ve botlar hariç.`,
  yesSend: (count) => `Evet, ${count} kişiye gönder`,
  notYours: 'Buna yalnızca isteyen kişi devam edebilir.',

  onlyInGroups: 'Burada pay alabilecek başka kimse yok.',
  writeInGroup: 'Bunu bir grupta yaz.',
  countMissing: 'Kaç pay olacağı yazmıyor.',
  badCount: (text) => `Sayı “${text}” olamaz.`,
  giveCount: (least) => `${least} ile 50 arasında bir sayı ver.`,
  tooLittle: (sum, count) => `${sum}, ${count} pay için çok az.`,
  partTooLittle: (token, count) => `${token} bakiyenin bu kadarı, ${count} pay için çok az.`,
  atLeast: (least) => `En az ${least} gönder ya da pay sayısını azalt.`,
  nobodyActive: (hours) =>
    `Görebildiğim kadarıyla son ${hours} saatte burada başka iki kişi bile yazmadı.`,
  fewerActive: (found, wanted, hours) =>
    `Görebildiğim kadarıyla son ${hours} saatte burada yalnızca ${found} kişi daha yazdı: ${wanted} kişi yerine onlar paylaşır.`,
  tipInstead: '/airdrop ile paylaştır ya da /tip ile birini belirt.',
  roleTooFew: (role) => `${role} rolünde başka iki kişi bile yok.`,
  roleTooMany: (role, most) => `${role} rolünde ${most} kişiden fazlası var.`,
  peopleTooMany: (count, most) => `Bunlar ${count} kişi; bir bahşiş en çok ${most} kişiye verilir.`,
  tipTwice: 'Daha az kişi söyle ya da iki kez bahşiş ver.',
  halfEach: (count) => `${count} kişinin her birine yarısı, sende olandan fazla eder.`,
  allEach: (count) => `${count} kişinin her birine tamamı, sende olandan fazla eder.`,
  sharePart: '“each” sözcüğünü çıkar, aralarında paylaşsınlar; ya da bir miktar yaz.',
  roleEverybody: 'Bu rol herkeste var.',
  roleUnseen: (role) => `${role} rolünde kimlerin olduğunu görme iznim yok.`,
  askOperator:
    'Beni bu sunucuya ekle ve işletmecimden uygulamamın “Server Members Intent” ayarını açmasını iste.',
}

export const sent: SentWords = {
  summary: 'Gönderdiklerini listeler; geri alır ya da bağlantısını yeniden gönderir.',
  title: 'Gönderdiklerin',
  row: (sum, who, state) => `${sum}, alıcı ${who}: ${state}`,
  nothing: 'Henüz ulaşan bir gönderin yok',
  whatIsListed: '/tip ya da /send ile gönderdiklerin, hub’a ulaşınca burada listelenir.',

  waitsUntil: (day) => `${day} tarihine kadar bekler, sonra sana geri döner`,
  paidByAnother:
    'talep edilmeyi bekliyor; başka bir cüzdandan ödendi ve oraya yalnızca bu botu işletenler geri gönderebilir',
  waitsForKey: 'anahtarını elinde tutanı bekliyor',
  expired: 'zamanında talep edilmedi; sana geri dönüyor',
  redeeming: 'ödeniyor',
  paid: 'talep edildi',
  onItsWayBack: 'sana geri dönüyor',
  cancelled: 'geri aldın; kupon olarak senin: /withdraw',
  returned: 'zamanında talep edilmedi; kupon olarak yeniden senin: /withdraw',

  confirm: (number) => `${number} için alıcıyı onayla`,
  cancel: (number) => `İptal et: ${number}`,
  linkFor: (number) => `${number} için talep bağlantısı`,
  newLinkFor: (number) => `${number} için yeni bağlantı`,

  newLink: 'Yeni bağlantı yolda',
  newLinkUnsent: 'Yeni bağlantı hazır',
  whereItGoes: 'Yalnızca alıcının okuduğu yere gider. Eski bağlantı artık açılmaz.',

  notHeld: 'Bunun için bekletilen bir gönderin kalmadı.',
  look: '/sent ile bak.',
}

export const cancel: CancelWords = {
  summary: 'Henüz kimsenin talep etmediğini geri alır.',
  number: '/sent listesindeki numarası',
  useNumber: '/cancel komutunu listendeki bir numarayla yaz: /sent',
  noNumber: (number) => `Listende ${number} numara yok.`,
  seeList: 'Listeyi /sent ile gör.',
  notListed: 'Bu artık listende değil.',

  title: 'Geri alınsın mı?',
  amount: 'Miktar',
  sentTo: 'Alıcı',
  comesBackAs: 'Geri geleceği biçim',
  cannotUndo: 'Sonrasında kimse talep edemez. Bu işlem geri alınamaz.',
  yes: 'Evet, geri al',
  no: 'Hayır, böyle kalsın',
  kept: 'Hiçbir şey değişmedi',
}

export const held: HeldWords = {
  title: (sum, who) => `${sum}: ${who} kim?`,
  changed: (who) =>
    `${who} bırakıldı ya da birden fazla hesaba ait oldu. Kimi kastettiğini yalnızca sen biliyorsun.`,
  stale: (who) =>
    `Bunu gönderdiğinde ${who} uzun süredir görülmemişti; artık başka birine ait olabilir. Kimi kastettiğini yalnızca sen biliyorsun.`,
  isHeld: 'Bekletiliyor: sen karar vermeden kimse talep edemez.',
  coolingTitle: (sum, who) => `${who} için ${sum} biraz daha bekliyor`,
  cooling: (who, time) =>
    `${who} hesabı bu kullanıcı adını kısa süre önce aldı. Bunu ${time} itibarıyla talep edebilir. Başka birini kastettiysen ondan önce geri al.`,
  account: (userId) => `Hesap ${userId}`,
  shows: (since) => `şu anda bu kullanıcı adını taşıyor, ilk görülme: ${since}`,
  showed: (from, to) => `bu kullanıcı adıyla görüldü: ${from} – ${to}`,
  askThem: 'Güvendiğin bir yoldan ona sor. Onaylarsan bunu yalnızca bu hesap talep edebilir.',
  yes: (userId) => `Bu, ${userId} numaralı hesap`,
  takeBack: 'Geri al',
  comesBack: (time) => `Bir şey yapmazsan ve talep edilmezse ${time} tarihinde sana geri döner.`,
  confirmed: 'Onaylandı',
  onlyThey: (userId) => `Artık yalnızca ${userId} numaralı hesap talep edebilir.`,
  over: 'Karar verilecek bir şey kalmadı',

  forRecipient: 'Gönderen karar verene kadar bekletiliyor',
  whyChanged: (who) =>
    `${who} bırakıldı ya da birden fazla hesaba ait oldu. Gönderene kimin kastedildiği soruldu; o zamana kadar kimse talep edemez.`,
  whyStale: (who) =>
    `${who} uzun süredir görülmemişti. Gönderene kimin kastedildiği soruldu; o zamana kadar kimse talep edemez.`,
  from: (time) =>
    `${time} itibarıyla talep edilebilir: hesabın kullanıcı adını kısa süre önce aldı. Gönderen seni /sent ile daha erken onaylayabilir.`,
  another: 'Gönderen başka bir hesabı kastetti',
  row: 'Gönderen kimi kastettiğini söyleyene kadar bekletiliyor.',
  rowFrozen: 'Bu botu işletenler tarafından duraklatıldı; hiçbir şey kaybolmaz.',
  rowFrom: (time) =>
    `Kullanıcı adı kısa süre önce değiştiği için ${time} itibarıyla talep edilebilir.`,

  onCard: (sum, who) => `${who} için ${sum} bekletiliyor`,
  onCardWhy: (who) =>
    `${who} adının kime ait olduğu kesin değil; kimin alacağına gönderen karar verir ya da geri alır.`,
  onCardFrom: (who, time) =>
    `${who} kısa süre önce değişti, bu yüzden ${time} itibarıyla talep edilebilir. O zamana kadar gönderen geri alabilir.`,
}
