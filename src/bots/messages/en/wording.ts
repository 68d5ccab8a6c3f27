/** Amounts and wallets, wherever they stand. */
export const wording = {
  baseUnits: (units: string, token: string) => `${units} base units of ${token}`,
  wallet: (chain: string, address: string) => `${chain}, wallet ${address}`,
  /** `number` is written as the language writes numbers. */
  percent: (number: string) => `${number} %`,
}

export type WordingWords = typeof wording
