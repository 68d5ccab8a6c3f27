import { plural } from '../../../words/plural.ts'

/** `/tip` and `/send`, as lists, menus and forms show them. */
export const tip = {
  summary: 'Send tokens to somebody by their handle, or in answer to a message of theirs.',
  sendSummary: 'Send tokens to an e-mail address, or to somebody on another platform.',
  to: 'Who gets it',
  others: 'More people, who get as much each: @carol @dora',
  recipient: 'An e-mail address, or a handle elsewhere: x:bobby, tg:bobby',
  amount: 'How much: 5, 0.25, $5, half or all',
  token: 'Which token',
  chain: 'The chain to pay from',
  note: 'A few words of yours',
  /** In the menu of a person. */
  personMenu: 'Tip',
  /** In the menu of a message. */
  messageMenu: 'Tip author',
}

export type TipWords = typeof tip

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
  cannotClaim: (who: string, place: string) =>
    `${place} accounts cannot prove themselves here yet, so ${who} cannot claim this for now. It waits until that is set up; you can take it back with /cancel.`,
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
  paidByAnother: (who: string) =>
    `Another wallet paid this than the one that it was made for. It waits on the hub until ${who} claims it, and does not come back by itself: only the people who run this bot can send it back, to the wallet that paid.`,
  paidTooMuch: (who: string) =>
    `When this came, what it was to pay was paid already or had been withdrawn. It waits for ${who} all the same: until it is claimed, you can take it back.`,
  waitsFor: (who: string, sum: string) => `${sum} waits for ${who}`,
  paying: (who: string, sum: string, chains: string) =>
    `${who} is being paid ${sum}${onChains(chains)}`,
  paid: (who: string, sum: string, chains: string) => `${who} was paid ${sum}${onChains(chains)}`,
  kept: (who: string, sum: string) => `${who} claimed ${sum}`,
  paidAsVouchers: (who: string, sum: string) => `${who} was paid ${sum} as vouchers`,
  heldAsVouchers: (who: string, chains: string) =>
    `${who} holds the value as vouchers${onChains(chains)}: the chain could not pay it out as tokens.`,
  goesBack: (sum: string, who: string) => `${sum} for ${who} goes back`,
  wentBack: (sum: string, who: string) => `${sum} for ${who} went back`,
  takenBack: 'Its sender took it back.',
  unclaimed: (who: string) => `${who} did not claim it in time.`,
  thanked: (who: string) => `${who} says thanks.`,
  onItsWayBack: 'It is on its way back.',
  returnTriedAgain: 'Giving it back is tried again by itself.',
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

/** What only the sender of a tip reads: the whole address, and the PIN. */
export const tipDetails = {
  notYours: 'Only whoever sent this may read its details.',
  leaveIt: 'Leave it to them. What you send yourself has details for you.',
  title: (to: string) => `For ${to}`,
  amount: 'Amount',
  to: 'To',
  pin: 'PIN',
  pinLater:
    'The PIN is here once your wallet has signed: until then another way to pay may have another one.',
  pinSealed:
    'I cannot show the PIN any more: the key that sealed it was changed. Whoever runs me can bring that key back as VAULT_KEY_OLD; if you have not passed the PIN on, take the payment back and send it again.',
  tellThem: (to: string) =>
    `${to} needs it to be paid, beside a code from their mailbox. Tell them yourself, and not by mail: whoever reads the mailbox must not have both.`,
  link: 'Claim link',
  noLink: (to: string) => `${to} is told by me and needs no link from you.`,
  giveLink: (to: string) =>
    `Give it to ${to}. It opens the claim page, and only that account is paid there.`,
}

export type TipDetailsWords = typeof tipDetails

/**
 * `/airdrop`, `/rain` and tips to a role: one amount for several people. `sum` and `least` are amounts with their token, `names`
 * people as the chat shows them.
 */
export const shareOut = {
  airdropSummary: 'Share an amount among whoever is first to press a button.',
  rainSummary: 'Share an amount among people who were active here lately.',
  howMany: 'How many shares, from 2 to 50',
  howManyPeople: 'For how many people, from 2 to 50',
  sizes: 'equal or random shares',

  people: (count: number) => plural('en', count, { one: '1 person', other: `${count} people` }),
  airdropTitle: (sum: string) => `Airdrop of ${sum}`,
  rainTitle: (sum: string) => `Rain of ${sum}`,
  roleTitle: (sum: string, role: string) => `Tip of ${sum} to everybody with the role ${role}`,
  peopleTitle: (sum: string, count: number) => `Tip of ${sum} in all to ${count} people`,
  onlyAlone: (who: string) => `${who} needs a link or a PIN from you, which is for one person.`,
  sendAlone: 'Send to them alone.',
  shares: 'Shares',
  equal: (count: number, each: string) => `${count}, ${each} each`,
  range: (count: number, least: string, most: string) => `${count}, from ${least} to ${most}`,
  random: (count: number) => `${count}, of random size`,
  whoGets: 'Who gets it',
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  firstCome:
    'Once it has arrived, whoever presses first gets a share, one for each account. What nobody takes comes back.',
  named: 'Each share waits for its person alone. What nobody claims comes back.',

  free: (sum: string, free: number, count: number) =>
    `${sum}: ${free} of ${count} shares ${plural('en', free, { one: 'is', other: 'are' })} free`,
  allTaken: (sum: string, count: number) => `${sum}: all ${count} shares are taken`,
  ended: (sum: string, taken: number, count: number) =>
    `${sum}: ${taken} of ${count} shares ${plural('en', taken, { one: 'was', other: 'were' })} taken`,
  claimed: (sum: string, claimed: number, count: number) =>
    `${sum}: ${claimed} of ${count} people ${plural('en', claimed, { one: 'has', other: 'have' })} claimed`,
  take: 'Claim a share',
  claim: 'Claim',
  taken: 'Taken by',
  paid: 'Claimed so far',
  comesBack: 'What is left comes back',
  partly: (missing: number) =>
    plural('en', missing, {
      one: '1 share has not arrived.',
      other: `${missing} shares have not arrived.`,
    }),
  takenBack: 'Its sender took back what was left.',
  restGoesBack: (sum: string) => `${sum} that nobody claimed go back to the sender.`,
  restIsBack: (sum: string) => `${sum} that nobody claimed are the sender's again, as vouchers.`,
  yourRestGoesBack: (sum: string) => `${sum} that nobody claimed come back to you.`,
  yourRestIsBack: (sum: string) => `${sum} that nobody claimed are yours again, as vouchers.`,

  takeBack: 'Take back the rest',
  takeBackTitle: 'Take back the rest?',
  takeBackOpen: (sum: string) =>
    `${sum} that nobody has taken so far come back to you as vouchers. Taken shares stay with whoever took them.`,
  takeBackNamed: (sum: string) =>
    `${sum} that nobody has claimed so far come back to you as vouchers.`,
  cannotUndo: 'This cannot be undone.',
  yesTakeBack: 'Yes, take it back',
  onItsWayBack: 'What was left is on its way back to you',
  onlySender: 'Only whoever sent this can take it back.',
  leaveIt: 'Leave it to them.',
  nothingLeft: 'Nothing of it is left.',
  seeSent: 'See what you sent with /sent.',
  sentRow: (sum: string, taken: number, count: number) =>
    plural('en', count, {
      one: `${sum} in 1 share, ${taken} taken`,
      other: `${sum} in ${count} shares, ${taken} of them taken`,
    }),
  unmet: (names: string) =>
    `I have not met ${names} yet. What is for such a handle waits until the account that owns it comes to claim it.`,
  unclaimed: 'Who has not claimed',
  unclaimedOf: (number: string) => `Who has not claimed ${number}`,
  needSender: (count: number) =>
    `${count} of them need something from the sender before they can be paid.`,
  takeBackNumber: (number: string) => `Take back the rest of ${number}`,

  confirmTitle: (count: number) =>
    plural('en', count, { one: 'Send to 1 person?', other: `Send to ${count} people?` }),
  confirmRole: (sum: string, role: string) =>
    `${sum} would be shared by everybody with the role ${role} now, without you and without bots.`,
  yesSend: (count: number) =>
    plural('en', count, { one: 'Yes, send to 1 person', other: `Yes, send to ${count} people` }),
  notYours: 'Only whoever asked for this can go on with it.',

  onlyInGroups: 'Nobody else is here who could get a share.',
  writeInGroup: 'Write it in a group.',
  countMissing: 'It does not say for how many people.',
  badCount: (text: string) => `There cannot be "${text}" of them.`,
  giveCount: (least: number) => `Give a number from ${least} to 50.`,
  tooLittle: (sum: string, count: number) => `${sum} is too little for ${count} shares.`,
  /** The same of half or all that somebody has, where others read it. */
  partTooLittle: (token: string, count: number) =>
    `That part of your ${token} is too little for ${count} shares.`,
  atLeast: (least: string) => `Send at least ${least}, or make fewer shares.`,
  nobodyActive: (hours: number) =>
    `Fewer than two others have spoken here in the last ${hours} hours, as far as I can see.`,
  fewerActive: (found: number, wanted: number, hours: number) =>
    `As far as I can see, only ${found} others have spoken here in the last ${hours} hours: they share it, instead of ${wanted}.`,
  tipInstead: 'Share it with /airdrop, or name somebody with /tip.',
  roleTooFew: (role: string) => `Fewer than two others are ${role}.`,
  roleTooMany: (role: string, most: number) => `More than ${most} people are ${role}.`,
  peopleTooMany: (count: number, most: number) =>
    `These are ${count} people; one tip takes at most ${most}.`,
  tipTwice: 'Name fewer of them, or tip twice.',
  halfEach: (count: number) => `Half of it for each of ${count} people is more than you have.`,
  allEach: (count: number) => `All of it for each of ${count} people is more than you have.`,
  sharePart: 'Leave out "each", and they share it; or name an amount.',
  roleEverybody: 'This role is everybody.',
  roleUnseen: (role: string) => `I may not see who has the role ${role}.`,
  askOperator:
    'Add me to this server, and have my operator switch on the Server Members Intent of my application.',
}

export type ShareOutWords = typeof shareOut

/** `/sent`, and the buttons of its list. `who` is the recipient, `sum` an amount with its token. */
export const sent = {
  summary: 'List what you sent, take it back, or send its link anew.',
  title: 'What you sent',
  row: (sum: string, who: string, state: string) => `${sum} to ${who}: ${state}`,
  nothing: 'Nothing of yours has arrived yet',
  whatIsListed: 'What you send with /tip or /send is listed here once it is on the hub.',

  waitsUntil: (day: string) => `waits until ${day}, then it comes back to you`,
  /** For good: nothing else has no deadline and a key that is held here. */
  paidByAnother:
    'waits to be claimed; another wallet paid it, so only the people who run this bot can send it back there',
  waitsForKey: 'waits for whoever holds its key',
  expired: 'nobody claimed it in time; it comes back to you',
  redeeming: 'is being paid out',
  paid: 'was claimed',
  onItsWayBack: 'is on its way back to you',
  cancelled: 'you took it back; it is yours as vouchers: /withdraw',
  returned: 'nobody claimed it in time; it is yours again, as vouchers: /withdraw',

  confirm: (number: string) => `Confirm who gets ${number}`,
  cancel: (number: string) => `Cancel ${number}`,
  linkFor: (number: string) => `Claim link for ${number}`,
  newLinkFor: (number: string) => `New link for ${number}`,

  newLink: 'A new link is on its way',
  newLinkUnsent: 'There is a new link',
  whereItGoes: 'It goes to where only the recipient reads it. The old link does not open any more.',

  notHeld: 'Nothing of yours is held for this any more.',
  look: 'Look with /sent.',
}

export type SentWords = typeof sent

/** `/cancel` */
export const cancel = {
  summary: 'Take back what nobody has claimed yet.',
  number: 'Its number in /sent',
  useNumber: 'Write /cancel with a number of your list: /sent',
  noNumber: (number: string) => `There is no number ${number} in your list.`,
  seeList: 'List them with /sent.',
  notListed: 'This is not in your list any more.',

  title: 'Take it back?',
  amount: 'Amount',
  sentTo: 'Sent to',
  comesBackAs: 'Comes back as',
  cannotUndo: 'Nobody can claim it any more then. This cannot be undone.',
  yes: 'Yes, take it back',
  no: 'No, keep it',
  kept: 'Nothing was changed',
}

export type CancelWords = typeof cancel

/** What only a sender can decide: whom a handle means. `who` is the recipient, `sum` an amount with its token. */
export const held = {
  title: (sum: string, who: string) => `${sum}: who is ${who}?`,
  changed: (who: string) =>
    `${who} was given up, or has belonged to more than one account. Only you know whom you mean.`,
  stale: (who: string) =>
    `${who} had not been seen for a long time when you sent this, and may belong to somebody else by now. Only you know whom you mean.`,
  isHeld: 'It is held: nobody can claim it before you decide.',
  coolingTitle: (sum: string, who: string) => `${sum} for ${who} waits a little longer`,
  cooling: (who: string, time: string) =>
    `The account of ${who} took this handle only recently. It can claim this from ${time}. If you meant somebody else, take it back before.`,
  account: (userId: string) => `Account ${userId}`,
  shows: (since: string) => `has this handle now, first seen with it on ${since}`,
  showed: (from: string, to: string) => `was seen with this handle from ${from} to ${to}`,
  askThem: 'Ask them in a way that you trust. Confirmed, it can be claimed by this account alone.',
  yes: (userId: string) => `It is account ${userId}`,
  takeBack: 'Take it back',
  comesBack: (time: string) =>
    `If you do nothing, it comes back to you on ${time} unless it is claimed.`,
  confirmed: 'Confirmed',
  onlyThey: (userId: string) => `Account ${userId}, and nobody else, can claim it now.`,
  over: 'There is nothing left to decide',

  forRecipient: 'Held until its sender decides',
  whyChanged: (who: string) =>
    `${who} was given up, or has belonged to more than one account. The sender was asked who is meant; until then nobody can claim it.`,
  whyStale: (who: string) =>
    `${who} had not been seen for a long time. The sender was asked who is meant; until then nobody can claim it.`,
  from: (time: string) =>
    `It can be claimed from ${time}: your account took its handle only recently. The sender can confirm you sooner, with /sent.`,
  another: 'The sender meant another account',
  row: 'Held until its sender says who is meant.',
  rowFrozen: 'Paused by the people who run this bot; nothing is lost.',
  rowFrom: (time: string) => `Can be claimed from ${time}, after a recent change of handle.`,

  onCard: (sum: string, who: string) => `${sum} for ${who} is held`,
  onCardWhy: (who: string) =>
    `Whose ${who} is cannot be known for sure, so the sender decides who gets it, or takes it back.`,
  onCardFrom: (who: string, time: string) =>
    `${who} is a recently changed handle, so this can be claimed from ${time}. Until then the sender can take it back.`,
}

export type HeldWords = typeof held
