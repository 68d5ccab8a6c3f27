import type { ClaimableWords } from '../en/claimable.ts'

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
  claimOn: (chain) => `${chain} üzerinde talep et`,
  claimSumOn: (sum, chain) => `${chain} üzerinde ${sum} talep et`,
  openPage: 'Talep sayfasını aç',
  newLink: 'Yeni bağlantı oluştur',
}
