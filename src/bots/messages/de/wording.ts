import type { WordingWords } from '../en/wording.ts'

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} Basiseinheiten von ${token}`,
  wallet: (chain, address) => `${chain}, Wallet ${address}`,
  percent: (number) => `${number} %`,
}
