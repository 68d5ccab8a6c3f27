import type { WordingWords } from '../en/wording.ts'

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} en küçük ${token} birimi`,
  wallet: (chain, address) => `${chain}, cüzdan ${address}`,
  percent: (number) => `%${number}`,
}
