import type { FaucetWords } from '../en/faucet.ts'

export const faucet: FaucetWords = {
  summary: 'Cüzdanına deneme token’ları alır.',
  arrived: 'Deneme token’ları ulaştı',
  tooMuch: (words) => `"${words}" bir musluk için fazla.`,
  noWallet: 'Bu token’ların gidebileceği bir cüzdanın yok.',
  nameChain: (example) => `Cüzdanının olduğu bir zincir belirt, örneğin: ${example}`,
}
