import type { WalletWords, WordsFirstWords } from '../en/wallets.ts'

export const wallet: WalletWords = {
  summary: 'Hesabına bir cüzdan bağlar, önce geleni seçer ya da bağlantıyı kaldırır.',
  what: 'link, default 2 ya da unlink 2; liste için boş bırak',
  title: 'Cüzdanların',
  none: 'Hesabına henüz bir cüzdan bağlı değil.',
  linkHow: 'Bir cüzdan bağla: onunla kısa bir metni imzalarsın, hiçbir şey hareket etmez.',
  isFirst: 'önce gelir',
  row: (address, chains) => `${address}: ${chains}`,
  ownOfPlayground: 'Deneme alanının',
  link: 'Cüzdan bağla',
  makeDefault: (number) => `${number} önce gelsin`,
  unlinkOne: (number) => `${number} bağlantısını kaldır`,

  linkTitle: 'Cüzdan bağla',
  openPage: 'Sayfayı aç',
  linkForYou:
    'Bu bağlantı yalnızca senin için; bir kez çalışır ve 10 dakikada sona erer. Kimseyle paylaşma: açan kişi kendi cüzdanını senin hesabına bağlayabilir.',
  linkExpired: 'Bu bağlantının süresi doldu. Yenisini iste: /wallet link',
  linkGone: 'Yerini daha yeni bir bağlantı aldı.',

  linkedTitle: 'Hesabına bir cüzdan bağlandı',
  linkedWhat: (address, chains) =>
    `${address} artık senin adına şu zincirlerde ödeyebilir ve ödeme alabilir: ${chains}. Her ödemeyi yine kendisi imzalar.`,
  notYou: 'Bunu sen yapmadıysan bağlantıyı hemen kaldır.',
  ofPasskey:
    'Onu bir geçiş anahtarı saklıyor: ona çok ödeme gelmeden kurtarma sözcüklerini kâğıda yaz.',
  recoveryWords: 'Kurtarma sözcükleri',

  askTitle: (address) => `${address} bağlantısı kaldırılsın mı?`,
  askWhat:
    'Sana ait olduğunu unuturum ve artık ne ondan ödeme yaparım ne de ona. İçindekiler olduğu gibi kalır.',
  yes: 'Evet, kaldır',
  unlinked: 'Cüzdanın bağlantısı kaldırıldı',
  noNumber: (number) => `${number} numaralı bağlı bir cüzdan yok.`,
  notLinked: 'Bu cüzdan artık hesabına bağlı değil.',
  seeList: '/wallet ile listele.',
}

export const wordsFirst: WordsFirstWords = {
  title: 'Önce kurtarma sözcüklerini onayla',
  why: (usd) =>
    `Bununla birlikte geçiş anahtarının hesabında $${usd} tutarından fazlası olur. Kurtarma sözcükleri olmadan, anahtarın bulunduğu son cihazla birlikte hepsi kaybolur.`,
  waits:
    'Seni eskisi gibi bekliyor. Sayfa sözcükleri gösterir ve üçünü sorar; sonra yeniden talep et.',
  confirm: 'Sözcükleri onayla',
}
