import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `“${input}” yazısını anlayamadım.`,
  chainMissing: 'Zincir eksik.',
  likeThis: (example) => `Şöyle yaz: ${example}`,

  to: (who) => `alıcı ${who}`,
  amountIs: (amount) => `tutar ${amount}`,
  amountMissing: 'Tutar ve token eksik.',
  notAnAmount: (word) => `Tutarın yerinde “${word}” yazıyor.`,
  amountFirst: (example) => `Tutarı token’dan önce yaz: ${example}`,
  tokenMissing: 'Token eksik.',
  tokenBehind: (tokens) => `Tutardan sonra birini yaz: ${tokens}.`,
  tokensMissing: 'Tutar ve token’lar eksik.',
  otherMissing: 'Karşılığında istediğin token eksik.',
  otherBehind: (tokens) => `Ardına birini yaz: ${tokens}.`,
  chainBehind: 'Hangi zincirden ödeneceğini sona yaz: on base.',

  nobody: 'Kime gideceği eksik.',
  noPerson: (word) =>
    `“${word}” @ ile başlamıyor ve bir e-posta adresi değil; kime gideceğini bilemiyorum.`,
  personFirst: (example) =>
    `Alıcıyla başla: ${example}. Ya da bir mesajını /tip 5 usdc ile yanıtla.`,
  unknownPlatform: (prefix) => `“${prefix}” diye bir platform bilmiyorum.`,
  platforms: 'tg:bobby, x:bobby, discord:bobby ya da bir e-posta adresi yaz.',
  toOneself: 'Bu bahşiş sana giderdi.',
  nameAnother: 'Başka birini yaz.',
  toBot: 'Ben botum; bahşiş talep edemem.',
  namePerson: 'Bir kişi yaz.',
}
