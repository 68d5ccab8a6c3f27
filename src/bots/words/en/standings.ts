import { plural } from '../../../words/plural.ts'

/** `/top`: who gave and received most in a group, and what somebody gave and received themselves. */
export const top = {
  summary: 'See who gave or received most in this group; in private, your own numbers.',
  what: 'week, month or ever; given or received',
  titles: {
    given: {
      week: 'Who gave most in the last 7 days',
      month: 'Who gave most in the last 30 days',
      ever: 'Who has given most',
    },
    received: {
      week: 'Who received most in the last 7 days',
      month: 'Who received most in the last 30 days',
      ever: 'Who has received most',
    },
  },
  /** `dollars` is `$12.50`, or empty where no token had a price. */
  sum: (count: number, shown: string, dollars: string) => {
    const tips = plural('en', count, { one: `${shown} tip`, other: `${shown} tips` })
    return dollars === '' ? tips : `${dollars}, ${tips}`
  },
  all: 'All together',
  nothing: 'Nobody has tipped here in this time.',
  nothingEver: 'Nobody has tipped here yet.',
  chart: (rows: string) => `A bar for each: ${rows}`,
  others: 'Other lists: /top month, /top ever, /top received',
  howValued: 'Dollars are by the prices at the time of each tip. To be left out: /privacy hide',
  ownTitle: 'What you gave and received',
  periods: { week: 'Last 7 days', month: 'Last 30 days', ever: 'Ever' },
  own: (given: string, received: string) => `given: ${given}; received: ${received}`,
  forGroups: 'Write /top in a group to see who gave most there.',

  number: (who: string, number: number) => `${who}’s ${ordinal(number)} tip here`,
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (number: number) => `${number}${SUFFIXES[ordinals.select(number)] ?? 'th'}`

export type TopWords = typeof top
