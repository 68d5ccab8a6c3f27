import type { FaucetWords } from '../en/faucet.ts'

export const faucet: FaucetWords = {
  summary: 'Holt Test-Token in deine Wallet.',
  arrived: 'Test-Token sind angekommen',
  tooMuch: (words) => `„${words}“ ist mehr, als ein Faucet braucht.`,
  noWallet: 'Du hast keine Wallet, in die diese Token passen.',
  nameChain: (example) => `Nenne eine Chain, auf der du eine hast, zum Beispiel: ${example}`,
}
