import type { KnownReason } from '../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../core/tracking/notice.ts'
import type { TroubleWords } from '../en/trouble.ts'
import { sayReasonWith } from '../say-reason.ts'

const own: Record<KnownReason, string> = {
  no_operation: 'Protokolü çağırıyor ama orada hiçbir işlem başlatmıyor',
  foreign: 'Bir blokta duruyor ama protokolle ilgisi yok',
  dropped:
    'Bir saattir hiçbir blokta yok: düşürüldü ya da yerine başkası geçti. Yeniden denemeden önce gönderen cüzdana bak: orada hâlâ bekleyen işlem sonradan bir bloğa girebilir, önce onu iptal et',
  late: 'zamanında ulaşmadı',
  unexplained: 'neden belirtilmedi',
  price_moved: 'fiyat izin verilenden fazla değişti',
  too_little: 'bakiye buna yetmiyor',
  not_approved: 'token bu miktar için onaylanmamıştı',
  chain_locked:
    'hub o zinciri kilitledi: şu anda oradan bir şey alınmıyor, orada ödeme de yapılmıyor',
  too_many: 'bu cüzdanın çok fazla isteği hâlâ yanıt bekliyor',
  out_of_gas: 'gas yetmedi',
  text_ran: 'imzalanan, orada başka bir işlemle zaten yürütüldü',
  text_expired: 'hub bunu yürütmeden süresi doldu',
}

const because = sayReasonWith(own, 'yalnızca teknik bir neden belirtildi')

const payoutOf = (token: string) => (token === '' ? 'Ödeme' : `${token} ödemesi`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `${chain} bekleniyor: düğümü yanıt vermiyor ve ${since} tarihinden beri oradan yeni bir şey gelmiyor. Düğüm yanıt verince bu da ilerler`
      : `${chain} bekleniyor: ${since} tarihinden beri oradan yeni bir şey gelmiyor. Zincir ilerleyince bu da ilerler`,
  behind: ({ blocks }, chain) =>
    `${chain} bekleniyor: oradan okunacak en az ${blocks} blok var. Bu kendiliğinden ilerler`,
  replaced: () =>
    'İçinde bulunduğu bloğun yerine, onu içermeyen başka bir blok geçti. Yeniden bir bloğa girmeyi bekliyor',
  not_included: (_, chain) =>
    `${chain} işlemi henüz bir bloğa almadı. Alana kadar hiçbir şey yer değiştirmiş sayılmaz: para eskisi gibi ${chain} üzerinde bekliyor. İşlem tekrar tekrar gönderiliyor, yani kendiliğinden ilerler`,
  unknown_to_hub: (_, chain) =>
    `İşlem ${chain} üzerinde protokolü çağırdı ama bir saat sonra bile hub’ın bundan haberi yok. Gönderilen, alındıysa, ${chain} üzerinde protokolde duruyor. Protokolü işletene hash ile birlikte sor`,
  hub_too_late: (_, chain) =>
    `Hub bunu zamanında almadı. Gönderilen ${chain} üzerinde protokolde duruyor ve süre aşımı orada kaydedilince gönderene döner`,
  hub_silent: (_, chain) =>
    `Hub bunu bir saat içinde almadı. Gönderilen ${chain} üzerinde protokolde duruyor`,
  refund_missing: ({ reason }, chain) =>
    `Hub reddetti (${because(reason)}) ama iade bir saat sonra hâlâ ${chain} üzerinde değil. Gönderilen orada protokolde duruyor`,
  refund_unseen: ({ reason }, chain) =>
    `Hub reddetti (${because(reason)}); gönderilen, gönderene geri dönüyor. ${chain} bunun ne zaman olduğunu göstermiyor: oradaki bakiyeye bak`,
  answer_missing: (_, chain) =>
    `Hub üzerine düşeni yaptı ama ${chain} bir saat sonra bile bundan haberdar değil. Kaybolan bir şey yok: satın alınan ya da gönderilen alıcısında; yalnızca ${chain} zincirinin kendi vereceği kısım eksik`,
  payout_too_late: ({ token }, chain) =>
    `${chain} ödeme talimatını zamanında almadı. ${payoutOf(token)} hâlâ ${chain} üzerinde protokolde duruyor; hub süre aşımını kaydedince kupona dönüşür`,
  payout_silent: ({ token }, chain) =>
    `${chain} bir saat içinde ödemedi. ${payoutOf(token)} hâlâ ${chain} üzerinde protokolde duruyor`,
  refusal_missing: ({ token }, chain) =>
    `${chain} ödeyemedi ve hub bunu bir saat sonra hâlâ kaydetmedi. ${payoutOf(token)} hâlâ ${chain} üzerinde protokolde duruyor; kaydedilince kupona dönüşür`,
  unsettled: () => 'Hub bunu bir saat içinde sonuçlandırmadı',
  text_ran: (_, chain) =>
    `İmzalanan, buradan gönderilmemiş bir işlemle ${chain} üzerinde zaten yürütüldü: içinde yazan taşındı. Yeniden istemeden önce kuponlara bak`,
  text_expired: (_, chain) =>
    `İmzalananın süresi, buradan ${chain} üzerinde yürütülemeden doldu. Başka biri onu zamanında oraya götürmüş olabilir: yeniden istemeden önce kuponlara bak`,
})

export const trouble: TroubleWords = {
  own,
  because,
  quoted: (words) => `“${words}”`,
  chainsWords: 'Zincirin söylediği',
  sentence: (words) => `${words}.`,
  notice: (notice, nameOf, showAt) => `${say(notice, nameOf, showAt)}.`,
}
