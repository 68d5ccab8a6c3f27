import { field, text } from '../cards/card.ts'
import { liveReply } from '../cards/live-reply.ts'
import { PERIODS, showStanding, SIDES, standingsKey, startOf } from '../cards/standings.ts'
import type { Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { groupOf } from '../reading/group-rules.ts'

/** Who gave or received most in a group; in private, the speaker's own numbers. */
export const top: Command = {
  name: 'top',
  summary: (words) => words.top.summary,
  usage: '/top [week, month or ever] [given or received]',
  examples: ['/top', '/top month received'],
  params: [{ name: 'list', summary: (words) => words.top.what, kind: 'words', isOptional: true }],
  async run(input, speaker, services) {
    const said = input.toLowerCase().split(/\s+/u).filter(Boolean)
    const period = PERIODS.find((each) => said.includes(each)) ?? 'week'
    const side = SIDES.find((each) => said.includes(each)) ?? 'given'
    const unknown = said.find((word) => ![...PERIODS, ...SIDES].some((each) => each === word))
    if (unknown !== undefined) {
      const { unreadable, likeThis } = speaker.words.reading
      throw new UnreadableCommandError(unreadable(unknown), [], likeThis('/top month received'))
    }
    const group = groupOf(speaker)
    if (group === undefined) return ownReply(speaker, services)
    const key = standingsKey(side, period, speaker.account.platform, group)
    return liveReply({ view: 'standings', key }, 'everyone', speaker, services)
  },
}

async function ownReply(
  { account, words }: Speaker,
  { people, now }: Pick<Services, 'people' | 'now'>,
): Promise<Reply> {
  const said = words.top
  const rows = await Promise.all(
    PERIODS.map(async (period) => {
      const own = await people.standings.ofPerson(account, startOf(period, now()))
      const [given, received] = [showStanding(words, own.given), showStanding(words, own.received)]
      return field(said.periods[period], said.own(given, received))
    }),
  )
  const blocks = [...rows, text(said.howValued), text(said.forGroups)]
  return { card: { title: said.ownTitle, tone: 'info', blocks }, audience: 'asker' }
}
