import type { GiveawayPageWords } from '../en/giveaway.ts'

export const giveaway: GiveawayPageWords = {
  cannotShow: 'Bu çekiliş gösterilemiyor',
  fetching: 'Çekiliş getiriliyor.',
  titles: {
    open: 'Çekiliş: katılım açık',
    drawing: 'Çekiliş: birazdan yapılacak',
    void: 'Çekiliş yapılmadı',
    checking: 'Çekiliş denetleniyor',
    right: 'Çekiliş doğru',
    wrong: 'Çekiliş tutmuyor',
    unsure: 'Bir kısmı denetlenemedi',
  },
  verdicts: {
    checking: (chain) => `${chain} zincirine sonucu belirleyen blok soruluyor.`,
    right: (chain) =>
      `Tarayıcın ${chain} zincirine sonucu belirleyen bloğu sordu ve çekilişi yeniden yaptı. Her şey tutuyor.`,
    wrong: 'Tutmayan yer aşağıda işaretli.',
    unsure:
      'Tarayıcın çekilişi yeniden yaptı ve gerisi tutuyor. Ama bloğu yalnızca kayıttan biliyor.',
  },
  noNode: (chain) => `Kayıt, ${chain} zincirinin sorulabilecek bir düğümünü belirtmiyor.`,
  noAnswer: (chain) => `${chain} zinciri bloğun ne olduğunu söylemedi.`,
  wasVoid: 'Ödenmedi ya da başlatan kişi geri aldı.',

  winners: 'Ödüller',
  ends: 'Bitiş',
  mayEnter: 'Kim katılabilir',
  everybody: 'Başlatan kişi dışında kendi sohbetindeki herkes',
  members: 'Yalnızca üyeler',
  membersFor: (span) => `En az ${span} süredir üye olanlar`,
  withRole: (role) => `${role} rolüne sahip olanlar`,
  onceADay: 'Bitişten önceki bir gün içinde orada kazananlar hariç',
  except: (count) => `Adıyla belirtilen ${count} kişi hariç`,

  whoEntered: 'Kimler katıldı',
  entered: (count) => `${count} kişi katıldı.`,
  nobody: 'Kimse katılmadı.',
  won: (numbers) => `Kazanan numaralar: ${numbers}.`,
  leftOut: (numbers) =>
    `Aynı sohbette bir gün içinde kazandıkları için çekiliş dışı kalanlar: ${numbers}.`,
  noNames:
    'Herkes ilk basışında sıradaki numarayı aldı. Burada ad yazmaz: yalnızca bileti olan, kendini listede bulur. Kazananların adı sohbetteki kartta yazar.',
  list: 'Listenin tamamı',
  number: 'Numara',
  nameInList: 'Listedeki ad',
  cameOfIt: 'Sonuç',
  results: {
    won: 'kazandı',
    lost: 'kazanmadı',
    struck: 'çekiliş dışı',
    none: 'henüz çekilmedi',
  },
  yourTicket: 'Biletin',
  ticketLike: 'Katıldığında botun söylediği biletin tamamı, örneğin telegram:42 0011…',
  you: {
    won: (number) => `Numaran ${number} ve kazandın.`,
    lost: (number) => `Numaran ${number} ve kazanmadın.`,
    struck: (number) => `Numaran ${number} ve çekiliş dışında kaldın.`,
    none: (number) => `Numaran ${number}.`,
    absent: 'Bu bilet listede yok. Tamamını kopyala.',
  },

  stepByStep: 'Adım adım',
  steps: {
    seed: 'Tohum, kimse katılmadan önce belirlenmişti',
    entrants: 'Herkes listede bir kez yer alıyor',
    block: 'Bitişten sonraki ilk blok belirler',
    winners: 'En düşük puanlar kazanır',
  },
  plan: {
    seed: (hash) =>
      `Tohum, çekilişe kadar gizli kalan 32 rastgele bayttır. SHA-256 hash’i baştan beri kartta yazıyor: ${hash}`,
    entrants: 'Numaralar hiç değişmez ve arada boşluk yoktur.',
    block: (chain, end) =>
      `${chain} zincirinin şu andan sonraki ilk bloğu: ${end}. Hash’ini önceden kimse bilemez.`,
    winners: 'Tohum ile o hash her numaraya bir puan verir.',
  },
  done: {
    fixed: (hash) => `SHA-256 hash’i baştan beri kartta yazıyordu: ${hash}`,
    seed: (seed) => `Çekilişten sonra gösterilen tohum: ${seed}. Hash’i yukarıdakiyle aynı.`,
    unpromised:
      'Bu sayfayı biletinin bağlantısından açarsan, katıldığında verilen sözle de karşılaştırılır.',
    promisedHash: 'Biletinin bağlantısındaki hash de aynı.',
    promised: 'Biletinin bağlantısındaki hash, bitiş, zincir ve kazanan sayısı da aynı.',
    entrants: (count) =>
      count === 1
        ? '1 numara var.'
        : `Boşluksuz ${count} numara var ve hiçbir ad iki kez geçmiyor.`,
    block: (height, time, hash) => `Blok ${height}, zamanı ${time}, hash’i ${hash}`,
    asked: (node) => `Bunu ve önceki bloğun bitişten önce olduğunu söyleyen: ${node}.`,
    winners: (numbers) =>
      `Bir numaranın puanı; tohumun, bloğun hash’inin ve numaranın SHA-256 hash’idir. Tarayıcın hepsini hesapladı; en iyiden başlayarak: ${numbers}.`,
    noWinners: 'Çekilişe girecek kimse yoktu.',
  },
  faults: {
    noSeed: 'Kayıtta tohum yok.',
    otherSeed: (hash, shown) =>
      `Tohumun hash’i ${hash}. Kimse katılmadan önce gösterilen ise başka: ${shown}`,
    otherPromise: (hash, shown) =>
      `Katıldığında sana gösterilen hash: ${hash}. Kayıttaki ise başka: ${shown}`,
    otherEnd: (promised, shown) =>
      `Katıldığında bitiş şuydu: ${promised}. Kayıttaki ise başka: ${shown}`,
    otherChain: (promised, shown) =>
      `Katıldığında kararı şu zincirin bloğu verecekti: ${promised}. Kayıttaki zincir ise başka: ${shown}`,
    otherCount: (promised, shown) =>
      `Katıldığında kazanacak kişi sayısı: ${promised}. Kayıtta yazan: ${shown}`,
    numbering: 'Numaralar 1’den başlayarak boşluksuz gitmiyor.',
    twice: 'Bir ad listede iki kez geçiyor.',
    struck: 'Kuralların hiçbiri kazanmış olanı dışarıda bırakmadığı hâlde biri dışarıda bırakıldı.',
    noBlock: 'Kayıt bir blok belirtmiyor.',
    otherHash: (seen, said) => `Bloğun hash’i ${seen}. Kayıttaki ise başka: ${said}`,
    otherTime: (seen, said) => `Bloğun zamanı ${seen}. Kayıttaki ise başka: ${said}`,
    beforeEnd: (seen) => `Blok bitişten önce: ${seen}`,
    notFirst: (seen) => `Bu ilk blok değil: önceki bloğun zamanı ${seen}`,
    otherWinners: (due, said) => `Bu puanlara göre kazanan: ${due}. Kayıtta yazan: ${said}`,
  },
  none: 'yok',

  byYourself: 'Kendin denetle',
  ofTheServer:
    'Bu sayfa da kayıt da çekilişi yapan sunucudan gelir. İkisine de güvenmek zorunda kalmamak için bunu kendi bilgisayarında, kendi seçtiğin bir düğümle çalıştır:',
  record: 'Programların okuduğu biçimiyle kayıt',
}
