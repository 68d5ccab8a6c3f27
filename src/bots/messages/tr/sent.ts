import type { SentWords } from '../en/sent.ts'

export const sent: SentWords = {
  summary: 'Gönderdiklerini listeler; geri alır ya da bağlantısını yeniden gönderir.',
  title: 'Gönderdiklerin',
  row: (sum, who, state) => `${sum}, alıcı ${who}: ${state}`,
  nothing: 'Henüz ulaşan bir gönderin yok',
  whatIsListed: '/tip ya da /send ile gönderdiklerin, hub’a ulaşınca burada listelenir.',

  waitsUntil: (day) => `${day} tarihine kadar bekler, sonra sana geri döner`,
  waits: 'talep edilmeyi bekliyor',
  waitsForKey: 'anahtarını elinde tutanı bekliyor',
  expired: 'zamanında talep edilmedi; sana geri dönüyor',
  redeeming: 'ödeniyor',
  paid: 'talep edildi',
  onItsWayBack: 'sana geri dönüyor',
  cancelled: 'geri aldın; kupon olarak senin',
  returned: 'zamanında talep edilmedi; kupon olarak yeniden senin',

  confirm: (number) => `${number} için alıcıyı onayla`,
  cancel: (number) => `İptal et: ${number}`,
  newLinkFor: (number) => `${number} için yeni bağlantı`,

  newLink: 'Yeni bağlantı yolda',
  newLinkUnsent: 'Yeni bağlantı hazır',
  whereItGoes: 'Yalnızca alıcının okuduğu yere gider. Eski bağlantı artık açılmaz.',

  notHeld: 'Bunun için bekletilen bir gönderin kalmadı.',
  look: '/sent ile bak.',
}
