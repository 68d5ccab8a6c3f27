import { link, text } from '../cards/card.ts'
import type { Command } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { LINK_MINUTES } from '../statement/statement.ts'

/** Gives a link to everything that its reader sent and received, as a table. */
export const exportCommand: Command = {
  name: 'export',
  summary: (words) => words.export.summary,
  usage: '/export',
  examples: ['/export'],
  audience: 'asker',
  async run(input, { account, words }, { statements }) {
    if (input !== '')
      throw new UnreadableCommandError(
        words.reading.unreadable(`/export ${input}`),
        [],
        words.reading.likeThis('/export'),
      )
    const said = words.export
    const blocks = [
      text(said.holds),
      link(said.download, statements.linkFor(account)),
      text(said.keepToYourself(`${LINK_MINUTES}`)),
    ]
    return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
  },
}
