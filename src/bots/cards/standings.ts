import { Platform } from '../../core/terms/identity.ts'
import { showNumber, showUsd } from '../../core/terms/show-text.ts'
import { DAY_MS } from '../../core/terms/durations.ts'
import { standingsTopic, type Standing } from '../../services/people/people-port.ts'
import type { View } from '../dispatch/command.ts'
import { drawBars } from '../pictures/draw-bars.ts'
import { namePerson } from '../words/name-person.ts'
import type { Words } from '../words/words.ts'
import { field, staying, text, type Block } from './card.ts'
import { rowOf } from './wording.ts'

const DAYS = { week: 7, month: 30, ever: undefined } as const
/** How many of a group are named. */
const MOST = 10

export const SIDES = ['given', 'received'] as const
export type Side = (typeof SIDES)[number]
export const PERIODS = ['week', 'month', 'ever'] as const
export type Period = (typeof PERIODS)[number]

/** When a period begins; `undefined`: it has no beginning. */
export function startOf(period: Period, now: Date): Date | undefined {
  const days = DAYS[period]
  return days && new Date(now.getTime() - days * DAY_MS)
}

/** `$12.50, 3 tips` */
export const showStanding = (words: Words, standing: Standing): string =>
  words.top.sum(
    standing.gifts,
    showNumber(words, `${standing.gifts}`),
    standing.usdCents > 0 ? dollars(words, standing) : '',
  )

function dollars(words: Words, { usdCents }: Standing): string {
  const [whole, cents] = [Math.floor(usdCents / 100), `${usdCents % 100}`.padStart(2, '0')]
  return `$${showNumber(words, showUsd(`${whole}.${cents}`))}`
}

/** The key of `standingsView`; `home` is the platform of the group. */
export const standingsKey = (side: Side, period: Period, home: Platform, group: string): string =>
  [side, period, home, group].join(':')

/** Who gave or received most in a group. Drawn again when somebody leaves the statistics or comes back. */
export const standingsView: View = async (key, services, { words }) => {
  const [sideWord, periodWord, platform, ...rest] = key.split(':')
  const side = SIDES.find((each) => each === sideWord) ?? 'given'
  const period = PERIODS.find((each) => each === periodWord) ?? 'week'
  const home = Platform.parse(platform)
  const group = rest.join(':')
  const from = startOf(period, services.now())
  const question = { group, from, side, most: MOST }
  const { people, all } = await services.people.standings.ofGroup(question)
  const named = people.map(({ person, ...standing }) => ({
    ...standing,
    name: namePerson(words, person, home),
  }))
  const rows = named.map(({ name, ...standing }) => field(name, showStanding(words, standing)))
  const blocks: Block[] =
    all.gifts === 0
      ? [text(period === 'ever' ? words.top.nothingEver : words.top.nothing)]
      : [...bars(words, named), ...rows, field(words.top.all, showStanding(words, all))]
  return {
    card: {
      title: words.top.titles[side][period],
      tone: 'info',
      blocks: staying([...blocks, text(words.top.howValued), text(words.top.others)]),
    },
    topics: [standingsTopic(group)],
  }
}

/** By dollars, or by tips where no token had a price. */
function bars(words: Words, named: readonly (Standing & { name: string })[]): Block[] {
  const isPriced = named.some(({ usdCents }) => usdCents > 0)
  const size = ({ usdCents, gifts }: Standing) => (isPriced ? usdCents : gifts)
  const longest = Math.max(1, ...named.map(size))
  const drawn = named.map((one) => ({
    name: one.name,
    shown: isPriced ? dollars(words, one) : showNumber(words, `${one.gifts}`),
    share: size(one) / longest,
  }))
  if (drawn.length === 0) return []
  const said = rowOf(
    words,
    drawn.map(({ name, shown }) => `${name} ${shown}`),
  )
  return [{ kind: 'picture', svg: drawBars(drawn), alt: words.top.chart(said) }]
}
