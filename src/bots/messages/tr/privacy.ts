import type { PrivacyWords } from '../en/privacy.ts'

export const privacy: PrivacyWords = {
  summary: 'Senden sakladıklarımı gösterir ve istersen siler.',
  part: 'erase, silinebileni silmek için',
  title: 'Senden sakladıklarım',
  account: 'Hesabın',
  accountIs:
    'Numarası, kullandığın zamanlarla birlikte kullanıcı adların ve özel sohbetimiz, bu sunucu çalıştıkça: sana gönderilen para bunlarla seni bulur, başkasını değil.',
  language: 'Dilin',
  languageIs: 'Değiştirene ya da silene kadar.',
  talk: 'Benim olduğum bir grupta en son ne zaman yazdığın',
  talkIs: '/rain için bir gün. Yazdıklarından yalnızca komutları, yanıtlanana kadar saklarım.',
  wallets: 'Bağladığın cüzdanlar',
  walletsIs:
    'Açık adresleri, bağlantıyı kaldırana ya da silene kadar. Anahtarların asla bende olmaz.',
  mailboxes: 'Sohbetimizde kanıtladığın posta kutuları',
  mailboxesIs: 'Yarım saat boyunca; daha eskiler, biri yenisini kanıtlayınca silinir.',
  quotes: 'Sorduğun fiyatlar ve izlediğin işlemler',
  quotesIs: 'Silene kadar.',
  money: 'İmzaladıkların, gönderdiklerin ve sana gönderilenler',
  moneyIs:
    'Miktarlar, adlar ve notlar, süresiz: bunlar olmadan kimse talep edemez ya da geri alamaz. Zincirler de bunları herkese açık saklar.',
  erase: 'Silinebileni sil',
  askTitle: 'Silinsin mi?',
  goes: 'Dilin, gruplarda ne zaman yazdığın, sorduğun fiyatlar, izlediğin işlemler, cüzdan bağlantıların ve kanıtladığın posta kutuları gider.',
  stays:
    'Hesabın ile imzaladıkların, gönderdiklerin ve sana gönderilenler kalır: birinin parası bunlara bağlı olabilir. Bu geri alınamaz.',
  yes: 'Evet, sil',
  doneTitle: 'Silindi',
  done: 'Silinebilen ne varsa silindi. Bana yeniden yazınca dilini yeniden öğrenirim.',
}
