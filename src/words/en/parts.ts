/** What every page may say. */
export const page = {
  language: 'Language',
  moment: 'One moment…',
  tryAgain: 'Try again',
  /** What a browser's tab shows. */
  titles: {
    claim: 'Claim',
    sign: 'Sign',
    key: 'Your account',
    pay: 'Invoice',
    giveaway: 'Giveaway',
    wallet: 'Link a wallet',
    playground: 'Playground',
  },
  copyLink: 'Copy the link of this page',
  linkCopied: 'Copied: paste it there',
  copyThis: 'Copy this, and tell it to nobody',
  onPhone: 'Open this on your phone',
  camera: 'Point its camera here. Whoever sees this code can open this page.',
  qrCode: 'The link of this page as a QR code',
  walletElsewhere: 'Is your wallet in your browser?',
  openThere: 'Open this page there',
}
export type PageFrameWords = typeof page

/** Amounts and who is meant. */
export const naming = {
  baseUnits: (units: string, token: string) => `${units} base units of ${token}`,
  under: (amount: string) => `under ${amount}`,
  worth: (usd: string) => `≈ $${usd}`,
  exactly: 'Exact amount',
  /** A handle, or an address on a chain. */
  elsewhere: (name: string, place: string) => `${name} on ${place}`,
  signer: (chain: string) => `the wallet that signs, on ${chain}`,
  firstCome: 'whoever takes it first',
  people: (count: string) => `${count} people, a share each`,
}
export type PageNamingWords = typeof naming

/** What went wrong where the server said nothing of it. */
export const problems = {
  offline: 'Vouch cannot be reached right now.',
  checkConnection: 'Check your connection and try again.',
  unclear: 'Vouch gave an answer that this page cannot read.',
  later: 'Try again in a moment.',
  fault: (reason: string) => `Something on this page went wrong: ${reason}.`,
  reload: 'Reload the page and try again.',
  partMissing: 'A part of this page could not be loaded.',
  reloadForNewer: 'Check your connection, then reload the page: there may be a newer one.',
  request: (id: string) => `Request ${id}`,
}
export type ProblemsWords = typeof problems

/** A transaction's way over its chains. */
export const progress = {
  sent: 'Sent',
  unreported: 'Waiting for the chain to report it',
  submit: (chain: string) => `Sent on ${chain}`,
  settle: 'Settled on the hub',
  confirm: (chain: string) => `Confirmed on ${chain}`,
  release: (chain: string) => `Paid out on ${chain}`,
  seen: 'Seen, in no block yet',
  confirmed: 'In a block, waiting until it is final',
  states: { waiting: 'waiting', active: 'in progress', done: 'done', failed: 'failed' },
  /** How so many parts of one transaction ended comes behind it. */
  ofParts: (count: number, all: number) => `${count} of ${all} parts:`,
  completed: 'It has arrived.',
  failed:
    'The chain refused the transaction, so nothing was moved. Only the network fee was spent.',
  refunded: 'It could not be delivered, and the money is back in the wallet that it came from.',
  not_found: 'No block has this transaction, so nothing was moved.',
  timed_out: 'It was not received in time. The money is held until the time-out is recorded.',
  needs_attention: 'It does not go on. Show its hash to whoever runs this service.',
  released_as_vouchers:
    'The last chain could not pay it out, so the sender holds the money as vouchers, or if it was a claim, its recipient does.',
}
export type ProgressWords = typeof progress
