/** Wallets of this browser, and those that are elsewhere. */
export const wallets = {
  connect: (name: string) => `Connect ${name}`,
  signIn: (name: string) => `Sign in ${name}`,
  signWith: (name: string) => `Sign with ${name}`,
  againIn: (name: string) => `Try again in ${name}`,
  lookInto: (name: string) => `Look into ${name}…`,
  yours: 'Your wallet',
  itsChain: 'its chain',
  notFound: (what: string, example: string) =>
    `No wallet for ${what} was found in this browser. Install one such as ${example}, or open this page in your wallet app.`,
  either: (one: string, other: string) => `${one} or ${other}`,
  openInApp: (what: string) =>
    `No wallet for ${what} is in this browser. Open this page in an app that you have:`,
  pasteInApp: (what: string) =>
    `No wallet for ${what} is in this browser. Copy this page's link, and open it in the browser of your wallet app.`,
  openIn: (app: string) => `Open in ${app}`,
  noAccount: (wallet: string) => `${wallet} shows no account to this page.`,
  unlock: 'Unlock it, allow an account, and try again.',
}
export type WalletsWords = typeof wallets

/** Why a wallet did not do it, and what to do. */
export const walletProblems = {
  wrongChain: (wallet: string) => `${wallet} is on another chain.`,
  switchTo: (chain: string) => `Switch it to ${chain} and try again.`,
  noNode: (chain: string, wallet: string) =>
    `This service names no public node of ${chain}, so ${wallet} cannot be told of one.`,
  addYourself: (chain: string, wallet: string) =>
    `Add ${chain} to ${wallet} yourself and try again; if that does not help, ask whoever runs this service to name one.`,
  asking: (wallet: string) => `${wallet} is already asking you something.`,
  answerFirst: (wallet: string) => `Open ${wallet}, answer it, then try again.`,
  notAllowed: (wallet: string) => `${wallet} does not let this page use that account.`,
  allow: (wallet: string) => `Allow this page in ${wallet} and try again.`,
  tooLittle: (currency: string) =>
    `This account does not have enough ${currency} for the amount and the network fee.`,
  addFunds: (currency: string, chain: string) =>
    `Add ${currency} on ${chain}, or use another account.`,
  earlierWaits: 'An earlier transaction of this account still waits for its block.',
  waitSeconds: 'Wait a few seconds, then try again.',
  tooMany: (chain: string) =>
    `Too many requests of this account on ${chain} still wait for their answer.`,
  waitForOne: 'Wait until one of them has ended, then try again.',
  refused: (chain: string, words: string) => `${chain} does not take it: ${words}`,
  newRequest: 'Nothing was sent. Ask for a new request with the same command.',
  declined: (wallet: string) => `You declined it in ${wallet}. Nothing was sent.`,
  declinedAfterApproval: (wallet: string) =>
    `You declined it in ${wallet}. Only the approval before it was sent.`,
  whenReady: 'Try again when you are ready.',
  gone: (wallet: string) => `${wallet} is no longer connected to this page.`,
  reload: 'Look into your wallet for what it has sent, then reload this page.',
  unreachable: (wallet: string, chain: string) => `${wallet} cannot reach ${chain}.`,
  checkWallet: 'Check your connection and the chain in your wallet, then try again.',
  unable: (wallet: string) => `${wallet} could not do it.`,
  unableBecause: (wallet: string, words: string) => `${wallet} could not do it: ${words}`,
  lookInside: 'Look into your wallet, then try again.',
  funds: 'funds',
  tokens: 'tokens',
  ownCurrency: "the chain's own currency",
  wrongAccount: (shown: string, wanted: string) =>
    `Your wallet is on the account ${shown}, but this request is for ${wanted}.`,
  switchAccount: 'Switch to that account in your wallet and try again.',
  approvalRefused: 'The chain refused the approval, so nothing was sent.',
  askedOnceMore: 'Try again; your wallet asks you to allow it once more.',
  approvalWaits: 'The approval is still in no block.',
  speedUp: 'Look into your wallet, perhaps speed it up there, then try again.',
  approvalCancelled: (wallet: string) =>
    `The approval was cancelled in ${wallet}, so nothing was sent.`,
}
export type WalletProblemsWords = typeof walletProblems

/** The page of `/wallet link`. */
export const walletLink = {
  title: 'Link a wallet',
  unusable: 'This link cannot be used',
  fetching: 'Fetching the link.',
  expired: 'This link has expired',
  askAnew: 'Nothing was linked. Ask for a new one in the chat with /wallet link.',
  linked: 'Your wallet is linked',
  account: 'Account',
  wallet: 'Wallet',
  unlinkedAgain: 'unlinked again',
  close: 'You can close this page. The chat has the rest: /wallet, /balance, /tip.',
  toAccount: 'To the account',
  until: 'Until',
  onlyOwn:
    'Only go on if this is your own account. You sign a text, not a transaction: nothing moves, and nothing is allowed to move.',
  withoutWallet: 'Without a wallet',
  for: 'For',
  forChains: (chains: string) => `For ${chains}`,
  withPasskey: 'Link with a passkey',
  walletSigns: 'What your wallet will sign',
  passkeySigns: 'What your passkey will sign',
  another: 'Take another wallet',
}
export type WalletLinkWords = typeof walletLink
