/** `/swap`, from its request to its pay-out. `trade` is what `trade` says, `reason` the chain's own words. */
export const swap = {
  summary: 'Swap one token for another from your own wallet.',
  title: (given: string, received: string) => `Swap ${given} for ${received}`,
  trade: (given: string, token: string) => `${given} for ${token}`,
  to: 'To',
  sameWallet: 'The same wallet',
  atLeast: 'At least',
  orBack: (least: string, slippage: string) =>
    `${least} (slippage ${slippage}): else everything comes back`,
  gasOnly: 'Network gas only, paid by your wallet; what the pools take is in the price',
  freshPrice: 'Ask for a fresh price with /quote.',
  done: (trade: string) => `Swapped ${trade}`,
  arrived: (least: string, chain: string) => `At least ${least} arrived on ${chain}.`,
  doneAsVouchers: (trade: string) => `Swapped ${trade}, as vouchers`,
  asVouchers: (chain: string, reason: string, token: string) =>
    `${chain} could not pay it out as tokens: ${reason}. The recipient holds the ${token} as vouchers.`,
  failed: (trade: string) => `The swap of ${trade} failed`,
  refused: (chain: string, reason: string, sum: string) =>
    `${chain} refused the transaction: ${reason}. The ${sum} are still in your wallet. Only the network fee was spent.`,
  neverReached: (trade: string, chain: string) => `The swap of ${trade} never reached ${chain}`,
  stillYours: (reason: string, sum: string) => `${reason}. The ${sum} are still in your wallet.`,
  refunded: (trade: string) => `The swap of ${trade} was refunded`,
  isBack: (reason: string, sum: string, chain: string) =>
    `The hub refused it: ${reason}. The ${sum} are back in your wallet on ${chain}.`,
  partlyRefunded: (trade: string) => `A part of the swap of ${trade} was refunded`,
  partIsBack: (reason: string, sum: string, chain: string, target: string) =>
    `The hub refused that part: ${reason}. ${sum} are back in your wallet on ${chain}. The rest was swapped and paid out on ${target}.`,
  timedOut: (trade: string) => `The swap of ${trade} timed out`,
  stopped: (trade: string) => `The swap of ${trade} does not go on`,
  show: (hash: string) => `Show this transaction to whoever runs this service: ${hash}`,
  refunding: (trade: string) => `The swap of ${trade} is being refunded`,
  comesBack: (reason: string, sum: string, chain: string) =>
    `The hub refused it: ${reason}. The ${sum} are held on ${chain} until the refund to your wallet is final.`,
  underWay: (trade: string) => `Swapping ${trade}`,
  signed: (least: string, chain: string) =>
    `Signed. At least ${least} will arrive on ${chain}, or everything comes back.`,
  noHome: (token: string, chain: string) =>
    `${token} does not exist on ${chain}, and you have no linked wallet where it does.`,
  linkFirst: (chains: string) => `Link a wallet on ${chains} first.`,
}

export type SwapWords = typeof swap
