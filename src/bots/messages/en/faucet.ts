/** `/faucet`, which only the local network has. */
export const faucet = {
  summary: 'Get test tokens into your wallet.',
  arrived: 'Test tokens have arrived',
  tooMuch: (words: string) => `"${words}" is more than a faucet needs.`,
  noWallet: 'You have no wallet that these tokens could go to.',
  nameChain: (example: string) => `Name a chain on which you have one, for example: ${example}`,
}

export type FaucetWords = typeof faucet
