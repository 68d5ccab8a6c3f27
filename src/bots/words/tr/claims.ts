import type { ClaimWords, ClaimableWords, PayoutWords } from '../en/claims.ts'

export const claim: ClaimWords = {
  summary: 'Seni bekleyenleri listeler ya da bir zincirde sana öder.',
  listSummary: 'Seni bekleyenleri listeler.',
  which: 'Hangisi ya da bağlantısı',
  chain: 'Hangi zincire',
  address: 'O zincirdeki adresin',
  code: 'Posta kutuna gelen kod',
  pin: 'Gönderenin PIN’i',

  row: (sum, sender, chains) => `${sum}, gönderen ${sender}; ödenebileceği zincirler: ${chains}`,
  rowNowhere: (sum, sender) => `${sum}, gönderen ${sender}; şu anda hiçbir zincirde ödenemiyor`,
  howTo: '/claim all to base ya da ardına adres ekleyerek /claim 1 to base yaz.',
  everythingOn: (chain) => `Hepsini ${chain} üzerinde talep et`,
  keepAll: (sum) => `Hepsini tut (${sum})`,
  keepEverything: 'Hepsini tut',
  allOn: (sum, chain) => `Hepsini talep et (${sum}, ${chain})`,
  nothing: 'Seni bekleyen bir şey yok',
  whenTipped:
    'Biri sana bahşiş gönderince buraya yazarım. E-postayla bir talep bağlantısı geldiyse /claim ve ardına bağlantıyı yaz.',

  unknown: 'Böyle bir talep bilmiyorum.',
  seeWaiting: 'Seni bekleyenleri /claim ile gör.',
  notWaiting: 'Bu artık seni beklemiyor.',
  noneWaits: 'Bunlardan seni bekleyen bir şey kalmadı.',
  claimedAlready: (who) => `${who} bunu zaten talep etti.`,
  wentBack: 'Bu, gönderene geri döndü.',
  nothingToDo: 'Yapılacak bir şey kalmadı.',
  onlyFor: (who) => `Bu, ${who} için; yalnızca o hesap talep edebilir.`,
  leaveIt: 'Bunu ona bırak. Seni bekleyenler /claim komutunda.',
  nothingWaits: 'Seni bekleyen bir şey yok.',
  onceTipped: 'Biri sana bahşiş gönderince sana yazarım.',
  // A counted noun stays in the singular, whatever the number.
  noNumber: (number, count) => `${number} numara yok: seni bekleyen ${count} talep var.`,
  seeList: 'Listeyi /claim ile gör.',
  noWallet: (chain) => `${chain} üzerinde bağlı bir cüzdanın yok.`,
  addAddress: (command) => `Adresini sonuna ekle: ${command} <adres>`,

  alsoPin: (command) => `Gönderendeki PIN de gerekiyor. PIN ile şunu yaz: ${command}`,
  addPin: (command) => `Gönderenden 6 karakterlik PIN’i iste ve sonuna ekle: ${command} pin ABC123`,
  onePin: 'Bir PIN tek bir talebe aittir, birkaçına değil.',
  needlessPin: (number, others) =>
    others === ''
      ? `${number} numara için PIN gerekmiyor. Hiçbir şey ödenmedi.`
      : `${number} numara için PIN gerekmiyor, ama ${others} numara için gerekiyor. Hiçbir şey ödenmedi.`,

  sentTo: (sender, sum, who) => `${sender}, ${sum} gönderdi; alıcı: ${who}`,
  notThere: 'Henüz ulaşmadı; o zamana kadar ödenecek bir şey yok.',
  codeSent: (who) => `Bu seninse, ${who} adresine e-postayla bir kod yolda. 10 dakika geçerli.`,
  codeLater: (sec) =>
    `Az önce bir kod istendi: en yenisini kullan. ${sec} sn sonra aynı bağlantıyla bir tane daha isteyebilirsin.`,
  codeIsLate:
    'Bu adresin posta sunucusu son kodu henüz kabul etmedi. Kod geçerli olduğu sürece yeniden deniyoruz.',
  giveCode: 'Buraya /claim code ABCD2345 yaz; ABCD2345 yerine kendi kodunu koy.',
  noLink: 'Bu kodun hangi talebe ait olduğunu bilmiyorum.',
  sendLink: 'Önce /claim ve ardına talebin bağlantısını yaz, sonra 10 dakika içinde kodu.',
  proven: 'Bu posta kutusu senin. 30 dakika boyunca onu bekleyenler senin /claim listende.',
  proveOnPage: 'Bağlantıyı tarayıcıda aç: senin olduğunu orada kanıtlayabilirsin.',

  secretSeen: 'Bunu başka kimse görmemeliydi',
  secretDeleted:
    'Mesajında bir talep bağlantısı, kod ya da PIN vardı. Onu sildim, başka bir şey yapmadım.',
  deleteSecret:
    'Mesajında bir talep bağlantısı, kod ya da PIN var. Lütfen sil, çünkü ben silemiyorum. Başka bir şey yapmadım.',
  sayPrivately: 'Bana buraya, özel sohbetimize yaz.',
}

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} sana ${sum} gönderdi`,
  noneWaits: 'Hepsi ödendi ya da yolda',
  from: 'Gönderen',
  payableOn: 'Ödenebileceği zincirler',
  waitsUntil: 'Son tarih',
  ownKey: 'Kendi anahtarına bağlı: yalnızca o anahtarı elinde tutan talep edebilir.',
  choose: 'Nerede almak istediğini seç.',
  write: (chains) =>
    `Ardına adresini ekleyerek /claim all to ${chains} yaz ya da talep sayfasını aç.`,
  keep: 'Hesabında tut',
  keepSum: (sum) => `${sum} hesabında tut`,
  claimOn: (chain) => `${chain} üzerinde talep et`,
  claimSumOn: (sum, chain) => `${chain} üzerinde ${sum} talep et`,
  openPage: 'Talep sayfasını aç',
  givenAt: 'Grupta gör',
  newLink: 'Yeni bağlantı oluştur',
}

export const payout: PayoutWords = {
  paid: (sum, chain) => `Ödendi: ${onChain(chain)}${sum}, cüzdanında`,
  paying: (sum, chain) => `${onChain(chain)}${sum} ödeniyor`,
  kept: (sum) => `Hesabında: ${sum}`,
  whatKeeping: 'Dilediğin zaman gas ödemeden bahşiş ver, takas et ya da herhangi bir zincire çek.',
  arrivedAsVouchers: (sum) => `${sum} kupon olarak ulaştı`,
  goesBack: (sum) => `${sum} gönderene geri dönüyor`,
  wentBack: (sum) => `${sum} gönderene geri döndü`,
  waits: (sum) => `${sum} seni bekliyor`,
  notPaid: (sum) => `${sum} ödenemedi`,
  someOf: (paid, all) => `${all} talepten ödenen: ${paid}`,
  payableOn: (chains) => `Ödenebileceği zincirler: ${chains}. /claim`,
  stillWaits: (reason) => `Hub reddetti: ${reason}. Talebin hâlâ seni bekliyor: /claim`,
  yours: (address, chain) =>
    `${chain} üzerindeki ${address} adresinin kuponları. Onları yalnızca o adresin cüzdanı token’a çevirebilir.`,
  couldNot: (chain, reason) => `${chain} ödeyemedi: ${reason}.`,
  sayThanks: 'Teşekkür et',
  saidThanks: 'Teşekkür ettin.',
  thanks: (who, sum) => `${who} ${sum} için teşekkür ediyor`,
}

const onChain = (chain: string) => (chain === '' ? '' : `${chain} üzerinde `)
