import type { SigningWords } from '../en/signing.ts'

export const signing: SigningWords = {
  from: 'Kaynak',
  walletLater: (chain) => `${chain}, cüzdan imza sayfasında bağlanır`,
  fee: 'Ücret',
  gasOnly: 'Yalnızca ağın gas ücreti; cüzdanın öder',
  sign: 'İmzala',
  expired: 'Zamanında imzalanmadığı için bu isteğin süresi doldu. Hiçbir şey gönderilmedi.',
  askAgain: 'Aynı komutla yeniden iste.',
}
