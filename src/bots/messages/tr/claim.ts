import type { ClaimWords } from '../en/claim.ts'

export const claim: ClaimWords = {
  summary: 'Seni bekleyenleri listeler ya da bir zincirde sana öder.',
  listSummary: 'Seni bekleyenleri listeler.',
  which: 'Hangisi',
  chain: 'Hangi zincire',
  address: 'O zincirdeki adresin',

  title: 'Bunlar seni bekliyor',
  row: (sum, sender, chains) => `${sum}, gönderen ${sender}; ödenebileceği zincirler: ${chains}`,
  howTo: '/claim all to base ya da ardına adres ekleyerek /claim 1 to base yaz.',
  everythingOn: (chain) => `Hepsini ${chain} üzerinde talep et`,
  nothing: 'Seni bekleyen bir şey yok',
  whenTipped: 'Biri sana bahşiş gönderince buraya yazarım.',

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
}
