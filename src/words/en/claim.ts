import { plural } from '../plural.ts'

/** The claim page: what waits, and for whom. */
export const claim = {
  notBegunHere: 'This sign-in was not begun here',
  beginAnew:
    'It was begun in another browser, or more than 10 minutes ago, so nothing was done with it. Open the claim link again and begin anew, in one browser.',
  incomplete: 'This link is not complete',
  wholeLink:
    'The end of the link, after the # sign, is missing. Open the whole link from the message that you got.',
  cannotShow: 'This claim cannot be shown',
  looking: 'Looking for what waits for you.',
  sentYou: (sender: string) => `${sender} sent you`,
  for: (who: string) => `For ${who}`,
  waitsUntil: (day: string) => `It waits until ${day}.`,
  ownWords: (sender: string) => `In ${sender}'s own words`,
  notArrived: 'It has not arrived yet',
  announced: (sender: string) =>
    `${sender} announced it. It can be claimed here as soon as it is safely on the chain; this page notices by itself.`,
  paused: 'It is paused for now',
  pausedBy:
    'The people who run this bot have paused it; nothing is lost. Its time is not running meanwhile, and this page notices by itself when it goes on.',
  waitsForWord: (sender: string) => `It waits for a word of ${sender}`,
  held: {
    changed: (who: string, sender: string) =>
      `${who} was given up, or has belonged to more than one account, so ${sender} was asked who is meant. Until then nobody can claim it; nothing is lost, since what is not claimed goes back.`,
    stale: (who: string, sender: string) =>
      `${who} had not been seen for a long time when this was sent, so ${sender} was asked who is meant. Until then nobody can claim it; nothing is lost, since what is not claimed goes back.`,
  },
  from: (day: string) => `It can be claimed from ${day}`,
  newName: (who: string, sender: string) =>
    `The account of ${who} took this name only recently. Until then ${sender} can take it back, or confirm that you are meant; this page notices by itself.`,

  over: 'It is not for claiming any more',
  expired: 'Nobody claimed it in time, so it goes back to its sender.',
  cancelling: 'Its sender is taking it back.',
  cancelled: 'Its sender took it back.',
  returning: 'Nobody claimed it in time. It is on its way back to its sender.',
  returned: 'Nobody claimed it in time, so it went back to its sender.',
  payingOut: (sum: string) => `Paying out ${sum}`,
  paid: (sum: string) => `Paid: ${sum}`,
  paidAsVouchers: (sum: string) => `Paid as vouchers: ${sum}`,
  notPaidYet: (sum: string) => `Not paid out yet: ${sum}`,
  to: (address: string, chain: string) => `To ${address} on ${chain}`,
  inWallet: (sum: string) => `Paid. ${sum} is in your wallet.`,
  keptHere: (sum: string) => `Done. ${sum} is kept here, by your passkey.`,
  yoursAsVouchers: (sum: string) => `Paid. ${sum} is yours as vouchers.`,
  wasPaid: 'It was paid out.',
  isBeingPaid: 'It is being paid out.',
  sayThanks: (sender: string) => `Say thanks to ${sender}`,
  saidThanks: 'You said thanks.',
  backTo: (place: string) => `Back to ${place}`,
  noReason: 'it gave no reason',
  vouchersOf: (chain: string, reason: string, address: string) =>
    `${chain} could not pay out: ${reason}. They are vouchers of your address ${address} on ${chain}. Only its wallet can turn them into tokens.`,
  takeOut: (chain: string) => `Take out on ${chain}`,
  buttonOnLink: 'Open the link of this claim, and there is a button for it.',
  connectNext: 'Connect that wallet on the next page.',
  otherWays: 'It also goes with /withdraw in a chat where the wallet is linked.',
  lastTry: 'The last try was refused.',
  lastTryBecause: (reason: string) => `The last try was refused: ${reason}.`,
  nothingLost: 'Nothing was lost. Check the chain and the address, and try again.',
}
export type PageClaimWords = typeof claim

/** The steps of being paid. */
export const claimSteps = {
  prove: '1. Show that it is you',
  continueAs: (who: string, place: string) =>
    `Continue as ${who}: ${place} tells us the name of your account and nothing else.`,
  continueWith: (place: string) => `Continue with ${place}`,
  noWay: (place: string) =>
    `This server has no way to check ${place} accounts yet, so nothing can be paid out. Nothing is lost: what nobody claims goes back to its sender.`,
  byMail: (to: string) => `We send a code by e-mail to ${to}.`,
  byChat: (to: string, place: string) => `We send a code to ${to} on ${place}.`,
  orByMail: (to: string) => `Or we send a code by e-mail to ${to}.`,
  orByChat: (to: string, place: string) => `Or we send a code to ${to} on ${place}.`,
  unchanged: 'Opening this page has changed nothing yet.',
  sendCode: 'Send me a code',
  haveCode: 'I have a code',
  codeByMail: (to: string) =>
    `If this is yours, a code is on its way by e-mail to ${to}. It is valid for 10 minutes.`,
  codeByChat: (to: string, place: string) =>
    `If this is yours, a code is on its way to ${to} on ${place}. It is valid for 10 minutes.`,
  codeLate:
    'It is late: the mail server there has not taken it yet. We try again for as long as it is valid.',
  code: (characters: number) => `The code (${characters} characters)`,
  continue: 'Continue',
  anotherCode: 'Send another code',
  anotherCodeIn: (seconds: number) => `Send another code (in ${seconds} s)`,

  where: '2. Where should it go?',
  changeIt: 'Change it',
  noWallet:
    'No wallet? Keep it here: it is yours at once, and your phone or computer has the only key.',
  keep: 'Keep it here',
  orAddress: 'Or to an address of yours',
  wordsFirst: {
    message: (usd: string) =>
      `This is your passkey's account. With this it would have more than $${usd}, and its recovery words were not confirmed yet. Nothing was paid.`,
    keepInstead:
      'Press “Keep it here” above, which asks you for the words first. Or enter another address.',
    otherAddress:
      'Confirm them and link the account again with /wallet link in the chat, or enter another address.',
  },
  eachNeedsPin: "Each of these needs its sender's PIN. Choose one of them.",
  nowhere: (tokens: string) =>
    `No chain of this network can pay out ${tokens} right now. It stays here for you.`,
  otherChain: 'The chain that was chosen cannot pay this out. Choose another one.',
  addressOn: (chain: string) => `Your address on ${chain}`,
  anApp: (app: string, chain: string) =>
    `An app such as ${app} gives you an address on ${chain}. Come back with it: this stays here for you.`,
  everything: (count: number) => `Everything (${count})`,
  sumFrom: (sum: string, sender: string) => `${sum} from ${sender}`,
  which: 'What do you claim?',
  chain: 'Chain',
  useAddress: (wallet: string) => `Use my ${wallet} address`,
  appAddress: 'Take the address of a wallet app',
  address: {
    missing: 'Fill in the address to be paid to.',
    evm: 'An address on this chain is 0x and 40 digits or letters from a to f.',
    mistyped: 'This address has a typing mistake: its capital letters do not fit. Copy it again.',
    otherKind:
      'An address that begins with 0x belongs to another kind of chain. Choose one of those, or copy your address on this one.',
    cosmos:
      'This is not an address of this chain: its form or its last characters do not fit. Copy it again.',
  },

  right: 'Is this right?',
  pays: 'Pays',
  and: 'And',
  payoutFee: 'Payout fee',
  hubKeeps: (fee: string) => `${fee}, which the hub keeps`,
  arrives: 'Arrives',
  on: 'On',
  to: 'To',
  keptAt: 'Kept by your passkey at',
  final: 'It cannot be taken back.',
  compare: 'Compare the address with the one in your wallet.',
  stays: (sums: string, count: number) =>
    `${sums} ${plural('en', count, { one: 'stays', other: 'stay' })} here for you to claim on another chain, or with its sender's PIN.`,
  pin: (sender: string, characters: number) =>
    `The PIN of ${sender} (${characters} characters). For this much, ask them for it.`,
  payOut: (sum: string) => `Pay out ${sum}`,
  payOutAll: (count: number) => `Pay out all ${count}`,

  ownKey: 'Only your own key can claim this',
  boundToKey:
    'The sender bound it to a public key that is not ours, so we cannot pay it out for you. Say where you want to be paid, sign what appears here with your key, and send both to the contract.',
  claim: 'Claim',
  number: (id: string) => `Number ${id}`,
  addressThere: 'Your address there',
  showDocument: 'Show what to sign',
  signThis: 'Sign this, as it is (SHA-256, secp256k1, 64 bytes r||s)',
  sendTo: (chain: string) => `Then anybody can send it on ${chain} to this contract:`,
  textAbove: '<the text above>',
}
export type ClaimStepsWords = typeof claimSteps
