/** `/plan`: tips that come again. `sum` is an amount with its token, `who` the recipient, `every` one of `everys`. */
export const plans = {
  summary: 'Tip again and again: you are asked to sign each time.',
  every: 'day, week or month',
  title: 'Tips that come again',
  none: 'No tip of yours comes again.',
  how: 'Write it like this: /plan @bobby 5 usdc every week',
  howOften: 'How often: every day, every week or every month?',
  everys: { day: 'daily', week: 'weekly', month: 'monthly' },
  row: (sum: string, every: string, time: string) => `${sum} ${every}, next on ${time}`,
  rowPaused: (sum: string, every: string) => `${sum} ${every}, paused`,
  pause: (number: string) => `Pause ${number}`,
  resume: (number: string) => `Resume ${number}`,
  remove: (number: string) => `Remove ${number}`,
  setTitle: (sum: string, who: string, every: string) => `${sum} for ${who}, ${every}`,
  set: (time: string) =>
    `I ask you to sign it in private, next on ${time}. Nothing is sent before you sign.`,
  list: 'All plans',
  gone: 'This plan is not there any more.',
  onePerson: 'A plan is for one person, whom you name.',
  anyChain: (chain: string) =>
    `A plan pays from whatever you have when it is due, so it names no chain: leave out ${chain}.`,
  sayHowMuch: 'Name an amount: half or all of it is another one each time.',
  tooMany: (most: number) => `You have ${most} plans already.`,
  removeOne: 'Remove one of them first: /plan',
  dueTitle: (sum: string, who: string) => `It is time: ${sum} for ${who}`,
  due: 'Nobody has signed it in time, or it could not be paid then.',
  pay: 'Make it ready now',
}

export type PlanWords = typeof plans
