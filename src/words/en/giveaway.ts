import { plural } from '../plural.ts'

/** The page of a giveaway: what was promised, who entered, and whether the draw is right. `numbers` are those of entrants, as one text. */
export const giveaway = {
  cannotShow: 'This giveaway cannot be shown',
  fetching: 'Fetching the giveaway.',
  titles: {
    open: 'Giveaway: people can enter',
    drawing: 'Giveaway: the draw comes in a moment',
    void: 'Giveaway: nothing was drawn',
    checking: 'Checking the draw',
    right: 'The draw is right',
    wrong: 'The draw does not add up',
    unsure: 'Not all of it could be checked',
  },
  verdicts: {
    checking: (chain: string) => `Asking ${chain} for the block that decided.`,
    right: (chain: string) =>
      `Your browser has asked ${chain} for the block that decided, and drawn once more. Everything adds up.`,
    wrong: 'What does not add up is marked below.',
    unsure:
      'Your browser has drawn once more, and the rest adds up. But it has the block from the record alone.',
  },
  noNode: (chain: string) => `The record names no node of ${chain} to ask.`,
  noAnswer: (chain: string) => `${chain} did not say what the block is.`,
  wasVoid: 'It was not paid, or its maker took it back.',

  winners: 'Winners',
  ends: 'Ends',
  mayEnter: 'Who can enter',
  everybody: 'Everybody in its chat but its maker',
  members: 'Members only',
  membersFor: (span: string) => `Members for at least ${span}`,
  withRole: (role: string) => `Who has the role ${role}`,
  onceADay: 'Nobody who has won there within a day before the end',
  except: (count: number) =>
    plural('en', count, {
      one: 'Not 1 person whom its maker named',
      other: `Not ${count} people whom its maker named`,
    }),

  whoEntered: 'Who entered',
  entered: (count: number) =>
    plural('en', count, { one: '1 person entered.', other: `${count} people entered.` }),
  nobody: 'Nobody entered.',
  won: (numbers: string, count: number) =>
    plural('en', count, { one: `Number ${numbers} won.`, other: `Numbers ${numbers} won.` }),
  leftOut: (numbers: string) =>
    `Left out of the draw, since they had won in the same chat within a day: ${numbers}.`,
  noNames:
    'Each got the next number with their first press. Names do not stand here: only who has a ticket finds it in the list. The card in the chat names who won.',
  list: 'The whole list',
  number: 'Number',
  nameInList: 'Name in the list',
  cameOfIt: 'Result',
  results: { won: 'won', lost: 'did not win', struck: 'left out', none: 'not drawn yet' },
  yourTicket: 'Your ticket',
  ticketLike: 'As the bot told you when you entered: all of it, such as telegram:42 0011…',
  you: {
    won: (number: number) => `You are number ${number}, and you won.`,
    lost: (number: number) => `You are number ${number}, and did not win.`,
    struck: (number: number) => `You are number ${number}, and were left out of the draw.`,
    none: (number: number) => `You are number ${number}.`,
    absent: 'This ticket is not in the list. Copy all of it.',
  },

  stepByStep: 'Step by step',
  steps: {
    seed: 'The seed was fixed before anybody entered',
    entrants: 'Everybody stands in the list once',
    block: 'The first block after the end decides',
    winners: 'The lowest scores win',
  },
  /** Before it is drawn. */
  plan: {
    seed: (hash: string) =>
      `The seed is 32 random bytes, which stay secret until the draw. Their SHA-256 hash has been on the card from the start: ${hash}`,
    entrants: 'A number never changes, and there are no gaps.',
    block: (chain: string, end: string) =>
      `The first block of ${chain} from ${end} on. Nobody can know its hash before.`,
    winners: 'The seed and that hash give each number a score.',
  },
  /** Where it adds up. */
  done: {
    fixed: (hash: string) => `The card showed its SHA-256 hash from the start: ${hash}`,
    seed: (seed: string) =>
      `The seed, shown after the draw, is ${seed}. Its hash is the one above.`,
    unpromised:
      'Open this page by the link of your ticket, and it is also compared with what was promised when you entered.',
    promisedHash: 'The link from your ticket has the same hash.',
    promised: 'The link from your ticket has the same hash, end, chain and number of winners.',
    entrants: (count: number) =>
      plural('en', count, {
        one: 'There is 1 number.',
        other: `There are ${count} numbers, without a gap, and no name stands there twice.`,
      }),
    block: (height: string, time: string, hash: string) =>
      `Block ${height}, from ${time}, has the hash ${hash}`,
    asked: (node: string) =>
      `So says ${node}, and that the block before it is from before the end.`,
    winners: (numbers: string) =>
      `The score of a number is the SHA-256 hash of the seed, the hash of the block and the number. Your browser has worked out all of them; best first: ${numbers}.`,
    noWinners: 'There was nobody to draw.',
  },
  faults: {
    noSeed: 'The record shows no seed.',
    otherSeed: (hash: string, shown: string) =>
      `The seed has the hash ${hash}. What was shown before anybody entered is another one: ${shown}`,
    otherPromise: (hash: string, shown: string) =>
      `When you entered, you were shown the hash ${hash}. The record has another one: ${shown}`,
    otherEnd: (promised: string, shown: string) =>
      `When you entered, the end was ${promised}. The record has another one: ${shown}`,
    otherChain: (promised: string, shown: string) =>
      `When you entered, a block of ${promised} was to decide. The record has another chain: ${shown}`,
    otherCount: (promised: string, shown: string) =>
      `When you entered, so many were to win: ${promised}. The record says: ${shown}`,
    numbering: 'The numbers do not go from 1 on without a gap.',
    twice: 'A name stands in the list twice.',
    struck: 'Somebody was left out, though no rule of it leaves out who has won.',
    noBlock: 'The record names no block.',
    otherHash: (seen: string, said: string) =>
      `The block has the hash ${seen}. The record says another one: ${said}`,
    otherTime: (seen: string, said: string) =>
      `The block is from ${seen}. The record says another time: ${said}`,
    beforeEnd: (seen: string) => `The block is from before the end: ${seen}`,
    notFirst: (seen: string) => `It is not the first one: the block before it is from ${seen}`,
    otherWinners: (due: string, said: string) =>
      `By these scores, the winners are ${due}. The record says: ${said}`,
  },
  none: 'none',

  byYourself: 'Check it yourself',
  ofTheServer:
    'This page and the record come from the server that drew. To take neither its word nor its page, run this on a computer of yours, with a node of your choice:',
  record: 'The record, as programs read it',
}
export type GiveawayPageWords = typeof giveaway
