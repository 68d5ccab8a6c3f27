import type { FaucetWords } from '../en/faucet.ts'

export const faucet: FaucetWords = {
  summary: 'Recibe tokens de prueba en tu cartera.',
  arrived: 'Han llegado tokens de prueba',
  tooMuch: (words) => `"${words}" es más de lo que necesita un grifo.`,
  noWallet: 'No tienes ninguna cartera a la que puedan ir estos tokens.',
  nameChain: (example) => `Di una cadena en la que tengas una, por ejemplo: ${example}`,
}
