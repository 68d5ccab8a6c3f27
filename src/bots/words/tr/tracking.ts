import type { TrackWords, ExportWords, HistoryWords } from '../en/tracking.ts'

export const track: TrackWords = {
  summary: 'Bir işlemi geçtiği bütün zincirlerde izler.',
  chain: 'İşlemin bulunduğu zincir',
  hash: 'İşlemin hash değeri',
  button: 'İzle',
  pending: 'Yolda',
  unseen: 'Henüz görülmedi',
  completed: 'Tamamlandı',
  failed: 'Başarısız',
  refunded: 'İade edildi',
  released_as_vouchers: 'Kupon olarak ulaştı',
  not_found: 'İzlenecek bir şey yok',
  timed_out: 'Süresi doldu',
  needs_attention: 'İlgilenilmesi gerekiyor',
  transaction: 'İşlem',
  on: (hash, chain) => `${chain} üzerinde ${hash}`,
  refused: (chain, reason) =>
    `${chain} işlemi reddetti: ${reason}. Ağ ücreti dışında hiçbir şey hareket etmedi.`,
  unknown: (why) => `${why}. Hash’i ve zinciri kontrol edip yeniden sor.`,
  isBack: (reason, chain) =>
    `Hub reddetti: ${reason}. Gönderilen, ${chain} üzerinde yeniden gönderende.`,
  asVouchers: (reason) =>
    `Son zincir ödeyemedi: ${reason}. Değer kupon olarak gönderende, bir talep ödenecekse alıcısında duruyor. Kuponları yalnızca sahibinin cüzdanı token’a çevirebilir: sohbette /withdraw.`,
  comesBack: (reason, chain) =>
    `Hub reddetti: ${reason}. Gönderilen, iade kesinleşene kadar ${chain} üzerinde tutuluyor.`,
  inNoBlock: (chain) => `İşlem ${chain} üzerinde henüz hiçbir blokta değil.`,
  hashMissing: 'İşlemin hash değeri eksik.',
  noHash: (word) => `“${word}” bir işlem hash’i değil.`,
  copyAgain: 'Hash’in tamamını yeniden kopyala.',
  tooMuch: (words) => `“${words}” fazla: bir zincir ve bir hash yeter.`,
  ofSeveral: (chains) => `Bu hash ${chains} üzerinde olabilir.`,
  nameChain: (usage) => `Zinciri belirt: ${usage}`,
}

export const history: HistoryWords = {
  summary: 'Gönderdiklerini ve aldıklarını listeler, en yenisi başta.',
  title: 'İşlemlerin',
  titleOfPage: (page) => `İşlemlerin, sayfa ${page}`,
  none: 'Burada henüz bir şey yok.',
  noneOlder: 'Daha eskisi yok.',
  newer: 'Daha yeni',
  older: 'Daha eski',
  notPage: (word) => `“${word}” bir sayfa değil.`,
  tipped: (sum, who) => `${who} için ${sum}`,
  swapped: (sum, token) => `${sum} karşılığında ${token}`,
  withTime: (what, time) => `${what}, ${time}`,
  received: (sum, who) => `${who} gönderdi: ${sum}`,
  paidOutOn: (chain) => `${chain} üzerinde ödendi`,
  keptOnHub: 'Kupon olarak senin',
  takenBack: 'Geri aldın',
  cameBack: 'Kimse talep etmedi; geri geldi',
  part: 'Ne gösterilsin: sent, received, sayfa',
  only: { all: 'Hepsi', sent: 'Yalnızca gönderdiklerim', received: 'Yalnızca aldıklarım' },
}

export const exported: ExportWords = {
  summary: 'Gönderdiğin ve aldığın her şeyi tablo olarak indirir.',
  title: 'Hesap özetin',
  holds:
    'Burada imzaladıklarının ve sana ödenenlerin tablosu (CSV); biliniyorsa o zamanki dolar değeriyle.',
  download: 'İndir',
  keepToYourself: (minutes) =>
    `Bağlantı ${minutes} dakika geçerlidir. Elinde olan hesap özetini okuyabilir: kimseyle paylaşma.`,
}
