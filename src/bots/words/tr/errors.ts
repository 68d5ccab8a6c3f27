import { showSpan } from '../../../core/terms/show-text.ts'
import { sayReason } from '../../../words/say-reason.ts'
import type { ErrorsWords } from '../en/errors.ts'
import { sayWith } from '../say-error.ts'
import { showTime } from '../show-time.ts'
import { left } from './payments.ts'
import { trouble } from '../../../words/tr/trouble.ts'

const language = 'tr'
const listed = (all: readonly string[]) => all.join(', ')
const place = (name: string) => (name === 'e-mail' ? 'e-posta' : name)

export const errors: ErrorsWords = {
  title: 'Bu yapılamadı',
  say: sayWith({
    not_decimal: ({ text }) => ({
      message: `“${text}” düz bir ondalık sayı değil.`,
      fix: 'Rakamlarla yaz, örneğin 5 ya da 0,25.',
    }),
    zero_amount: ({ text }) => ({
      message: `“${text}” miktarı sıfır.`,
      fix: 'Sıfırdan büyük bir miktar yaz.',
    }),
    too_many_decimals: ({ text, given, token, allowed }) => ({
      message: `“${text}” miktarında ${given} ondalık basamak var, ama ${token} için sınır ${allowed}.`,
      fix: `En çok ${allowed} ondalık basamak kullan.`,
    }),
    evm_address: ({ address, chain }) => ({
      message: `“${address}”, ${chain} üzerinde bir adres değil.`,
      fix: '40 onaltılık basamaklı bir 0x adresi ver.',
    }),
    address_checksum: ({ address, chain }) => ({
      message: `“${address}”, ${chain} üzerinde bir adres değil: büyük harfleri sağlama değerine uymuyor.`,
      fix: 'Adresi yeniden kopyala.',
    }),
    nobodys_address: ({ address, chain }) => ({
      message: `${chain} üzerindeki “${address}” adresinin anahtarı kimsede yok: oraya gönderilen sonsuza dek kaybolur.`,
      fix: 'Anahtarları alıcıda olan bir cüzdanın adresini ver.',
    }),
    contract_address: ({ address, chain }) => ({
      message: `“${address}” bir cüzdan değil, bir sözleşme: ${chain} üzerinde oraya gönderilen sonsuza dek kaybolur.`,
      fix: 'Anahtarları alıcıda olan bir cüzdanın adresini ver.',
    }),
    bech32_address: ({ address, chain, prefix }) => ({
      message: `“${address}”, ${chain} üzerinde bir adres değil.`,
      fix: `${prefix}1 ile başlayan ve sağlaması doğru bir adres ver.`,
    }),
    invalid_handle: ({ handle, place: where }) =>
      where === 'e-mail'
        ? {
            message: `“${handle}” bir e-posta adresi değil.`,
            fix: 'Tamamını yaz, örneğin hello@example.com.',
          }
        : {
            message: `“${handle}” bir ${place(where)} hesabı olamaz.`,
            fix: 'Görünen adını değil, oradaki kullanıcı adını yaz.',
          },
    identity_off: ({ place: where, others }) => ({
      message: `Bu sunucu ${place(where)} üzerinden ödeyemiyor: orada kimin kim olduğunu denetleyemiyor.`,
      fix:
        others.length === 0
          ? 'Bunun yerine bir cüzdan adresine gönder.'
          : `Bir cüzdan adresine ya da şunlardan birine gönder: ${listed(others.map(place))}.`,
    }),
    unknown_chain: ({ chain, known }) => ({
      message: `Bu ağda “${chain}” diye bir zincir yok.`,
      fix: `Şunlardan birini kullan: ${listed(known)}.`,
    }),
    unknown_token: ({ token, known }) => ({
      message: `Bu ağda “${token}” diye bir token yok.`,
      fix: `Şunlardan birini kullan: ${listed(known)}.`,
    }),
    unknown_denomination: ({ token, chain, homes }) => ({
      message: `${token}, ${chain} üzerinde bu biçimde yok.`,
      fix: `Bu ağda ${token} şuralarda var: ${listed(homes)}.`,
    }),
    chain_unavailable: ({ chain }) => ({
      message: `${chain} zincirine şu anda ulaşılamıyor.`,
      fix: 'Biraz sonra yeniden dene; hiçbir şey değişmedi.',
    }),
    chain_locked: ({ chain }) => ({
      message: `Hub ${chain} zincirini kilitledi: şu anda oradan bir şey alınmıyor, orada ödeme de yapılmıyor.`,
      fix: 'Başka bir zincir seç ya da bu zincir yeniden açılana kadar bekle; hiçbir şey değişmedi.',
    }),
    below_payout_fee: ({ token, chain, isWhole }) => ({
      message: `Bu, hub’ın ${chain} üzerindeki her ${token} ödemesinden aldığından fazla değil.`,
      fix: isWhole
        ? 'Başka bir zincir seç ya da kupon olarak tut.'
        : 'Başka bir zincir seç, kupon olarak tut ya da bir kerede daha fazlasını çek.',
    }),
    store_unavailable: () => ({
      message: 'Şu anda buraya hiçbir şey kaydedilemiyor.',
      fix: 'Birazdan yeniden dene; önceden onaylananlar duruyor.',
    }),
    not_a_hash: ({ chain }) => ({
      message: `Bu, ${chain} zincirinden bir işlem hash’i değil.`,
      fix: 'Hash’in tamamını yeniden kopyala.',
    }),
    amount_too_large: () => ({
      message: 'Miktar çok büyük.',
      fix: 'Daha küçük bir miktar yaz.',
    }),
    vouchers_not_swapped: () => ({
      message: 'Bu ağda kuponlar doğrudan takas edilemez.',
      fix: 'Önce /withdraw ile token’a çevir, sonra onları takas et.',
    }),
    wallet_not_linked: () => ({
      message: 'Bu cüzdan artık hesabına bağlı değil.',
      fix: '/wallet ile bak.',
    }),
    unknown_sign_request: () => ({
      message: 'Böyle bir imza isteği yok.',
      fix: 'Aynı komutla yenisini iste.',
    }),
    unknown_invoice: () => ({
      message: 'Böyle bir fatura yok.',
      fix: 'Bağlantısını gönderenden iste.',
    }),
    invoice_closed: ({ state }) =>
      ({
        paid: { message: 'Bu fatura zaten ödendi.', fix: 'Başka bir şey ödeme.' },
        sent: { message: 'Bu fatura şu anda ödeniyor.', fix: 'Başka bir şey ödeme.' },
        withdrawn: { message: 'Bu fatura geri çekildi.', fix: 'Yenisini iste.' },
        expired: { message: 'Bu faturanın süresi doldu.', fix: 'Yenisini iste.' },
        unseen: {
          message: 'Bu fatura son anda ödenmiş olabilir.',
          fix: 'Birkaç dakika sonra yeniden bak ve daha önce ödeme yapma.',
        },
      })[state],
    sign_request_closed: () => ({
      message: 'Bu imza isteğinin süresi dolmuş ya da işi bitmiş.',
      fix: 'Aynı komutla yenisini iste.',
    }),
    sign_request_often: () => ({
      message: 'Bu imza isteği çok sık değiştirildi, artık değiştirilemez.',
      fix: 'Olduğu gibi imzala ya da ondan vazgeçip aynı komutla yenisini iste.',
    }),
    sign_request_needless: () => ({
      message: 'Bu imza isteğine artık gerek yok: yerine geçtiği istek sonunda imzalandı.',
      fix: 'Bunun için başka bir şey imzalama: kartı, imzalananı gösterir.',
    }),
    transaction_failed: ({ reason, own }) => ({
      message: `Zincir işlemi reddetti: ${sayReason(trouble, reason, own)}.`,
      fix: 'Hiçbir şey hareket etmedi. Miktarı ve bakiyeni kontrol edip yeniden dene.',
    }),
    same_token: ({ token }) => ({
      message: `${token} takasın iki yanında da var.`,
      fix: 'İki farklı token yaz.',
    }),
    no_route: ({ from, to }) => ({
      message: `Hiçbir havuz yolu bu miktarda ${from} karşılığında ${to} vermiyor.`,
      fix: 'Daha büyük bir miktar ya da başka bir token dene.',
    }),
    swap_refused: ({ reason }) => ({
      message: `Yönlendirici bu takası reddediyor: ${trouble.because(reason)}.`,
      fix: 'Yeni bir fiyat sor ve onunla dene.',
    }),
    claim_too_small: ({ amount, least }) => ({
      message: `${amount} tek bir talep için çok az.`,
      fix: `Her kişiye en az ${least} gönder ya da bir cüzdan adresine gönder.`,
    }),
    claim_too_large: ({ mostUsd }) => ({
      message: `Bir talep en çok ${mostUsd} USD değerinde olabilir.`,
      fix: 'Daha az gönder ya da bir cüzdan adresine gönder.',
    }),
    claim_without_price: ({ token }) => ({
      message: `${token} değerini kimse bilmiyor; bu yüzden ödemesi yapılamazdı.`,
      fix: 'Başka bir token gönder ya da bir cüzdan adresine gönder.',
    }),
    pay_out_held: ({ why, retryAfterSec }) =>
      why === 'over_limit'
        ? {
            message:
              'Son zamanlarda bu hizmetin bu kadar kısa sürede ödediğinden fazlası ödendi. Hiçbir şey kaybolmadı.',
            fix: `${showSpan(retryAfterSec, 'tr')} sonra yeniden dene.`,
          }
        : HELD[why],
    claims_paused: () => ({
      message: 'Şu anda bu büyüklükte yeni talep kabul edilmiyor: ödemeler için gas azaldı.',
      fix: 'Bir cüzdan adresine gönder ya da daha sonra yeniden dene. Bekleyenler ödenmeye devam ediyor.',
    }),
    vouchers_gone: ({ token }) => ({
      message: `Bu adreste artık ${token} kuponu yok.`,
      fix: 'Cüzdanının bakiyesine bak: kuponlar çoktan çekilmiş ya da harcanmış.',
    }),
    contract_elsewhere: ({ chain, elsewhere }) => ({
      message: `Bu cüzdan ${chain} üzerinde bir sözleşme; ${elsewhere} üzerinde adresi başkasının olabilir.`,
      fix: `Kuponları ${chain} üzerinde çek ya da /wallet link ile ${elsewhere} üzerindeki bir cüzdanını bağla ve /withdraw kullan.`,
    }),
    pools_outdated: ({ seconds }) => ({
      message: `Hub ${seconds} saniyedir yeni blok göstermedi.`,
      fix: 'Biraz sonra yeniden dene: hub ilerleyince fiyatlar kendiliğinden gelir.',
    }),
    unknown_quote: () => ({ message: 'Bu fiyatı tanımıyorum.', fix: '/quote ile yeniden sor.' }),
    foreign_quote: () => ({
      message: 'Bu fiyatı başkası sordu.',
      fix: '/quote ile kendininkini sor.',
    }),
    old_quote: () => ({
      message: 'Bu fiyat bir dakikadan eski.',
      fix: '“Yenile” düğmesine bas, fiyata bak ve onu imzala.',
    }),
    bad_quote: ({ loss }) => ({
      message: `Bu fiyatla kayıp %${loss.replace('.', ',')} olur, yani %10’dan fazla.`,
      fix: 'Daha küçük bir miktar takas et.',
    }),
    unknown_mail_link: () => ({
      message: 'Bu, e-postalarımızdan birinin bağlantısı değil ya da çok eski.',
      fix: 'En yeni e-postadaki bağlantıyı aç.',
    }),
    statement_link_over: ({ minutes }) => ({
      message: `Bu bağlantı artık hiçbir şey açmıyor: ${minutes} dakika geçerlidir.`,
      fix: 'Yenisi için /export yaz.',
    }),
    unknown_claim: () => ({
      message: 'Talep edilecek böyle bir şey yok.',
      fix: 'Bağlantıyı sana verildiği gibi yeniden aç.',
    }),
    no_share: ({ why }) =>
      ({
        taken: {
          message: 'Payların hepsi alındı.',
          fix: 'Bir dahaki sefere biraz daha hızlı ol.',
        },
        coming: {
          message: 'Paylar henüz ulaşmadı.',
          fix: 'Birkaç saniye sonra yeniden bas.',
        },
        over: {
          message: 'Pay alma süresi bitti; kimsenin almadığı gönderene geri döner.',
          fix: 'Bir sonrakini kolla.',
        },
        closed: {
          message: 'Gönderen kalanı geri aldı.',
          fix: 'Bir sonrakini kolla.',
        },
        named: {
          message: 'Bu payların hiçbiri senin değil.',
          fix: 'Seni bekleyenlere /claim ile bak.',
        },
        drawing: {
          message: 'Süre doldu, çekiliş yapılıyor.',
          fix: 'Çekilişi bekle. Ondan artan kendiliğinden geri döner.',
        },
        drawn: {
          message: 'Bu paylar çekilişte çıkanlara gider; hiçbiri senin değil.',
          fix: 'Bir sonraki çekilişi kolla.',
        },
        elsewhere: {
          message: 'Bu paylar, paylaşıldıkları sohbettekiler içindir.',
          fix: 'Düğmeye orada bas.',
        },
        own: {
          message: 'Bu payları sen gönderdin.',
          fix: 'Onları başkalarına bırak. Kimsenin almadığı sana geri döner.',
        },
      })[why],
    not_taken_back: ({ why }) =>
      ({
        share: {
          message: 'Bu pay, onu alan ya da çekilişte çıkan içindir; tek başına geri alınmaz.',
          fix: 'Henüz kimsenin olmayanların hepsini /sent ile geri al. Kimsenin talep etmediği kendiliğinden geri döner.',
        },
        bill: {
          message: 'Bu, birinin istediği bir ödemedir; ödeyen onu geri alamaz.',
          fix: 'Ödediğin kişiden geri göndermesini iste. Talep etmediği kendiliğinden geri döner.',
        },
      })[why],
    claim_busy: () => ({
      message: 'Bu tam şu anda talep ediliyor.',
      fix: 'Bitmesini bekle; olmazsa yeniden talep edilebilir.',
    }),
    claim_paid: () => ({
      message: 'Bu zaten ödendi.',
      fix: 'Burada talep edilecek bir şey kalmadı. Ötekiler /claim içinde.',
    }),
    claim_paid_out: () => ({
      message: 'Bu zaten ödendi.',
      fix: 'Alıcısı onu aldı; geri alınacak bir şey kalmadı.',
    }),
    claim_going_back: () => ({
      message: 'Bu şu anda gönderene geri dönüyor.',
      fix: 'Bitmesini bekle; olmazsa her şey eskisi gibi kalır.',
    }),
    claim_went_back: () => ({
      message: 'Bu, gönderene geri döndü.',
      fix: 'Gönderenden yeniden göndermesini iste.',
    }),
    claim_came_back: () => ({
      message: 'Bu sana geri döndü.',
      fix: 'Kupon olarak yeniden senin; yapılacak bir şey kalmadı.',
    }),
    nothing_arrived: () => ({
      message: 'Bundan hub’a henüz bir şey ulaşmadı, geri alınacak bir şey de yok.',
      fix: 'İmzalanmadıysa imzalamadan bırak. İmzalandıysa ulaşmasını bekle.',
    }),
    foreign_claim: ({ who }) => ({
      message: `Bu, ${who} için.`,
      fix: 'Yalnızca gönderildiği hesap talep edebilir.',
    }),
    claim_held: ({ who, why }) => ({
      message:
        why === 'changed'
          ? `Bu bekletiliyor, çünkü başka biri kastedilmiş olabilir: ${who} bırakıldı ya da önceden başka bir hesaptaydı.`
          : `Bu bekletiliyor, çünkü başka biri kastedilmiş olabilir: gönderildiğinde ${who} uzun süredir görülmemişti.`,
      fix: 'Gönderenden hesabını /sent ile onaylamasını ya da geri alıp bir mesajına yanıt olarak göndermesini iste.',
    }),
    claim_frozen: () => ({
      message: 'Bu, botu işletenler tarafından duraklatıldı; hiçbir şey kaybolmaz.',
      fix: 'Daha sonra yeniden gel: kaldığı yerden devam eder ve bu arada süresi işlemez.',
    }),
    returns_used_up: ({ at }) => ({
      message: '24 saatte senin için ödenebilecek kadarını geri aldın; hiçbir şey kaybolmaz.',
      fix: `${showTime({ language }, at)} itibarıyla yeniden dene; kimsenin talep etmediği de kendiliğinden geri döner.`,
    }),
    gasless_used_up: ({ at, isTextAlone }) => ({
      message: '24 saatte senin için ödenebilecek gas’ın tamamı kullanıldı.',
      fix: isTextAlone
        ? `${showTime({ language }, at)} itibarıyla yeniden dene: bu yalnızca imzayla yapılabilir.`
        : `${showTime({ language }, at)} itibarıyla yeniden dene ya da gas ücretini kendin ödediğin bir işlem olarak gönder.`,
    }),
    gasless_paused: ({ isTextAlone }) => ({
      message: 'Şu anda burada başkaları için gas ödenmiyor.',
      fix: isTextAlone
        ? 'Daha sonra yeniden dene: bu yalnızca imzayla yapılabilir.'
        : 'Gas ücretini kendin ödediğin bir işlem olarak gönder ya da daha sonra yeniden dene.',
    }),
    passkey_sends_nothing: ({ address, most }) => ({
      message: `${address} bir geçiş anahtarı hesabı: imza atar ama işlem göndermez.`,
      fix:
        most === undefined
          ? 'Başka bir cüzdandan öde ya da kurtarma sözcüklerini bir cüzdan uygulamasına gir ve hesabı oradan yeniden bağla.'
          : `En fazla ${most} kişi arasında paylaştır: o zaman bir imza yeter.`,
    }),
    claim_cooling: ({ at }) => ({
      message: `Hesabın kullanıcı adını kısa süre önce değiştirdiği için ${showTime({ language }, at)} itibarıyla talep edilebilir.`,
      fix: 'O zaman yeniden gel ya da gönderenden hesabını /sent ile onaylamasını iste.',
    }),
    claim_expired: ({ at }) => ({
      message: `Talep süresi ${showTime({ language }, at)} tarihinde doldu; şimdi gönderene geri dönüyor.`,
      fix: 'Gönderenden yeniden göndermesini iste.',
    }),
    paid_by_another: () => ({
      message: 'Bu, öngörülenden başka bir cüzdandan ödendi, bu yüzden kendiliğinden geri dönmez.',
      fix: 'Alıcısı eskisi gibi talep edebilir; geri göndermeyi yalnızca bu botu işletenler yapabilir, o da ödeyen cüzdana.',
    }),
    bound_to_own_key: () => ({
      message:
        'Bu, alıcının kendi anahtarına bağlı: yalnızca o anahtarı tutan hareket ettirebilir.',
      fix: 'Alıcıdan talep edip geri göndermesini iste.',
    }),
    key_not_held: () => ({
      message: 'Bu, alıcının burada saklanmayan kendi anahtarına bağlı.',
      fix: 'Gönderenin verdiği açık anahtarın özel anahtarıyla talep et.',
    }),
    proof_required: () => ({
      message: 'Alıcı olduğuna dair kanıtın eksik ya da süresi dolmuş.',
      fix: 'Bir doğrulama kodu iste ve yeniden gir.',
    }),
    pin_required: () => ({
      message: 'Bu miktar için gönderenin PIN’i de gerekiyor.',
      fix: 'Gönderenden 6 karakterlik PIN’i iste.',
    }),
    wrong_pin: () => ({
      message: 'Bu, gönderenin PIN’i değil.',
      fix: 'Gönderenden yeniden iste; büyük ve küçük harfler farklıdır.',
    }),
    wrong_otp: () => ({
      message: 'Bu, gönderenin PIN’i değil.',
      fix: 'Payload ile gelen claimer içindeki otp değerini ver; büyük ve küçük harfler farklıdır.',
    }),
    wrong_code: () => ({
      message: 'Bu kod yanlış, kullanılmış ya da süresi dolmuş.',
      fix: 'En yeni mesajdaki kodu gir ya da yeni bir kod iste.',
    }),
    too_many_tries: ({ of }) =>
      of === 'code'
        ? { message: 'Bu kod çok fazla denendi.', fix: 'Yeni bir kod iste.' }
        : of === 'claim'
          ? {
              message: 'Burada kodlar ve PIN’ler çok fazla yanlış girildi.',
              fix: 'Bir sohbet hesabına gönderildiyse o sohbette talep et; değilse gönderen /cancel ile geri alabilir.',
            }
          : of === 'link'
            ? {
                message: 'Bu gönderi için yapılabilecek tüm yeni bağlantılar yapıldı.',
                fix: 'En yenisi geçerli. Gönderen /cancel ile geri alıp yeniden gönderebilir.',
              }
            : {
                message: 'Geri alma yanlış PIN ile çok fazla denendi.',
                fix: 'Gönderildiği sohbette geri al ya da bekle: talep edilmeyen kendiliğinden geri döner.',
              },
    rate_limited: ({ retryAfterSec }) => ({
      message: 'Çok hızlı gidiyorsun.',
      fix: `${retryAfterSec} sn sonra yeniden dene.`,
    }),
    several_words: ({ value, field }) => ({
      message: `“${value}” birden fazla sözcük.`,
      fix: `Oraya yalnızca şunu yaz: ${field}.`,
    }),
    role_alone: () => ({
      message: 'Bir role bahşiş tek başına verilir.',
      fix: 'Diğerlerine ayrı bir komutla bahşiş ver.',
    }),
    not_a_role: () => ({ message: 'Bu, bu sunucunun bir rolü değil.', fix: 'Bir rol seç.' }),
    unseen_person: () => ({ message: 'Bu kişiyi göremiyorum.', fix: 'Başka birini belirt.' }),
    bot_named: ({ name }) => ({
      message: `${name} bir bot ve botlar bahşiş talep edemez.`,
      fix: 'Bir kişi belirt.',
    }),
    button_gone: () => ({
      message: 'Bu düğme artık bir şey yapmıyor.',
      fix: 'Aynı komutla yeni bir kart iste.',
    }),
    unknown_command: ({ name, close }) => ({
      message: `/${name} diye bir komut yok.`,
      fix:
        close.length === 0
          ? 'Tüm komutlar için /help yaz.'
          : `Şunu mu demek istedin: ${close.map((known) => `/${known}`).join(' ya da ')}? Tüm komutlar için /help yaz.`,
    }),
    unreadable: ({ problem, fix }) => ({ message: problem, fix }),
    insufficient_balance: ({ asked, available }) =>
      available.length === 0
        ? { message: `Cüzdanlarının hiçbirinde ${asked} yok.`, fix: left.seeBalance }
        : {
            message: `Cüzdanlarının hiçbirinde ${asked} yok. Olan: ${available.join('; ')}.`,
            fix: 'Daha azını iste ya da önce bu cüzdanlardan birine ekle.',
          },
  }),
}

const HELD = {
  away: {
    message:
      'Bu hizmetin ödemeleri imzalayan parçası yanıt vermiyor. Hiçbir şey ödenmedi, hiçbir şey kaybolmadı.',
    fix: 'Birazdan yeniden dene.',
  },
  paused: {
    message:
      'Bu hizmeti işletenler bütün ödemeleri durdurdu. Hiçbir şey ödenmedi, hiçbir şey kaybolmadı.',
    fix: 'Daha sonra yeniden dene.',
  },
  needs_approval: {
    message: 'Bu kadarına önce bu hizmeti işletenler bakar; onlara soruldu. Hiçbir şey kaybolmadı.',
    fix: 'Aynısını daha sonra yeniden iste.',
  },
  too_large: {
    message: 'Bu, hizmetin bir kerede ödeyebileceğinden daha değerli. Hiçbir şey kaybolmadı.',
    fix: 'Bu hizmeti işletenlere sor ya da gönderene geri dönmesini bekle.',
  },
}
