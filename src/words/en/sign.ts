/** The sign page: what is asked, and what became of it. */
export const sign = {
  cannotShow: 'This request cannot be shown',
  fetching: 'Fetching the request.',
  send: 'Send',
  sent: 'Sent',
  swap: 'Swap',
  to: 'To',
  from: 'From',
  youConnect: 'The wallet you connect',
  anyWallet: (owner: string) => `${owner}, with the wallet you connect`,
  ofWallet: (owner: string, address: string) => `${owner} (${address})`,
  chain: 'Chain',
  youGet: 'You get',
  aboutAtLeast: (expected: string, minimum: string) => `about ${expected}, at least ${minimum}`,
  how: 'How',
  hows: {
    deposit: 'It arrives as vouchers that only the recipient can turn into money',
    transferVoucher: 'Your vouchers move to the recipient',
    withdrawVoucher: 'Your vouchers are paid out as real tokens',
    swap: 'One token is traded for another',
  },
  fee: 'Fee',
  noFee: 'None: you only sign, and this service pays the gas',
  payout: 'Payout',
  locked: (chain: string) =>
    `The hub has locked ${chain} and pays nothing out there right now. Do not sign this before it is opened again.`,
  payoutFee: 'Payout fee',
  kept: (fee: string, chain: string) => `${fee}, which the hub keeps for paying out on ${chain}`,
  yourNote: (recipient: string) => `Your note to ${recipient}`,
  cancelled: 'Cancelled in your wallet',
  askAnew:
    'Your wallet sent another transaction in its place, so this one was not sent. Ask for a new request with the same command in the chat.',
  replacedAlone: 'Your wallet sent another transaction in its place, so this one was not sent.',
  expired: 'This request has expired',
  askForNew:
    'If your wallet sent it at the last moment, its card in the chat shows that within minutes. If not, ask for a new one with the same command.',
  mayBeSent:
    'If your wallet sent it at the last moment, this page shows that within minutes. Pay nothing again before.',
  notInTime: 'It was not signed in time.',
  signedInstead: 'Signed already',
  notNeeded:
    'The request that this one was to replace was signed after all, so this one is not needed: sign nothing here.',
  noBlock:
    'No block has taken what your wallet sent. If it still waits in your wallet, cancel it there before you send anything else.',
  headings: {
    pending: 'On its way',
    completed: 'Arrived',
    failed: 'Refused',
    refunded: 'Refunded',
    released_as_vouchers: 'Held as vouchers',
    not_found: 'Never arrived',
    timed_out: 'Timed out',
    needs_attention: 'Needs attention',
  },
  atLeastArrived: (sum: string) => `At least ${sum} arrived.`,
  arrived: (sum: string) => `${sum} arrived.`,
  canClaim: (recipient: string, sum: string) => `${recipient} can claim ${sum}.`,
  paidTooMuch: (recipient: string) =>
    `When this came, the invoice was paid already or had been withdrawn. It waits for ${recipient} all the same: until it is claimed, the wallet that sent it can take it back.`,
  leftAsVouchers:
    'The last chain could not pay it out, so it is in the vouchers of the wallet that signed.',
  backAsVouchers: 'It is in the vouchers of the wallet that signed.',
  close: {
    pending: 'You can close this page: the chat shows the same, until it has arrived.',
    again: 'You can close this page: the card in the chat has a button to try again.',
    over: 'You can close this page: the card in the chat says the same.',
  },
  sentBeside: (chain: string) =>
    `A transaction was prepared for this as well. If your wallet sent it, this page shows that once ${chain} has it for good. Send nothing again before.`,
  closeAlone: {
    pending: 'You can close this page: it goes on by itself.',
    over: 'You can close this page.',
  },
  toInvoice: 'To the invoice',

  dismiss: 'Not what you wanted? Press Dismiss on its card in the chat.',
  heading: 'Sign',
  signing: 'Signing…',
  asPersona: (persona: string) => `Sign as ${persona} (playground wallet)`,
  onlyPlayground: (chain: string) =>
    `There is no wallet for ${chain} in this browser, so only the playground wallet can sign here.`,
  connected: (address: string, wallet: string) => `Connected: ${address} in ${wallet}`,
  connectFirst:
    'Connect your wallet: the exact messages are made for its account, and checked here before you sign.',
  walletShowsFee:
    'Your wallet shows the network fee before you confirm, and keeps your keys. Nothing moves until you sign.',
  costsNothing: (chain: string) =>
    `It costs you nothing: you sign a text, and this service brings it to ${chain}. It can do only what stands above. Nothing moves until you sign.`,
  payOwnGas: 'Send a transaction instead, and pay its fee',
  signText: 'Sign the text instead, without a fee',
  passkeySendsNothing:
    'This account is a passkey’s: it signs, but sends no transactions. Ask again in the chat with the same command.',
  checked: 'Checked: exactly what you asked',
  wouldSign: 'What your wallet would sign',
  doNotSign: 'These messages do something else than what was asked. Do not sign them.',
  askAgain: 'Ask for a new request with the same command.',
  approvalStands: (contract: string, chain: string, sum: string) =>
    `${contract} on ${chain}, which the approval was for, may take ${sum} from this account, and has taken nothing. Go on below, or take it back, which is a transaction of its own.`,
  takeApprovalBack: 'Take the approval back',
  approvalTakenBack: 'The approval was taken back: nothing may be taken from this account.',
  wasAsked: (chain: string) =>
    `This page was closed while your wallet was asked. Look into your wallet first: if it has sent this, do not sign again. It shows here once ${chain} has it for good, mostly within minutes.`,
  confirmInWallet: 'Confirm it in your wallet',
  waitForChain: 'Waiting for the chain to take it',
  walletSent: 'Your wallet has sent it',
  telling: 'Telling Vouch',
  reportAgain: 'Report it again',
  notTwice: (hash: string) =>
    `Transaction ${hash}. Do not sign a second time: the money may already be on its way.`,
  spedUp: 'I sped it up, so it has another hash now',
  newHash: "The new transaction's hash",
  reportThis: 'Report this one',
  cancelledIt: 'I cancelled it in my wallet',
  saidCancelled: 'You say that you cancelled it in your wallet.',
  onceCancelled:
    'Sign once more below, but only once your wallet shows that the cancelling is done.',
}
export type PageSignWords = typeof sign

/** What the bytes do that a wallet is to sign. */
export const messages = {
  asAsked: 'as asked',
  asAskedTitle: 'As asked',
  notAsked: 'not what was asked',
  bytes: 'The bytes',
  unreadable: 'This message is not what was asked for',
  readsAs: 'Reads as',
  somethingElse: 'something else than what was asked for',
  unknown: 'Unknown',
  send: 'Send',
  sendTo: (sum: string, recipient: string) => `Send ${sum} to ${recipient}`,
  sendVouchers: (sum: string, recipient: string) => `Send ${sum} of vouchers to ${recipient}`,
  oneOf: (recipient: string) => `one of ${recipient}`,
  takeOut: 'Take out',
  takeOutTo: (sum: string, recipient: string) => `Take out ${sum} to ${recipient}`,
  swap: 'Swap',
  swapFor: (sum: string, least: string) => `Swap ${sum} for at least ${least}`,
  trades: 'Trades',
  pays: 'Pays',
  atLeast: (sum: string) => `at least ${sum}, or everything comes back`,
  partnerFee: 'Fee for others',
  none: 'none',
  ofTenThousand: (points: string) => `${points} of 10000`,
  takes: 'Takes',
  ofYourVouchers: (sum: string) => `${sum} of your vouchers`,
  from: 'From',
  comesBack: 'Comes back',
  unlessDelivered: (seconds: string) => `if it is not delivered within ${seconds} seconds`,
  shares: 'Shares',
  parts: 'Parts',
  recipients: 'Recipients',
  insteadOf: (given: number, wanted: number) => `${given} instead of ${wanted}`,
  contract: 'Contract',
  sendsAlong: 'Sends along',
  nothing: 'nothing',
  chain: 'Chain',
  allow: 'Allow',
  allowTitle: (sum: string) => `Allow Vouch's contract to take ${sum}`,
  allows: 'Allows',
  toTake: 'To take',
  ofToken: 'Of token',
  nativeCurrency: (amount: string) => `${amount} of the native currency`,
  of: 'Of',
  goodUntil: 'Good until',
  networkFee: 'Network fee',
  servicePays: 'none: this service brings it to the hub and pays for it',
  to: 'To',
  claimOf: (recipient: string, id: string) => `the claim of ${recipient} (${id})`,
  heldBy: 'Held by',
  untilClaimed: (holder: string, recipient: string) => `${holder} until ${recipient} claims it`,
  claimsFor: (count: number, recipient: string) => `${count} claims, for ${recipient}`,
  untilAllClaimed: (holders: string) => `${holders} until they are claimed`,
  toEach: (sum: string) => `${sum} to each`,
  between: (least: string, most: string) => `${least} to ${most} each`,
}
export type MessagesWords = typeof messages

/** Approval and operation in one batch, which its wallet alone knows until a block has it. */
export const batches = {
  taken: 'Your wallet has taken it',
  unknown:
    'No wallet of this browser tells what became of it. If it was sent, this page and the chat notice by themselves. Do not sign a second time before you have looked into your wallet.',
  deny: 'My wallet did not send it',
  denied: { message: 'You say that your wallet did not send it.', fix: 'Sign once more below.' },
  not_sent: { message: 'Your wallet did not send it.', fix: 'Try again when you are ready.' },
  refused: {
    message: 'The chain refused it, so nothing was moved.',
    fix: 'Try again, or ask for a new request with the same command.',
  },
  partly: {
    message: 'Your wallet says that only a part of it was done.',
    fix: 'Look into your wallet what was done before you try again.',
  },
}
export type BatchesWords = typeof batches
