import { plural } from '../../../words/plural.ts'

/** `/giveaway`: an amount that is drawn among those who pressed. `sum` is an amount with its token, `maker` who gives it, `span` a length of time. */
export const giveaway = {
  summary: 'Draw an amount among those who press a button until a time.',
  winnersField: 'How many win, from 1 to 50',
  endsField: 'Until when: 18:00, tomorrow 18:00 utc, in 2 hours, for 2 days',
  rulesField: 'Who may enter: members, members for 7 days, once a day, except @x',
  roleField: 'Only who has this role may enter',

  title: (sum: string) => `Giveaway of ${sum}`,
  winners: 'Winners',
  ends: 'Ends',
  mayEnter: 'Who can enter',
  everybody: (maker: string) => `Everybody in this chat but ${maker}`,
  members: 'Members only',
  membersFor: (span: string) => `Members for at least ${span}`,
  withRole: (role: string) => `Who has the role ${role}`,
  onceADay: 'Nobody who has won here within a day before the end',
  except: (names: string) => `Not ${names}`,
  fair: (chain: string) =>
    `Everybody who presses in time has the same chance. A secret seed, whose hash is shown here from the start, and the first block of ${chain} after the end decide, so anybody can check the draw.`,
  seedHash: 'Hash of the seed',
  seed: 'Seed',
  block: 'Block',
  entered: (sum: string, count: number) =>
    plural('en', count, {
      one: `${sum}: 1 person has entered`,
      other: `${sum}: ${count} people have entered`,
    }),
  enter: 'Enter',
  check: 'Check the draw',
  drawing: 'Time is up. The draw uses the next block and comes in a moment.',
  drawsWithout: (span: string) =>
    `Time is up. Some of the amount is still on its way: the draw waits until no more of it has come for ${span}.`,
  drawn: (sum: string, count: number) =>
    plural('en', count, { one: `${sum}: 1 winner`, other: `${sum}: ${count} winners` }),
  wonBy: 'Won by',
  somebody: 'somebody',
  nobodyEntered: (sum: string) => `${sum}: nobody has entered`,
  nobodyWon: (sum: string) => `${sum}: nobody has won`,
  restGoesBack: (maker: string) => `What nobody won goes back to ${maker}.`,
  notDrawn: (sum: string) => `${sum}: nothing is drawn`,
  howToClaim: 'Winners press Claim, or write to me in private.',

  youAreIn: (number: number) => `You are in, with number ${number}`,
  ticket: 'Your ticket',
  keepTicket:
    'Use it to find yourself in the published list. Its link finds you by itself, also after the draw.',
  list: 'See the list',
  isOver: 'The time to enter is over.',
  seeCard: 'The card shows what came of it.',
  notYet: 'It has not arrived yet.',
  pressAgain: 'Press again in a few seconds.',
  yours: 'It is yours, so you cannot win it.',
  leftOut: 'You are left out of this one.',
  notMember: 'It is for members of this group.',
  joinFirst: 'Join the group, and press again.',
  memberTooShort: (span: string) => `It is for those who have been members for ${span}.`,
  noRole: (role: string) => `It is for those who have the role ${role}.`,
  wonToday: 'You have won here within the last day, and this one leaves that to others.',
  elsewhere: 'It is for the people of the chat that it was posted in.',
  nextTime: 'Look out for the next one.',
  gone: 'There is no such giveaway.',

  countMissing: 'It does not say how many win.',
  endMissing: 'It does not say until when.',
  whichZone: (clock: string) => `${clock} by which clock?`,
  sayZone:
    'Write it with a time zone, as in: until 18:00 utc, until 18:00 utc+2, until 18:00 Europe/Berlin. Or set yours once, to me in private: /settings timezone Europe/Berlin.',
  noSuchTime: 'I cannot read when it ends.',
  endLike:
    'Write it like this: until 18:00, until tomorrow 18:00, until 2026-12-31 18:00, in 2 hours.',
  noSuchSpan: 'I cannot read for how long they have to be members.',
  tooSoon: (time: string) => `${time} is past, or too near.`,
  endLater: (span: string) => `Leave people at least ${span}.`,
  tooLate: (time: string) => `${time} is too far off.`,
  endSooner: (span: string) => `End it within ${span}, so that winners have time to claim.`,
  exceptWhom: 'Whom does it leave out?',
  exceptOnlyHere: (place: string) =>
    `Only people on ${place} can enter, so only they can be left out.`,
  cannotTell: {
    members: 'I cannot see who is a member of this chat.',
    memberFor: 'Nobody tells me here since when somebody is a member.',
    roles: 'There are no roles here.',
  },
  withoutRule: 'Leave this rule out. On Telegram, I see members where I am an admin.',
}

export type GiveawayWords = typeof giveaway
