/** Where a claim stands, for its recipient. `sum` is an amount with its token, `chain` empty where it is not known. */
export const payout = {
  paid: (sum: string, chain: string) => `Paid: ${sum}${onChain(chain)}, in your wallet`,
  paying: (sum: string, chain: string) => `Paying out ${sum}${onChain(chain)}`,
  arrivedAsVouchers: (sum: string) => `${sum} arrived as vouchers`,
  goesBack: (sum: string) => `${sum} goes back to its sender`,
  wentBack: (sum: string) => `${sum} went back to its sender`,
  waits: (sum: string) => `${sum} waits for you`,
  notPaid: (sum: string) => `${sum} was not paid out`,
  someOf: (paid: number, all: number) => `${paid} of ${all} claims paid`,
  payableOn: (chains: string) => `It can be paid out on ${chains}: /claim`,
  stillWaits: (reason: string) =>
    `The hub refused it: ${reason}. The claim still waits for you: /claim`,
  yours: (token: string, chain: string) =>
    `The ${token} is yours as vouchers of your wallet on ${chain}.`,
  couldNot: (chain: string, reason: string) => `${chain} could not pay out: ${reason}.`,
}

const onChain = (chain: string) => (chain === '' ? '' : ` on ${chain}`)

export type PayoutWords = typeof payout
