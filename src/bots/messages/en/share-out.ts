import { plural } from '../plural.ts'

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
  roleTitle: (sum: string, role: string) => `Tip of ${sum} to everybody who is ${role}`,
  shares: 'Shares',
  equal: (count: number, each: string) => `${count}, ${each} each`,
  range: (count: number, least: string, most: string) => `${count}, from ${least} to ${most}`,
  random: (count: number) => `${count}, of random size`,
  whoGets: 'Who gets it',
  andMore: (names: string, more: number) => `${names} and ${more} more`,
  firstCome:
    'Once it has arrived, whoever presses first gets a share, one for each account. What nobody takes comes back.',
  named: 'Each share waits for its person alone. What nobody claims comes back.',

  free: (sum: string, free: number, count: number) => `${sum}: ${free} of ${count} shares are free`,
  allTaken: (sum: string, count: number) => `${sum}: all ${count} shares are taken`,
  ended: (sum: string, taken: number, count: number) =>
    `${sum}: ${taken} of ${count} shares were taken`,
  claimed: (sum: string, claimed: number, count: number) =>
    `${sum}: ${claimed} of ${count} people have claimed`,
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
    `${sum} in ${count} shares, ${taken} of them taken`,
  takeBackNumber: (number: string) => `Take back the rest of ${number}`,

  confirmTitle: (count: number) =>
    plural('en', count, { one: 'Send to 1 person?', other: `Send to ${count} people?` }),
  confirmRole: (sum: string, role: string) =>
    `${sum} would be shared by everybody who is ${role} now, without you and without bots.`,
  yesSend: (count: number) =>
    plural('en', count, { one: 'Yes, send to 1 person', other: `Yes, send to ${count} people` }),
  notYours: 'Only whoever asked for this can go on with it.',

  onlyInGroups: 'Nobody else is here who could get a share.',
  writeInGroup: 'Write it in a group.',
  countMissing: 'It does not say for how many people.',
  badCount: (text: string) => `"${text}" is no number of shares.`,
  giveCount: 'Give a number from 2 to 50.',
  tooLittle: (sum: string, count: number) => `${sum} is too little for ${count} shares.`,
  atLeast: (least: string) => `Send at least ${least}, or make fewer shares.`,
  nobodyActive: (hours: number) =>
    `Fewer than two others have spoken here in the last ${hours} hours, as far as I can see.`,
  tipInstead: 'Share it with /airdrop, or name somebody with /tip.',
  roleTooFew: (role: string) => `Fewer than two others are ${role}.`,
  roleTooMany: (role: string, most: number) => `More than ${most} people are ${role}.`,
  roleEverybody: 'This role is everybody.',
  roleUnseen: (role: string) => `I may not see who is ${role}.`,
  askOperator:
    'Add me to this server, and have my operator switch on the Server Members Intent of my application.',
}

export type ShareOutWords = typeof shareOut
