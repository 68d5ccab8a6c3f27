import type { PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: 'Geçiş anahtarınla imzala',
  ofDevice: 'Bu cihazın geçiş anahtarıyla:',
  makeNew: 'Yeni bir geçiş anahtarı oluştur',
  another: 'Başka bir geçiş anahtarı kullan',
  haveWords: 'Kurtarma sözcüklerim var',
  haveOne: 'Vouch için bir geçiş anahtarım var',
  about: 'Geçiş anahtarı nedir ve kaybolursa ne olur',
  what: 'Geçiş anahtarını (passkey) telefonun ya da bilgisayarın parmak izin, yüzün veya kodunla korur. Her onayladığında hesabının anahtarını burada, tarayıcıda üretir. Anahtar bu sunucuya asla gönderilmez ve yalnızca senin cihazlarına aittir.',
  synced:
    'iCloud Anahtar Zinciri (iOS ve iPadOS 18.4, macOS 15.4 ve sonrası) ile Google Şifre Yöneticisi onu öteki cihazlarına da taşır. Windows Hello ve güvenlik anahtarları onu tek bir cihazda tutar.',
  lost: 'Hem geçiş anahtarlarını hem de 24 kurtarma sözcüğünü kaybedersen, buradaki hesabında saklananlar kalıcı olarak kaybolur: onları kimse geri getiremez, bu sunucuyu işleten bile.',
  newIsAnother: 'Yeni bir geçiş anahtarı başka bir hesaptır; bu hesaba eklersen o da bunu açar.',
  inside_app:
    'Bir uygulamanın içindesin; geçiş anahtarları burada çalışmaz. Cüzdansız saklamak için bu sayfayı Safari veya Chrome gibi bir tarayıcıda aç.',
  no_prf:
    'Bu tarayıcının geçiş anahtarları anahtar üretemiyor (PRF uzantısı yok). Bu sayfayı Chrome, Edge veya Safari’de aç ya da bir cüzdan kullan.',
  no_passkeys:
    'Bu tarayıcıda burada geçiş anahtarı yok. Bu sayfayı https ile daha yeni bir tarayıcıda, örneğin Chrome, Edge veya Safari’de aç ya da bir cüzdan kullan.',
  no_name:
    'Geçiş anahtarı bir ada aittir, bu sayfa ise bir numarayla açıldı. Adıyla aç ya da bir cüzdan kullan.',
  no_storage:
    'Bu tarayıcı bu sitenin bir şey saklamasına izin vermiyor, geçiş anahtarları ise burada buna ihtiyaç duyar: çerezlerine ve site verilerine izin verip sayfayı yenile, gizli moddan çık ya da bir cüzdan kullan.',
  toSign: {
    inside_app:
      'Bu hesap bir geçiş anahtarının; sen ise geçiş anahtarlarının çalışmadığı bir uygulamanın içindesin. Bu sayfayı Safari veya Chrome gibi bir tarayıcıda aç ve orada imzala.',
    no_prf:
      'Bu hesap bir geçiş anahtarının; bu tarayıcı onun anahtarını üretemiyor (PRF uzantısı yok). Bu sayfayı Chrome, Edge veya Safari’de aç ve orada imzala.',
    no_passkeys:
      'Bu hesap bir geçiş anahtarının; bu tarayıcıda burada geçiş anahtarı yok. Bu sayfayı https ile daha yeni bir tarayıcıda, örneğin Chrome, Edge veya Safari’de aç ve orada imzala.',
    no_name:
      'Bu hesap bir geçiş anahtarının; geçiş anahtarı bir ada aittir, bu sayfa ise bir numarayla açıldı. Adıyla aç ve orada imzala.',
    no_storage:
      'Bu hesap bir geçiş anahtarının; bu tarayıcı ise bu sitenin bir şey saklamasına izin vermiyor, burada buna ihtiyaç var: çerezlerine ve site verilerine izin verip sayfayı yenile ya da gizli moddan çık ve sonra imzala.',
  },
  openLocalhost: 'localhost üzerinden aç',
  openInBrowser: 'Tarayıcımda aç',

  account: 'Buradaki hesabın',
  opens: 'Onu geçiş anahtarın açar, başka kimse açamaz:',
  linkIt:
    'Onu /wallet link ile sohbet hesabına bağla: burada saklananlardan tek onayla ve ağ ücreti ödemeden bahşiş verir, takas yapar ve çekersin. Bu sunucu olmadan, kurtarma sözcükleri onu bir cüzdan uygulamasında açar.',
  wordsAndPasskeys: 'Kurtarma sözcükleri ve geçiş anahtarları',
}
