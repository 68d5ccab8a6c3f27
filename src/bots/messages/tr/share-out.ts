import type { ShareOutWords } from '../en/share-out.ts'

export const shareOut: ShareOutWords = {
  airdropSummary: 'Bir tutarı, düğmeye ilk basanlar arasında paylaştırır.',
  rainSummary: 'Bir tutarı, son zamanlarda burada etkin olanlar arasında paylaştırır.',
  howMany: 'Kaç pay, 2 ile 50 arası',
  howManyPeople: 'Kaç kişiye, 2 ile 50 arası',
  sizes: 'equal (eşit) ya da random (rastgele) paylar',

  people: (count) => `${count} kişi`,
  airdropTitle: (sum) => `${sum} airdrop`,
  rainTitle: (sum) => `${sum} yağmuru`,
  roleTitle: (sum, role) => `${role} rolündeki herkes için ${sum} bahşiş`,
  shares: 'Paylar',
  equal: (count, each) => `${count} pay, her biri ${each}`,
  range: (count, least, most) => `${count} pay, ${least} ile ${most} arası`,
  random: (count) => `${count} pay, rastgele büyüklükte`,
  whoGets: 'Kim alacak',
  andMore: (names, more) => `${names} ve ${more} kişi daha`,
  firstCome:
    'Ulaştığında ilk basan bir pay alır, her hesaba bir tane. Kimsenin almadığı geri döner.',
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
  takeBackNumber: (number) => `Kalanı geri al: ${number}`,

  confirmTitle: (count) => `${count} kişiye gönderilsin mi?`,
  confirmRole: (sum, role) =>
    `${sum}, şu anda ${role} rolünde olan herkes arasında paylaştırılır; sen ve botlar hariç.`,
  yesSend: (count) => `Evet, ${count} kişiye gönder`,
  notYours: 'Buna yalnızca isteyen kişi devam edebilir.',

  onlyInGroups: 'Burada pay alabilecek başka kimse yok.',
  writeInGroup: 'Bunu bir grupta yaz.',
  countMissing: 'Kaç pay olacağı eksik.',
  badCount: (text) => `"${text}" bir pay sayısı değil.`,
  giveCount: '2 ile 50 arasında bir sayı ver.',
  tooLittle: (sum, count) => `${sum}, ${count} pay için çok az.`,
  atLeast: (least) => `En az ${least} gönder ya da pay sayısını azalt.`,
  nobodyActive: (hours) =>
    `Görebildiğim kadarıyla son ${hours} saatte burada başka iki kişi bile yazmadı.`,
  tipInstead: '/airdrop ile paylaştır ya da /tip ile birini belirt.',
  roleTooFew: (role) => `${role} rolünde başka iki kişi bile yok.`,
  roleTooMany: (role, most) => `${role} rolünde ${most} kişiden fazlası var.`,
  roleEverybody: 'Bu rol herkeste var.',
  roleUnseen: (role) => `${role} rolünde kimlerin olduğunu görme iznim yok.`,
  askOperator:
    'Beni bu sunucuya ekle ve işletmecimden uygulamamın "Server Members Intent" ayarını açmasını iste.',
}
