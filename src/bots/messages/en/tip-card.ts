/**
 * The card of a tip, from its request to its pay-out. `who` is the recipient, `sum` an amount with its token, `chains` where it
 * is paid, empty where that is not known.
 */
export const tipCard = {
  title: (sum: string, who: string) => `Tip ${sum} to ${who}`,
  arrivesAs: 'Arrives as',
  vouchersFor: (sum: string, who: string) => `Vouchers for ${sum}, which only ${who} can claim`,
  claimableOn: 'Claimable on',
  mailLater: (who: string) => `Once it has arrived, ${who} gets a mail with a link to claim it.`,
  unknown: (who: string) =>
    `I have not met ${who} yet. The tip waits until the account that owns this handle comes to claim it.`,
  needsPin: (who: string) => `For this much ${who} needs a PIN from you as well.`,
  showPin: 'Show my PIN',
  showAddress: 'Show whole address',
  passOn: (who: string) => `I cannot write to ${who}. Pass the claim link on yourself.`,
  showLink: 'Show claim link',

  sending: (sum: string, who: string) => `Sending ${sum} to ${who}`,
  signed: (who: string) => `Signed. ${who} can claim once it is final.`,
  failed: (who: string) => `The tip to ${who} failed`,
  refused: (chain: string, reason: string) => `${chain} refused the transaction: ${reason}.`,
  onlyFee: 'Only the network fee was spent.',
  unreached: (who: string, chain: string) => `The tip to ${who} never reached ${chain}`,
  refunded: (who: string) => `The tip to ${who} was refunded`,
  refunding: (who: string) => `The tip to ${who} is being refunded`,
  hubRefused: (reason: string) => `The hub refused it: ${reason}.`,
  timedOut: (who: string) => `The tip to ${who} timed out`,
  needsAttention: (who: string) => `The tip to ${who} needs attention`,
  vouchersKept: 'Your vouchers are untouched.',
  vouchersStill: (sum: string) => `The ${sum} are still your vouchers.`,
  tokensKept: (sum: string) => `The ${sum} are still in your wallet.`,
  tokensBack: (sum: string, chain: string) => `The ${sum} are back in your wallet on ${chain}.`,
  tokensHeld: (sum: string, chain: string) =>
    `The ${sum} are held on ${chain} until the refund to your wallet is final.`,

  claimable: (who: string, sum: string) => `${who} can claim ${sum}`,
  claim: 'Claim',
  paying: (who: string, sum: string, chains: string) =>
    `${who} is being paid ${sum}${onChains(chains)}`,
  paid: (who: string, sum: string, chains: string) => `${who} was paid ${sum}${onChains(chains)}`,
  paidAsVouchers: (who: string, sum: string) => `${who} was paid ${sum} as vouchers`,
  heldAsVouchers: (who: string, chains: string) =>
    `${who} holds the value as vouchers${onChains(chains)}: the chain could not pay it out as tokens.`,
  goesBack: (sum: string, who: string) => `${sum} for ${who} goes back`,
  wentBack: (sum: string, who: string) => `${sum} for ${who} went back`,
  takenBack: 'Its sender took it back.',
  unclaimed: (who: string) => `${who} did not claim it in time.`,
  onItsWayBack: 'It is on its way back.',
  isBack: "It is the sender's again, as vouchers.",
  mailRefused: (who: string) =>
    `Their mail server takes no mail for ${who}, so nobody was told. Is the address right? The value waits on chain for that address and nobody else.`,
  mailUnwanted: (who: string) =>
    `${who} asked for no mails from here, so I do not write there. Pass the claim link on yourself, or take it back with /cancel.`,
  mailWaits: (who: string) => `A mail to ${who} is on its way.`,
  mailSent: (who: string) => `A mail with a link to claim it was sent to ${who}.`,
}

const onChains = (chains: string) => (chains === '' ? '' : ` on ${chains}`)

export type TipCardWords = typeof tipCard
