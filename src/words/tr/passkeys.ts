import type { KeyPageWords, PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: 'Geçiş anahtarınla imzala',
  ofDevice: 'Bu cihazın geçiş anahtarıyla:',
  makeNew: 'Yeni bir geçiş anahtarı oluştur',
  another: 'Başka bir geçiş anahtarı kullan',
  haveOne: 'Vouch için bir geçiş anahtarım var',
  about: 'Geçiş anahtarı nedir ve kaybolursa ne olur',
  what: 'Geçiş anahtarını (passkey) telefonun ya da bilgisayarın parmak izin, yüzün veya kodunla korur. Her onayladığında hesabının anahtarını burada, tarayıcıda üretir. Anahtar bu sunucuya asla gönderilmez ve yalnızca senin cihazlarına aittir.',
  synced:
    'iCloud Anahtar Zinciri (iOS ve iPadOS 18.4, macOS 15.4 ve sonrası) ile Google Şifre Yöneticisi onu öteki cihazlarına da taşır. Windows Hello ve güvenlik anahtarları onu tek bir cihazda tutar.',
  lost: 'Onu tutan bütün cihazlarını kaybedersen ya da onu silersen ve kurtarma sözcüklerini yazmadıysan, sakladığı her şey kalıcı olarak kaybolur.',
  nobodyRestores:
    'Onu kimse geri getiremez, bu sunucuyu işleten bile. Başka bir geçiş anahtarı başka bir hesaptır ve bundan hiçbir şey açmaz.',
  inside_app:
    'Bir uygulamanın içindesin; geçiş anahtarları burada çalışmaz. Cüzdansız saklamak için bu sayfayı Safari veya Chrome gibi bir tarayıcıda aç.',
  no_prf:
    'Bu tarayıcının geçiş anahtarları anahtar üretemiyor (PRF uzantısı yok). Bu sayfayı Chrome, Edge veya Safari’de aç ya da bir cüzdan kullan.',
  no_passkeys:
    'Bu tarayıcıda burada geçiş anahtarı yok. Bu sayfayı https ile daha yeni bir tarayıcıda, örneğin Chrome, Edge veya Safari’de aç ya da bir cüzdan kullan.',
  no_name:
    'Geçiş anahtarı bir ada aittir, bu sayfa ise bir numarayla açıldı. Adıyla aç ya da bir cüzdan kullan.',
  openLocalhost: 'localhost üzerinden aç',
  openInBrowser: 'Tarayıcımda aç',

  account: 'Buradaki hesabın',
  opens: 'Onu geçiş anahtarın açar, başka kimse açamaz:',
  linkIt:
    'Onu /wallet link ile sohbet hesabına bağla; bundan sonra ödemeler oraya gelir. Sakladıklarını kendin taşımak için kurtarma sözcüklerini bir cüzdan uygulamasına gir ve ağ ücretini orada öde.',
  wordsAndPasskeys: 'Kurtarma sözcükleri ve geçiş anahtarları',
  showWords: 'Kurtarma sözcüklerimi göster',
  takesAll: 'Bu sözcükleri okuyan her şeyi alabilir.',
  nobodyNeeds:
    'Sana yardım eden hiç kimsenin bunlara ihtiyacı yok, başka hiçbir sayfa da bunları sormamalı. Sırasıyla kâğıda yaz ve para gibi sakla. MetaMask ve Keplr bunları kurtarma ifadesi olarak kabul eder.',
  recoveryWords: 'Kurtarma sözcükleri',
  alone: 'Yalnızım: göster',
  hide: 'Gizle',

  noKey:
    'Bu geçiş anahtarı anahtar üretemiyor: onu saklayanda ya da bu tarayıcıda PRF uzantısı yok.',
  otherBrowser:
    'Hiçbir şey saklanmadı. Bu uzantısı olan bir tarayıcıyı, örneğin Chrome, Edge veya Safari’yi, telefonunun ya da bilgisayarının geçiş anahtarlarıyla kullan; ya da bir cüzdan.',
  other: (address) => `Bu başka bir geçiş anahtarı: ${address} hesabını açıyor.`,
  useRight: 'Bu hesabı açan anahtarla yeniden dene.',
  notUsed: 'Geçiş anahtarı kullanılmadı: reddettin, çok uzun sürdü ya da burada hiç yok.',
  whenReady: 'Hiçbir şey olmadı. Hazır olunca yeniden dene.',
  hasIt: 'Bu cihazda bu geçiş anahtarı zaten var.',
  useIt: 'Yenisini oluşturmak yerine onu kullan.',
  unable: 'Geçiş anahtarı kullanılamadı.',
  unableBecause: (words) => `Geçiş anahtarı kullanılamadı: ${words}`,
  orWallet: 'Yeniden dene ya da bir cüzdan kullan.',
}

export const keyPage: KeyPageWords = {
  account: 'Hesabın',
  unknown:
    'Bu tarayıcı senin hiçbir hesabını tanımıyor. Sende olan bir geçiş anahtarıyla birini aç.',
  headings: {
    sign: 'Geçiş anahtarınla imzala',
    new: 'Hesabını oluştur',
    remembered: 'Hesabını aç',
    any: 'Hesabını aç',
  },
  signsText: (account) => `${account} hesabın yalnızca bu metni imzalar:`,
  confirm:
    'Geçiş anahtarınla onayla. Anahtar yalnızca bu sayfada üretilir; sayfa hiç kimseye bir şey gönderemez ve sen çıkınca anahtar kaybolur.',
  waiting: 'Geçiş anahtarın bekleniyor…',
  back: 'Geri dön',
  backWithout: 'Yapmadan geri dön',
}
