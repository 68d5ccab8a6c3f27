import type { WordingWords } from '../en/wording.ts'

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} 个 ${token} 最小单位`,
  wallet: (chain, address) => `${chain}，钱包 ${address}`,
  percent: (number) => `${number}%`,
}
