/** What waits for a person, in their own private chat. `sum` is an amount with its token. */
export const claimable = {
  title: (sender: string, sum: string) => `${sender} sent you ${sum}`,
  noneWaits: 'All paid out or on the way',
  from: 'From',
  payableOn: 'Can be paid out on',
  waitsUntil: 'Waits until',
  ownKey: 'It is bound to a key of your own: only whoever holds that key can claim it.',
  choose: 'Choose where to receive it.',
  write: (chains: string) =>
    `Write /claim all to ${chains} with your address behind it, or open the claim page.`,
  claimOn: (chain: string) => `Claim on ${chain}`,
  claimSumOn: (sum: string, chain: string) => `Claim ${sum} on ${chain}`,
  openPage: 'Open claim page',
  newLink: 'Make a new link',
}

export type ClaimableWords = typeof claimable
