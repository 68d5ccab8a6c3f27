import { plural } from '../../../words/plural.ts'

/** `/claim` and `/claims`. `who` is the recipient, `sum` an amount with its token. */
export const claim = {
  summary: 'List what waits for you, or have it paid out on a chain.',
  listSummary: 'List what waits for you.',
  which: 'Which claim, or the link of one',
  chain: 'Where to',
  address: 'Your address on that chain',
  code: 'The code from your mailbox',
  pin: "The sender's PIN",

  row: (sum: string, sender: string, chains: string) =>
    `${sum} from ${sender}, can be paid out on ${chains}`,
  rowNowhere: (sum: string, sender: string) =>
    `${sum} from ${sender}; no chain can pay it out right now`,
  howTo: 'Write /claim all to base, or /claim 1 to base with an address behind it.',
  everythingOn: (chain: string) => `Claim everything on ${chain}`,
  keepAll: (sum: string) => `Keep all ${sum}`,
  keepEverything: 'Keep everything',
  allOn: (sum: string, chain: string) => `Claim all ${sum} on ${chain}`,
  nothing: 'Nothing waits for you',
  whenTipped:
    'When somebody tips you, I write to you here. If a mail brought you a claim link, write /claim with the link behind it.',

  unknown: 'This claim is not known.',
  seeWaiting: 'List what waits for you with /claim.',
  notWaiting: 'This claim does not wait for you any more.',
  noneWaits: 'Nothing of this waits for you any more.',
  claimedAlready: (who: string) => `${who} has claimed this already.`,
  wentBack: 'This went back to its sender.',
  nothingToDo: 'There is nothing left to do.',
  onlyFor: (who: string) => `This is for ${who}; only that account can claim it.`,
  leaveIt: 'Leave it to them. What waits for you is in /claim.',
  nothingWaits: 'Nothing waits for you.',
  onceTipped: 'When somebody tips you, I write to you.',
  noNumber: (number: string, count: number) =>
    `There is no number ${number}: ${plural('en', count, { one: `${count} claim waits`, other: `${count} claims wait` })} for you.`,
  seeList: 'List them with /claim.',
  noWallet: (chain: string) => `You have no linked wallet on ${chain}.`,
  addAddress: (command: string) => `Put your address behind it: ${command} <address>`,

  alsoPin: (command: string) => `Needs the PIN that its sender has, too. With it, write ${command}`,
  addPin: (command: string) =>
    `Ask the sender for the PIN of 6 characters, and put it behind: ${command} pin ABC123`,
  onePin: 'A PIN belongs to one claim, not to several.',
  /** `others`: the numbers that need one; empty where none does. */
  needlessPin: (number: string, others: string) =>
    others === ''
      ? `Number ${number} needs no PIN. Nothing was paid out.`
      : `Number ${number} needs no PIN, but number ${others} does. Nothing was paid out.`,

  /** Of a claim for a mailbox, before and after the mailbox is proven. `who` shows no more than its owner knows it by. */
  sentTo: (sender: string, sum: string, who: string) => `${sender} sent ${sum} to ${who}`,
  notThere: 'It has not arrived yet; until then there is nothing to pay out.',
  codeSent: (who: string) =>
    `If this is yours, a code is on its way by e-mail to ${who}. It is valid for 10 minutes.`,
  codeLater: (sec: number) =>
    `A code was asked for a short while ago: take the newest one. You can ask for another in ${sec} s, with the same link.`,
  codeIsLate:
    'The mail server of that address has not taken the last code yet. We try again for as long as it is valid.',
  giveCode: 'Write /claim code ABCD2345 here, with your code in the place of ABCD2345.',
  noLink: 'I do not know which claim this code is for.',
  sendLink:
    'Write /claim with the claim link behind it first, and the code within 10 minutes after.',
  proven: 'This mailbox is yours. For 30 minutes, what waits for it is in your /claim.',
  proveOnPage: 'Open the link in a browser: there you can prove that it is yours.',

  secretSeen: 'That was for nobody else to see',
  secretDeleted:
    'Your message held a claim link, a code or a PIN. I have deleted it, and done nothing else with it.',
  deleteSecret:
    'Your message holds a claim link, a code or a PIN. Please delete it, since I may not. I have done nothing else with it.',
  sayPrivately: 'Write it to me here, in our private chat.',
}

export type ClaimWords = typeof claim

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
  keep: 'Keep it in your account',
  keepSum: (sum: string) => `Keep ${sum} in your account`,
  claimOn: (chain: string) => `Claim on ${chain}`,
  claimSumOn: (sum: string, chain: string) => `Claim ${sum} on ${chain}`,
  openPage: 'Open claim page',
  givenAt: 'See it in the group',
  newLink: 'Make a new link',
}

export type ClaimableWords = typeof claimable

/** Where a claim stands, for its recipient. `sum` is an amount with its token, `chain` empty where it is not known. */
export const payout = {
  paid: (sum: string, chain: string) => `Paid: ${sum}${onChain(chain)}, in your wallet`,
  paying: (sum: string, chain: string) => `Paying out ${sum}${onChain(chain)}`,
  kept: (sum: string) => `${sum} is in your account`,
  whatKeeping: 'Tip, swap or take it out to any chain whenever you like, without gas.',
  arrivedAsVouchers: (sum: string) => `${sum} arrived as vouchers`,
  goesBack: (sum: string) => `${sum} goes back to its sender`,
  wentBack: (sum: string) => `${sum} went back to its sender`,
  waits: (sum: string, tokens: number) =>
    plural('en', tokens, { one: `${sum} waits for you`, other: `${sum} wait for you` }),
  notPaid: (sum: string) => `${sum} was not paid out`,
  someOf: (paid: number, all: number) => `${paid} of ${all} claims paid`,
  payableOn: (chains: string) => `It can be paid out on ${chains}: /claim`,
  stillWaits: (reason: string) =>
    `The hub refused it: ${reason}. The claim still waits for you: /claim`,
  yours: (address: string, chain: string) =>
    `They are vouchers of your address ${address} on ${chain}. Only its wallet can turn them into tokens.`,
  couldNot: (chain: string, reason: string) => `${chain} could not pay out: ${reason}.`,
  sayThanks: 'Say thanks',
  saidThanks: 'You said thanks.',
  thanks: (who: string, sum: string) => `${who} says thanks for ${sum}`,
}

const onChain = (chain: string) => (chain === '' ? '' : ` on ${chain}`)

export type PayoutWords = typeof payout
