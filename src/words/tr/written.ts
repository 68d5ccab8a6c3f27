import type { WrittenWords } from '../en/written.ts'
import { page, problems, progress } from './parts.ts'

const landing: WrittenWords['landing'] = {
  title: 'Vouch - her zincirde bir kullanıcı adına para gönder',
  description:
    'Bir sohbet mesajıyla, her zincirde bir kullanıcı adına ya da e-posta adresine para gönder.',
  heading: 'Adrese değil, kullanıcı adına gönder.',
  lead: (command) =>
    `Sohbetine ${command} yaz ve kendi cüzdanınla imzala. Bobby, @bobby olduğunu kanıtlar, dilediği zinciri seçer ve ödemesini orada alır.`,
  api: 'API belgelerini oku',
  say: 'Söyle',
  sayMore:
    'Sohbetteki bir mesaj, imzasız bir işleme dönüşür. Cüzdanın imzalayana kadar hiçbir şey yer değiştirmez.',
  sign: 'İmzala',
  signMore:
    'İmza sayfası, baytların ne yaptığını sözcüklerle anlatır. Anahtarların cüzdanında kalır.',
  claim: 'Talep et',
  claimMore:
    'Alıcının bulunması için cüzdan gerekmez: bir kullanıcı adı yeter. Yoldaki her adım canlı gösterilir.',
}

const trackPage: WrittenWords['trackPage'] = {
  notFollowed: 'Henüz izlenmiyor',
  nobodyAsked: 'Bu işlemi şimdiye kadar kimse sormadı.',
  follow: 'Bu işlemi izle',
  updates: 'Bu sayfa kendiliğinden güncellenir.',
  lost: 'Bağlantı koptu. Yeniden deneniyor…',
}

const unsubscribe: WrittenWords['unsubscribe'] = {
  about: 'Seni bekleyenlerle ilgili e-postalar',
  question:
    'Birisi bu adrese para gönderdiğinde ve para geri dönmeden önce bu adrese yazarız. Bu e-postaları artık istemiyor musun?',
  noMore: 'Artık e-posta yok',
  noMoreMeans:
    'Kendi istediğin kodlar dışında bu adrese artık hiçbir şey gönderilmez. Seni bekleyenler beklemeye devam eder.',
  notFromThem: 'Bu gönderenden artık e-posta yok',
  notFromThemMeans:
    'Bu gönderenin bu adrese gönderdikleri artık e-postayla bildirilmez. Seni bekleyenler beklemeye devam eder.',
  stopAll: 'Bu adrese artık hiçbir şey gönderme',
  stopSender: 'Bu gönderen için artık e-posta gönderme',
  undo: 'Geri al: bana yeniden e-posta gönder',
}

const failures: WrittenWords['failures'] = {
  titles: {
    missing: 'Burada hiçbir şey yok',
    over: 'Bu sona erdi',
    busy: 'Şu anda olmuyor',
    fault: 'Bir şeyler ters gitti',
    refused: 'Bu yapılamadı',
  },
  nothingAt: (address) => `${address} adresinde hiçbir şey yok.`,
  checkAddress: 'Adresi kontrol et.',
  missing: 'Bu adresin götürdüğü şey burada yok ya da artık yok.',
  over: 'Bu bağlantının götürdüğü şey sona erdi ya da zaten kullanıldı.',
  busy: 'Vouch şu anda yanıt veremiyor.',
  starting: 'Bu sunucu başlatılıyor.',
  fault: 'Bizim tarafımızda bir şeyler ters gitti.',
  refused: 'Bu adres ya da ona gönderilen şey kullanılamıyor.',
  askAnew: 'Bağlantıyı sana verildiği gibi yeniden aç ya da aldığın yerden yenisini iste.',
  laterOrTell: 'Yeniden dene; sürerse bu hizmeti işletene istek numarasını ilet.',
  home: 'Ana sayfaya git',
}

const letters: WrittenWords['letters'] = {
  sentYou: (name, sum) => `${name} sana ${sum} gönderdi`,
  severalSent: (count, sum) => `${count} kişi sana ${sum} gönderdi`,
  stillWaits: (name, sum) => `${name} kişisinden ${sum} hâlâ seni bekliyor`,
  severalStillWait: (count, sum) => `${count} kişiden ${sum} hâlâ seni bekliyor`,
  sumFrom: (name, sum) => `${sum}, gönderen ${name}`,
  writes: (name) => `${name} yazdı:`,
  howToClaim:
    'Seni bekliyor ve yalnızca bu adres içindir. Sayfayı aç, bir kod iste (o da e-postayla gelir) ve ödemenin nereye yapılacağını söyle.',
  howToClaimAll:
    'Hepsi seni bekliyor ve yalnızca bu adres içindir. Bir sayfa aç, bir kod iste (o da e-postayla gelir) ve ödemenin nereye yapılacağını söyle. İlk koddan sonra sayfa seni başka nelerin beklediğini de gösterir.',
  claim: 'Talep et',
  newLink: 'Bu bağlantı elindekinin yerini alır; eskisi artık hiçbir şey açmaz.',
  waitsUntil: (day, name) =>
    `${day} tarihine kadar bekler. Ondan sonra ${name} kişisine geri döner.`,
  needsPin: (name) =>
    `Bu kadarı için 6 karakterlik bir PIN de gerekir. PIN ${name} kişisinde: ondan iste, ama bu e-postayı yanıtlayarak değil.`,
  caution:
    'Sayfayı açmak hiçbir şeyi tüketmez. Bağlantıyı kendine sakla. Senden asla parola ya da anahtar istemeyiz. Bunu beklemiyorsan hiçbir şey yapma.',
  otherLanguages: (names) =>
    `${names}: Dilini talep sayfasında seç. Sonraki e-postalar da o dilde gelir.`,
  why: 'Bu e-postayı, birisi bu adrese para gönderdiği için alıyorsun.',
  stop: 'Bu e-postaları artık gönderme',
  codeIs: (code) => `Vouch kodun: ${code}`,
  yourCode: 'Doğrulama kodun',
  code: 'Kod',
  typeIt:
    '10 dakika içinde, kodu isterken bulunduğun yere yaz: talep sayfasına ya da botla özel sohbetine.',
  newestCounts: 'Yalnızca en yeni kod geçerlidir; eskisi artık işe yaramaz.',
  notAsked: 'Bunu sen istemediysen hiçbir şey yapma. Kimseye verme ve bir gruba asla yazma.',
}

export const written: WrittenWords = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  letters,
  page,
  problems,
  states: progress.states,
}
