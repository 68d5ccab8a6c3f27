import type { KeyPageWords, PasskeyProblemsWords, RecoveryWords } from '../en/key-page.ts'

export const keyPage: KeyPageWords = {
  headings: {
    sign: 'Geçiş anahtarınla imzala',
    new: 'Hesabını oluştur',
    remembered: 'Hesabını aç',
    any: 'Hesabını aç',
    words: 'Bir hesabı sözcükleriyle aç',
    writing: 'Önce sözcüklerini kâğıda yaz',
  },
  writeFirst:
    'Bu küçük bir tutar değil. Hiçbir cihazında geçiş anahtarı kalmazsa ona yalnızca bu sözcüklerle ulaşabilirsin.',
  signsThis: (address) => `${address} hesabın yalnızca şunu imzalar:`,
  theText: 'İmzalanan metin',
  links: 'Bu hesabı bağla',
  linksTo: 'Bağlanacak hesap',
  accountId: 'Kimliği',
  aClaim: (id) => `${id} talebi: kimin içinse o talep eder`,
  unreadable: {
    message:
      'Bu sayfa kendisinden imzalaması istenenin tamamını okuyamıyor, bu yüzden hiçbir şey imzalamıyor.',
    fix: 'Geri dön ve sohbette yeniden iste. Seni buraya tanımadığın biri getirdiyse bu sayfayı kapat.',
  },
  confirm:
    'Geçiş anahtarınla onayla. Anahtar yalnızca, kimseye hiçbir şey gönderemeyen bu sayfada üretilir ve sayfadan çıkınca yok olur.',
  waiting: 'Geçiş anahtarın bekleniyor…',
  pressToGoOn: '“Devam” düğmesine bas; ardından cihazın geçiş anahtarını sorar.',
  backWithout: 'Onsuz geri dön',
  back: 'Geri dön',

  noAccount: 'Bu tarayıcı sana ait bir hesap bilmiyor.',
  beforeShowing:
    'Kurtarma sözcüklerini gören her şeyi alabilir. Bakan kimse ya da bir kamera yok, değil mi?',
  showThem: 'Yalnızım: göster',
  aboutAdding:
    'Bu aynı hesabı açar: anahtarlığındaki bir güvenlik anahtarı ya da bunu kaybedersen diye başka bir telefon. Önce elindeki geçiş anahtarıyla onaylarsın, sonra yenisini oluşturup onunla onaylarsın.',
  addPasskey: 'Geçiş anahtarı ekle',
  notNow: 'Şimdi değil',
  wordsConfirmed: 'Kurtarma sözcüklerini bu tarayıcıda onayladın.',
  wordsNeeded:
    'Kurtarma sözcüklerini kâğıda yaz: yoksa hesap, geçiş anahtarının bulunduğu son cihazla birlikte kaybolur.',
  showWords: 'Kurtarma sözcüklerimi göster',
  addAnother: 'Bir geçiş anahtarı daha ekle',
  added: 'Yeni geçiş anahtarı bu hesabı açıyor.',
  onEveryDevice: 'Bulunduğu her cihazda açar.',
  inThisBrowser:
    'Verileri silinene kadar bu tarayıcıda açar: geçiş anahtarının saklandığı yerde daha fazlasına yer yok. Başka bir tarayıcıda kurtarma sözcüklerini kullan.',

  passkeyName: (day) => `Vouch hesabı, ${day}`,
}

export const recovery: RecoveryWords = {
  danger: 'Bu sözcükleri okuyan her şeyi alabilir.',
  onPaper:
    'Sana yardım eden kimsenin onlara ihtiyacı yoktur ve başka hiçbir sayfa onları sormamalıdır. Onları sırasıyla kâğıda yaz ve parayı sakladığın gibi sakla. MetaMask ve Keplr onları kurtarma ifadesi olarak kabul eder.',
  words: 'Kurtarma sözcükleri',
  written: 'Kâğıda yazdım',
  hide: 'Gizle',
  whatStands: 'Kâğıdında ne yazıyor?',
  word: (number) => `${number}. sözcük`,
  theseAre: 'Sözcükler bunlar',
  lookAgain: 'Sözcüklere yeniden bak',
  onlyHere:
    'Onları yalnızca kendi açtığın bir sayfada yaz; bir mesajın ya da bir yabancının seni götürdüğü yerde asla yazma. Bundan sonra aynı hesabı bu cihazın yeni bir geçiş anahtarı açar.',
  inOrder: '24 kurtarma sözcüğün, sırasıyla',
  openHere: 'Bu hesabı burada aç',

  noMatch: {
    message: (number) => `${number}. sözcük uymuyor.`,
    fix: 'Kâğıdına bak ya da sözcüklere yeniden bakıp yazdığını düzelt.',
  },
  wrongCount: {
    message: (given, wanted) => `İfaden ${wanted} sözcükten oluşur; sen ${given} sözcük yazdın.`,
    fix: 'Eksik kalan ya da iki kez yazılan bir sözcük ara.',
  },
  wrongOrder: {
    message: 'Bu sözcüklerin her biri doğru olabilir, ama birlikte bir ifade oluşturmuyorlar.',
    fix: 'Biri başka bir sözcük ya da ikisi yer değiştirmiş. Hepsini baştan sona kâğıdınla karşılaştır.',
  },
  unknownWord: {
    message: (number, word) => `${number}. sözcük, “${word}”, hiçbir kurtarma ifadesinde yok.`,
    fix: 'Kâğıdına yeniden bak.',
    meant: (word) => `“${word}” olabilir mi?`,
  },
}

export const passkeyProblems: PasskeyProblemsWords = {
  noPrf: {
    message:
      'Bu geçiş anahtarı anahtar üretemiyor: saklandığı yerde ya da bu tarayıcıda PRF uzantısı yok.',
    fix: 'Hiçbir şey saklanmadı. Telefonunun ya da bilgisayarının geçiş anahtarlarıyla Chrome, Edge veya Safari gibi bir tarayıcı kullan; ya da bir cüzdan.',
  },
  other: {
    message: (address) => `Bu başka bir geçiş anahtarı: ${address} adresini açıyor.`,
    fix: 'Bu hesabı açan geçiş anahtarıyla yeniden dene.',
  },
  noSeal: {
    message:
      'Bu geçiş anahtarının açtığı hesabın mührü başka bir tarayıcıda ya da o tarayıcının verileriyle silindi.',
    fix: 'Hesabın başka bir geçiş anahtarını ya da kurtarma sözcüklerini kullan.',
  },
  brokenSeal: {
    message: 'Bu geçiş anahtarının açması gereken veri bozulmuş.',
    fix: 'Hesabın başka bir geçiş anahtarını ya da kurtarma sözcüklerini kullan.',
  },
  notUsed: {
    message: 'Geçiş anahtarı kullanılmadı: reddettin, çok uzun sürdü ya da burada hiç yok.',
    fix: 'Hiçbir şey olmadı. Hazır olunca yeniden dene.',
  },
  hasIt: {
    message: 'Bu cihazda bu geçiş anahtarı zaten var.',
    fix: 'Yenisini oluşturmak yerine onu kullan.',
  },
  unknown: {
    message: 'Hiçbir Vouch sayfası bu sayfadan burada yapılabilecek bir şey istemedi.',
    fix: 'Hiçbir şey yapılmadı. Geldiğin sayfaya dön ve orada bir daha dene. Tarayıcın bağlantıların nereden geldiğini gizliyorsa bu site için izin ver.',
  },
  unasked: {
    message: 'Bu sekme, geçiş anahtarından dönen yanıtı beklemiyor.',
    fix: 'Hiçbir şey yapılmadı. Sohbetindeki ya da e-postandaki bağlantıyı yeniden aç ve orada bir daha dene.',
  },
  failed: {
    message: (reason) => `Geçiş anahtarı kullanılamadı: ${reason}.`,
    fix: 'Yeniden dene ya da bir cüzdan kullan.',
  },
}
