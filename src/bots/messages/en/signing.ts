/** What a card says that waits for a wallet to sign. */
export const signing = {
  from: 'From',
  walletLater: (chain: string) => `${chain}, wallet connected on the sign page`,
  fee: 'Fee',
  gasOnly: 'Network gas only, paid by your wallet',
  sign: 'Sign',
  expired: 'It was not signed in time, so this request has expired. Nothing was sent.',
  askAgain: 'Ask again with the same command.',
}

export type SigningWords = typeof signing
