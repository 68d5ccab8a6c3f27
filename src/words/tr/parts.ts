import type { PageFrameWords, PageNamingWords, ProblemsWords, ProgressWords } from '../en/parts.ts'

export const page: PageFrameWords = {
  language: 'Dil',
  moment: 'Bir dakika…',
  tryAgain: 'Yeniden dene',
  titles: {
    claim: 'Talep et',
    sign: 'İmzala',
    key: 'Hesabın',
    pay: 'Fatura',
    giveaway: 'Çekiliş',
    wallet: 'Cüzdan bağla',
    playground: 'Deneme alanı',
  },
  copyLink: 'Bu sayfanın bağlantısını kopyala',
  linkCopied: 'Kopyalandı: oraya yapıştır',
  copyThis: 'Bunu kopyala ve kimseye verme',
  onPhone: 'Bunu telefonunda aç',
  camera: 'Telefonun kamerasını buraya tut. Bu kodu gören herkes bu sayfayı açabilir.',
  qrCode: 'Bu sayfanın bağlantısı, QR kodu olarak',
  walletElsewhere: 'Cüzdanın tarayıcında mı?',
  openThere: 'Bu sayfayı orada aç',
}

export const naming: PageNamingWords = {
  baseUnits: (units, token) => `${units} en küçük ${token} birimi`,
  under: (amount) => `${amount} altında`,
  worth: (usd) => `≈ $${usd}`,
  exactly: 'Tam tutar',
  elsewhere: (name, place) => `${name} (${place})`,
  signer: (chain) => `imzalayan cüzdan (${chain})`,
  firstCome: 'ilk alan kişi',
  people: (count) => `${count} kişi, her birine bir pay`,
}

export const problems: ProblemsWords = {
  offline: 'Vouch’a şu anda ulaşılamıyor.',
  checkConnection: 'Bağlantını kontrol edip yeniden dene.',
  unclear: 'Vouch, bu sayfanın okuyamadığı bir yanıt verdi.',
  later: 'Birazdan yeniden dene.',
  fault: (reason) => `Bu sayfada bir şeyler ters gitti: ${reason}.`,
  reload: 'Sayfayı yenileyip yeniden dene.',
  partMissing: 'Bu sayfanın bir bölümü yüklenemedi.',
  reloadForNewer: 'Bağlantını kontrol edip sayfayı yenile: daha yenisi olabilir.',
  request: (id) => `İstek ${id}`,
}

export const progress: ProgressWords = {
  sent: 'Gönderildi',
  unreported: 'Zincirin bildirmesi bekleniyor',
  submit: (chain) => `${chain} üzerinde gönderildi`,
  settle: 'Hub’da işlendi',
  confirm: (chain) => `${chain} üzerinde onaylandı`,
  release: (chain) => `${chain} üzerinde ödendi`,
  seen: 'Görüldü, henüz hiçbir blokta değil',
  confirmed: 'Bir blokta, kesinleşmesi bekleniyor',
  states: { waiting: 'bekliyor', active: 'sürüyor', done: 'tamam', failed: 'başarısız' },
  ofParts: (count, all) => `${all} parçanın ${count} tanesi:`,
  completed: 'Ulaştı.',
  failed:
    'Zincir işlemi reddetti, bu yüzden hiçbir şey hareket etmedi. Yalnızca ağ ücreti harcandı.',
  refunded: 'Teslim edilemedi; para, çıktığı cüzdana geri döndü.',
  not_found: 'Bu işlem hiçbir blokta yok, bu yüzden hiçbir şey hareket etmedi.',
  timed_out: 'Zamanında alınmadı. Süre aşımı kaydedilene kadar para tutuluyor.',
  needs_attention: 'İlerlemiyor. Hash değerini bu hizmeti işletene göster.',
  released_as_vouchers:
    'Son zincir ödeyemedi: para kupon olarak gönderende, bir talep ödenecekse alıcısında duruyor.',
}
