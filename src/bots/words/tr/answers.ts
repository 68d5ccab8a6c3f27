import type {
  AnswersWords,
  PrivateAnswersWords,
  NamingWords,
  WordingWords,
  ReadingWords,
  NoteWords,
  VerificationWords,
} from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: 'Bir şeyler ters gitti',
  failed: 'Bizim tarafta bir şeyler ters gitti. Cüzdanından hiçbir şey gönderilmedi.',
  report: (reference) => `Botu işletenlere bildirirsen, referans: ${reference}`,
  platformSilent: (place) => `${place} şu anda yanıt vermiyor`,
  silentFor: (place, span) =>
    `Bu grupta kimin kim olduğunu yalnızca ${place} söyleyebilir, o da ${span} boyunca sormamamı istiyor. Hiçbir şey yapılmadı: o süre dolunca yeniden dene.`,
  notDoneYet:
    'İstediğin henüz yapılmadı. Bu geçer geçmez kendiliğinden yapılacak: yeniden istemene gerek yok.',
  notDone: 'Hiçbir şey yapılmadı. Birkaç dakika sonra yeniden iste; önceden onaylananlar duruyor.',
  nothingToShow: 'Artık gösterilecek bir şey yok.',
  allOfThem: 'Hepsi',
  claimFrom: (number, sum, sender) => `${number}: ${sum}, gönderen ${sender}`,
}

export const privateAnswers: PrivateAnswersWords = {
  written: 'Sana özelden yazdım',
  writtenTo: (name) => `${name}, yanıt özel sohbetimizde.`,
  unreachable: 'Sana özelden yazamıyorum',
  unreachableBy: (name) =>
    `${name}, yanıt yalnızca senin için ve sana henüz yazamıyorum. Benimle özel bir sohbet aç, “Başlat”a bas ve yeniden sor.`,
  open: 'Özel sohbeti aç',
  startToRead: (name) =>
    `${name}, yanıt yalnızca senin için ve sana henüz yazamıyorum. Özel sohbetimizi aç ve “Başlat”a bas: orada bir gün bekler.`,
  nobody: 'Sen kimsin?',
  nobodyAsked:
    'Bu, bir grup ya da kanal adına yazıldı; kimin cüzdanı olduğunu bilemiyorum. Kendi adınla yaz: yöneticiler önce “Anonim kal” seçeneğini kapatır.',
  notShownThere: 'Bunu grupta gösteremedim',
  askedForNothing:
    'Orada kimse pay alamazdı, bu yüzden cüzdanından bir şey istenmiyor. Orada yazabildiğimi kontrol et ve daha sonra yeniden iste.',
}

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${handle} (${place})`,
  vouchersOf: (wallet) => `Kuponlar: ${wallet}`,
}

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} en küçük ${token} birimi`,
  worth: (sum, usd) => `${sum} ($${usd})`,
  worthNow: (sum, usd) => `${sum} (şimdi $${usd})`,
  wallet: (chain, address) => `${chain}, cüzdan ${address}`,
  aside: (said, more) => `${said} (${more})`,
  percent: (number) => `%${number}`,
}

export const reading: ReadingWords = {
  unreadable: (input) => `“${input}” yazısını anlayamadım.`,
  likeThis: (example) => `Şöyle yaz: ${example}`,

  understood: (parts) => `Anladığım: ${parts.join(', ')}`,
  to: (who) => `alıcı ${who}`,
  into: (token) => `karşılığında ${token}`,
  amountIs: (amount) => `miktar ${amount}`,
  amountMissing: 'Ne kadar ve hangi token?',
  notAnAmount: (word) => `Miktarın yerinde “${word}” yazıyor.`,
  amountFirst: (example) => `Miktarı token’dan önce yaz: ${example}`,
  whichAmount: (amount) => `“${amount}” ne kadar?`,
  pressMeaning:
    'Diller binlikleri ve ondalıkları farklı yazar. Ne demek istediğine bas: ondan önce hiçbir şey gönderilmez.',
  tokenMissing: 'Hangi token?',
  otherMoney: (money) =>
    `Token’ları ve doları bilirim, ama “${money}” bilmediğim bir birim. Hangi token?`,
  withToken: (example) => `Örneğin: ${example}. Tüm token’lar: /tokens`,
  tokensMissing: 'Hangi token’dan ne kadar ve ne karşılığında?',
  otherMissing: 'Karşılığında hangi token’ı istiyorsun?',
  chainBehind: 'Hangi zincirden ödeneceğini sona yaz: on base.',

  nobody: 'Kime gidecek?',
  noPerson: (word) => `“${word}” kim?`,
  personFirst: (example, inAnswer) =>
    `Alıcıyla başla: ${example}. Ya da bir mesajını ${inAnswer} ile yanıtla.`,
  answersNobody:
    'Yanıtladığın mesajın yazarını göremiyorum: bir bot, bir kanal ya da anonim bir yönetici yazmış.',
  unknownPlatform: (prefix) => `“${prefix}” diye bir platform bilmiyorum.`,
  platforms: (handles) => `${handles.join(', ')} ya da bir e-posta adresi yaz.`,
  walletAlone: 'Bir cüzdana bahşiş tek başına verilir.',
  walletByItself: 'Onu ayrı bir komutta yaz.',
  whichChain: (address) => `${address} cüzdanı hangi zincirde?`,
  pressChain: 'Kastettiğin zincire bas: ondan önce hiçbir şey gönderilmez.',
  unknownWallet: (address) => `Buradaki hiçbir zincirde ${address} gibi bir adres yok.`,
  addressOf: (chains) => `Şu zincirlerden birinde bir adres ver: ${chains.join(', ')}.`,
  toOneself: 'Bu bahşişi kendine göndermiş olursun.',
  nameAnother: 'Başka birini yaz.',
  nobodyInParticular: (word) => `“${word}” belirli biri değil.`,
  nameOrShare: (example) => `Kişileri adıyla yaz ya da ilk gelenler arasında paylaştır: ${example}`,
  toBot: 'Ben botum; bahşiş talep edemem.',
  namePerson: 'Bir kişi yaz.',
  namedAsBot: (who) => `${who} adına bakılırsa bir bot; botlar bahşiş talep edemez.`,
  answerThem: (who) => `Bir kişi yaz. ${who} bir kişiyse, komutla onun bir mesajını yanıtla.`,
}

export const note: NoteWords = {
  tooLong: (length, most) => `Not ${length} karakter; en fazla ${most} karakter sığar.`,
  shorten: 'Notu kısalt.',
  hasLink: 'Notta bağlantı olamaz.',
  withoutLink: 'Notu bağlantı olmadan yaz.',
  hasMention: 'Notta kimse etiketlenemez.',
  withoutMention: 'Notu @ olmadan yaz.',
}

export const verification: VerificationWords = {
  title: 'Doğrulama kodun',
  code: 'Kod',
  howTo:
    '10 dakika içinde talep sayfasına yaz. Bunu sen istemediysen hiçbir şey yapma. Kimseye verme ve bir gruba asla yazma.',
}
