import type {
  SettingsWords,
  PrivacyWords,
  StartWords,
  HelpWords,
  InlineWords,
} from '../en/settings.ts'

export const settings: SettingsWords = {
  summary: 'Ayarları gösterir ve değiştirir: seninkini özelde, grubunkini yöneticileri.',
  which:
    'Ne değişsin: tokens, largest-tip, largest-quote, quiet, delete-after, language, timezone, reaction',
  value: 'Neye değişsin',
  ownTitle: 'Ayarların',
  groupTitle: 'Bu grubun ayarları',
  language: 'Dil',
  automatic: 'otomatik',
  useAutomatic: 'Otomatik',
  wallet: 'Önce öder',
  noWallet: 'bağlı cüzdan yok: /wallet link',
  privacy: 'Senden sakladıklarım: /privacy',
  tokens: 'Token’lar',
  all: 'hepsi',
  largestTip: 'En büyük bahşiş',
  largestQuote: 'En büyük fiyat sorgusu',
  noLimit: 'sınır yok',
  quiet: 'Sessiz mod',
  deleteAfter: 'Önemsiz mesajlarımı sil',
  on: 'açık',
  off: 'kapalı',
  never: 'asla',
  minutes: (count) => `${count} dakika sonra`,
  turnQuietOn: 'Sessiz modu aç',
  turnQuietOff: 'Sessiz modu kapat',
  howTo:
    'Yöneticiler değiştirir: /settings tokens usdc eth, /settings largest-tip 50 usdc, /settings largest-quote 1000 usdc, /settings quiet on, /settings delete-after 10, /settings reaction 🔥 1 usdc, /settings language tr. Eski hâline: all, none, off ya da auto.',
  changed: (name) => `${name} bu grubun ayarlarını değiştirdi`,
  onlyLanguage: 'Özelde yalnızca dilin ve saat dilimin ayarlanır.',
  groupHas: 'Gerisini bir grupta yöneticileri ayarlar.',
  unknown: (word) => `“${word}” diye bir ayar yok.`,
  missing: 'Ne olarak ayarlansın?',
  seeThem: (names) => `Şunlar var: ${names}. Şu anki hâllerini /settings gösterir.`,
  unreadable: (word) => `Bunu “${word}” yapamam.`,
  reaction: 'Tepki',
  noReaction: 'yok',
  tipsWith: (emoji, sum) => `${emoji} ${sum} bahşiş verir`,
  howReaction:
    'Bir mesaja bununla tepki verene, mesajın yazarına gidecek bahşişi imzalaması için gönderirim; başka kimse görmez. Telegram’da tepkileri görmek için burada yönetici olmam gerekir.',
  timeZone: 'Saat dilimi',
  noTimeZone: 'ayarlanmadı',
  unknownZone: (word) => `“${word}” diye bir saat dilimi yok.`,
  zoneLike: 'Europe/Istanbul, Asia/Baku ya da utc+3 gibi yaz; none bu ayarı siler.',
  unknownLanguage: (word) => `“${word}” dilini bilmiyorum.`,
  speaks: (tags) => `Şunlardan birini yaz: ${tags} ya da auto.`,
  adminsOnly: 'Ayarları yalnızca bu grubun yöneticileri değiştirebilir.',
  askAdmin: 'Onlardan birine sor. Seninkiler /settings içindeki bir düğmede.',
  yours: 'Senin ayarların',
  tokenOff: (token) =>
    `${token} bu grupta kullanılmıyor: yöneticileri başka token’lara izin veriyor.`,
  useTokens: (tokens) => `Şunlardan birini kullan ya da bana özelden yaz: ${tokens}.`,
  tipTooLarge: (sum) => `${sum}, bu grupta bir bahşişin olabileceğinden fazla.`,
  quoteTooLarge: (sum) => `${sum}, bu grupta fiyatı sorulabilecek miktardan fazla.`,
  tipPartTooLarge: (token) =>
    `${token} bakiyenin bu kadarı, bu grupta bir bahşişin olabileceğinden fazla.`,
  quotePartTooLarge: (token) =>
    `${token} bakiyenin bu kadarı, bu grupta fiyatı sorulabilecek miktardan fazla.`,
  atMost: (sum) => `En çok ${sum} yaz ya da bana özelden yaz.`,
}

export const privacy: PrivacyWords = {
  summary: 'Senden sakladıklarımı gösterir ve istersen siler.',
  part: 'erase (sil), hide (gizle) ya da show (göster)',
  title: 'Senden sakladıklarım',
  account: 'Hesabın',
  accountIs:
    'Numarası, kullandığın zamanlarla birlikte kullanıcı adların ve özel sohbetimiz, bu sunucu çalıştıkça: sana gönderilen para bunlarla seni bulur, başkasını değil.',
  language: 'Dilin ve saat dilimin',
  languageIs: 'Değiştirene ya da silene kadar.',
  talk: 'Benim olduğum bir grupta en son ne zaman yazdığın',
  talkIs:
    '/rain için bir gün. Tepkinin bahşiş verdiği gruplarda hangi mesajı kimin yazdığı, iki gün. Yazdıklarından yalnızca komutları, yanıtlanana kadar saklarım.',
  wallets: 'Bağladığın cüzdanlar',
  walletsIs:
    'Açık adresleri, bağlantıyı kaldırana ya da silene kadar. Anahtarların asla bende olmaz.',
  mailboxes: 'Sohbetimizde kanıtladığın posta kutuları',
  mailboxesIs: 'Yarım saat boyunca; daha eskiler, biri yenisini kanıtlayınca silinir.',
  quotes:
    'Sorduğun ya da beklediğin fiyatlar, planların, isteklerin ve faturaların, izlediğin işlemler ve katıldığın çekilişler',
  quotesIs: 'Silene kadar.',
  money: 'İmzaladıkların, gönderdiklerin ve sana gönderilenler',
  moneyIs:
    'Miktarlar, adlar ve notlar, süresiz: bunlar olmadan kimse talep edemez ya da geri alamaz. Zincirler de bunları herkese açık saklar.',
  listed: 'Grup istatistikleri',
  listedIs: 'Ne kadar verdiğini ve aldığını orada /top gösterir. Ayrılmak için: /privacy hide',
  hiddenIs:
    'Ayrıldın: ne sen ne de verdiklerin ve aldıkların orada sayılır. Dönmek için: /privacy show',
  hide: 'İstatistiklerden ayrıl',
  show: 'İstatistiklere dön',
  nowHidden: 'Artık hiçbir istatistikte yoksun',
  nowListed: 'Yeniden istatistiklerdesin',
  erase: 'Silinebileni sil',
  askTitle: 'Silinsin mi?',
  goes: 'Dilin ve saat dilimin, gruplarda en son ne zaman yazdığın, sorduğun ya da beklediğin fiyatlar, planların, isteklerin ve faturaların, izlediğin işlemler, katıldığın ve bitmiş çekilişler, cüzdan bağlantıların ve kanıtladığın posta kutuları silinir.',
  stays:
    'Hesabın ile imzaladıkların, gönderdiklerin ve sana gönderilenler kalır: birinin parası bunlara bağlı olabilir. Bu geri alınamaz.',
  yes: 'Evet, sil',
  doneTitle: 'Silindi',
  done: 'Silinebilen ne varsa silindi. Bana yeniden yazınca dilini yeniden öğrenirim.',
}

export const start: StartWords = {
  summary: 'Merhaba der.',
  title: 'Vouch’a hoş geldin',
  hello: (name) =>
    `Merhaba ${name}. İnsanlara kullanıcı adlarıyla token gönderirim: /tip @bobby 5 usdc. Kendi cüzdanında imzalarsın; anahtarların asla bende durmaz.`,
  seeHelp: 'Neler yapabildiğimi /help ile gör.',
  somethingWaits: 'Seni bekleyen bir şey var: /claim',
  description:
    'İnsanlara kullanıcı adlarıyla, her zincirde token gönderirim. /tip @bobby 5 usdc yaz ve kendi cüzdanında imzala; alan kişi istediği yerde talep eder. Anahtarların asla bende durmaz.',
  about: 'Kullanıcı adıyla, her zincirde bahşiş. Sen imzalarsın; anahtarların asla bende durmaz.',
  claim: 'Talep et',
  linkFirst: 'Sıradaki adım: bir cüzdan bağla ya da geçiş anahtarıyla bir hesap aç.',
  link: 'Cüzdan bağla, hesap aç',
  tryTip:
    'Sıradaki adım: birine bahşiş ver. Mesajını /tip 1 usdc ile yanıtla ya da adını yaz: /tip @bobby 1 usdc',
  howTips: 'Bahşiş nasıl işler',
  allCommands: 'Tüm komutlar',

  addedTitle: 'Merhaba, ben Vouch',
  added:
    'Buradaki insanlara kullanıcı adlarıyla token gönderirim: bir mesajı /tip 5 usdc ile yanıtla ya da /tip @bobby 5 usdc yaz. Herkes kendi cüzdanında imzalar; alan kişi tek dokunuşla talep eder.',
  forAdmins: 'Yöneticilerin burada ayarlayabilecekleri:',
  makeAdmin: 'Bu grubun yöneticisi olursam tepkileri de görürüm; yoksa yalnızca komutları.',
}

export const help: HelpWords = {
  summary: 'Komutları listeler ya da birini açıklar.',
  which: 'Hangisi',
  title: 'Yapabildiklerim',
  groups: {
    give: '🎁 Gönder',
    ask: '🧾 İste',
    claim: '📥 Al',
    market: '📈 Fiyatlar ve takas',
    wallets: '👛 Cüzdanların',
    settings: '⚙️ Ayarlar ve yardım',
  },
  more: 'Bir komut hakkında daha fazlası: /help tip',
  usage: 'Kullanım',
  example: 'Örnek',
}

export const inline: InlineWords = {
  title: (sum, who) => `${who} için ${sum} gönder`,
  airdropTitle: (sum, count) => `İlk ${count} kişiye toplam ${sum}`,
  description: 'Kartı göndermek için dokun. Ardından imzalarsın.',
  preparing: (name) => `${name} bu gönderimi hazırlıyor. Bir dakika.`,
  wait: 'Bir dakika',
  notReady:
    'Kart henüz hazır değil. Böyle kalırsa, beni işleten kişinin “inline feedback” özelliğini açması gerekir.',
  how: 'Kim, ne kadar: @bobby 5 usdc ya da 5 usdc for 3',
}
