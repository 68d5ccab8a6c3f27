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
  stopSender: 'Bu gönderenden artık hiçbir şey gönderme',
  undo: 'Geri al: bana yeniden e-posta gönder',
}

const failures: WrittenWords['failures'] = {
  titles: {
    missing: 'Burada hiçbir şey yok',
    over: 'Bu sona erdi',
    busy: 'Şu anda olmuyor',
    fault: 'Bir şeyler ters gitti',
    refused: 'Bu olmadı',
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

export const written: WrittenWords = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  page,
  problems,
  states: progress.states,
}
