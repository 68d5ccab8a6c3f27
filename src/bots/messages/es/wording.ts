import type { WordingWords } from '../en/wording.ts'

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} unidades mínimas de ${token}`,
  wallet: (chain, address) => `${chain}, cartera ${address}`,
  percent: (number) => `${number} %`,
}
