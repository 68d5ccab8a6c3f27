import { plural } from '../plural.ts'

/** `/claim` and `/claims`. `who` is the recipient, `sum` an amount with its token. */
export const claim = {
  summary: 'List what waits for you, or have it paid out on a chain.',
  listSummary: 'List what waits for you.',
  which: 'Which claim',
  chain: 'Where to',
  address: 'Your address on that chain',

  title: 'This waits for you',
  row: (sum: string, sender: string, chains: string) =>
    `${sum} from ${sender}, can be paid out on ${chains}`,
  howTo: 'Write /claim all to base, or /claim 1 to base with an address behind it.',
  everythingOn: (chain: string) => `Claim everything on ${chain}`,
  nothing: 'Nothing waits for you',
  whenTipped: 'When somebody tips you, I write to you here.',

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
}

export type ClaimWords = typeof claim
