import type { KnownReason } from '../../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../../core/tracking/notice.ts'
import type { TrackWords, TroubleWords, ExportWords, HistoryWords } from '../en/tracking.ts'
import { sayReasonWith } from '../say-reason.ts'
import { steps } from './payments.ts'

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
    `Son zincir ödeyemedi: ${reason}. Değer gönderende, talep ise alıcısında kupon olarak duruyor. Kuponları yalnızca sahibinin cüzdanı tokene çevirebilir: sohbette /withdraw ya da POST /api/v1/execute/vcoin/withdraw.`,
  comesBack: (reason, chain) =>
    `Hub reddetti: ${reason}. Gönderilen, iade kesinleşene kadar ${chain} üzerinde tutuluyor.`,
  inNoBlock: (chain) => `İşlem ${chain} üzerinde henüz hiçbir blokta değil.`,
  hashMissing: 'İşlemin hash değeri eksik.',
  tooMuch: (words) => `"${words}" bir zincir ve bir hash’ten fazlası.`,
  ofSeveral: (chains) => `Bu hash ${chains} üzerinde olabilir.`,
  nameChain: (usage) => `Zinciri belirt: ${usage}`,
}

const own: Record<KnownReason, string> = {
  no_operation: 'Protokolü çağırıyor ama orada hiçbir işlem başlatmıyor',
  foreign: 'Bir blokta duruyor ama protokolle ilgisi yok',
  dropped: 'Bir saattir hiçbir blokta yok: düşürüldü ya da yerine başkası geçti',
  late: 'zamanında ulaşmadı',
  unexplained: steps.noReason,
  price_moved: 'fiyat izin verilenden fazla değişti',
  too_little: 'bakiye buna yetmiyor',
  not_approved: 'token bu miktar için onaylanmamıştı',
  chain_locked:
    'hub o zinciri kilitledi: şu anda oradan bir şey alınmıyor, orada ödeme de yapılmıyor',
  too_many: 'bu cüzdanın çok fazla isteği hâlâ yanıt bekliyor',
  out_of_gas: 'gas yetmedi',
}

const because = sayReasonWith(own, (words) => `“${words}”`)

const payoutOf = (token: string) => (token === '' ? 'Ödeme' : `${token} ödemesi`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `${chain} bekleniyor: düğümü yanıt vermiyor ve ${since} UTC’den beri oradan yeni bir şey gelmedi. Düğüm yanıt verince bu da ilerler`
      : `${chain} bekleniyor: ${since} UTC’den beri oradan yeni bir şey gelmedi. Zincir ilerleyince bu da ilerler`,
  replaced: () =>
    'İçinde bulunduğu bloğun yerine, onu içermeyen başka bir blok geçti. Yeniden bir bloğa girmeyi bekliyor',
  unknown_to_hub: (_, chain) =>
    `İşlem ${chain} üzerinde protokolü çağırdı ama bir saat sonra bile hub’ın bundan haberi yok. Gönderilen, alındıysa, ${chain} üzerinde protokolde duruyor. Protokolü işletene hash ile birlikte sor`,
  hub_too_late: (_, chain) =>
    `Hub bunu zamanında almadı. Gönderilen ${chain} üzerinde protokolde duruyor ve süre aşımı orada kaydedilince gönderene döner`,
  hub_silent: (_, chain) =>
    `Hub bunu bir saat içinde almadı. Gönderilen ${chain} üzerinde protokolde duruyor`,
  refund_missing: ({ reason }, chain) =>
    `Hub reddetti (${because(reason)}) ama iade bir saat sonra hâlâ ${chain} üzerinde değil. Gönderilen orada protokolde duruyor`,
  refund_unseen: ({ reason }, chain) =>
    `Hub reddetti (${because(reason)}); gönderilen, gönderenine geri dönüyor. ${chain} bunun ne zaman olduğunu göstermiyor: oradaki bakiyeye bak`,
  answer_missing: (_, chain) =>
    `Hub üzerine düşeni yaptı ama ${chain} bir saat sonra bile bundan haberdar değil. Kaybolan bir şey yok: satın alınan ya da gönderilen alıcısında; yalnızca ${chain} zincirinin kendi vereceği kısım eksik`,
  payout_too_late: ({ token }, chain) =>
    `${chain} ödeme talimatını zamanında almadı. ${payoutOf(token)} hâlâ ${chain} üzerinde protokolde duruyor; hub süre aşımını kaydedince alıcıya kupon olarak geçer`,
  payout_silent: ({ token }, chain) =>
    `${chain} bir saat içinde ödemedi. ${payoutOf(token)} hâlâ ${chain} üzerinde protokolde duruyor`,
  refusal_missing: ({ token }, chain) =>
    `${chain} ödeyemedi ve hub bunu bir saat sonra hâlâ kaydetmedi. ${payoutOf(token)} hâlâ ${chain} üzerinde protokolde duruyor; kaydedilince alıcının kuponu olur`,
  unsettled: () => 'Hub bunu bir saat içinde sonuçlandırmadı',
})

export const trouble: TroubleWords = {
  own,
  because,
  sentence: (words) => `${words}.`,
  notice: (notice, nameOf) => `${say(notice, nameOf)}.`,
}

export const history: HistoryWords = {
  summary: 'Gönderdiklerini ve aldıklarını listeler, en yenisi başta.',
  title: 'İşlemlerin',
  titleOfPage: (page) => `İşlemlerin, sayfa ${page}`,
  none: 'Burada henüz bir şey yok.',
  noneOlder: 'Daha eskisi yok.',
  newer: 'Daha yeni',
  older: 'Daha eski',
  notPage: (word) => `"${word}" bir sayfa değil.`,
  tipped: (sum, who) => `${who} için ${sum}`,
  swapped: (sum, token) => `${sum} karşılığında ${token}`,
  received: (sum, who) => `${who} gönderdi: ${sum}`,
  paidOutOn: (chain) => `${chain} üzerinde ödendi`,
  keptOnHub: 'Kupon olarak senin',
  takenBack: 'Geri aldın',
  cameBack: 'Kimse almadı; geri geldi',
  part: 'Ne gösterilsin: sent, received, sayfa',
  only: { all: 'Hepsi', sent: 'Yalnızca gönderdiklerim', received: 'Yalnızca aldıklarım' },
}

export const exported: ExportWords = {
  summary: 'Gönderdiğin ve aldığın her şeyi tablo olarak indir.',
  title: 'Hesap özetin',
  holds:
    'Burada imzaladıklarının ve sana ödenenlerin tablosu (CSV); biliniyorsa o zamanki dolar değeriyle.',
  download: 'İndir',
  keepToYourself: (minutes) =>
    `Bağlantı ${minutes} dakika geçerlidir. Elinde olan hesap özetini okuyabilir: kimseyle paylaşma.`,
}
