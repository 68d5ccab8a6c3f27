import type { TrackWords } from '../en/track.ts'

export const track: TrackWords = {
  summary: 'Bir işlemi geçtiği bütün zincirlerde izler.',
  chain: 'İşlemin bulunduğu zincir',
  hash: 'İşlemin hash değeri',
  button: 'İzle',
  pending: 'Yolda',
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
  asVouchers: (reason) => `Son zincir ödeyemedi: ${reason}. Değer, alıcıda kupon olarak duruyor.`,
  comesBack: (reason, chain) =>
    `Hub reddetti: ${reason}. Gönderilen, iade kesinleşene kadar ${chain} üzerinde tutuluyor.`,
  inNoBlock: (chain) => `İşlem ${chain} üzerinde henüz hiçbir blokta değil.`,
  hashMissing: 'İşlemin hash değeri eksik.',
  tooMuch: (words) => `"${words}" bir zincir ve bir hash’ten fazlası.`,
  ofSeveral: (chains) => `Bu hash ${chains} üzerinde olabilir.`,
  nameChain: (usage) => `Zinciri belirt: ${usage}`,
}
