import { text } from '../cards/card.ts'
import type { Command } from '../dispatch/command.ts'

/** What chat apps send for a person who opens a private chat with a bot for the first time. */
export const start: Command = {
  name: 'start',
  summary: (words) => words.start.summary,
  usage: '/start',
  examples: ['/start'],
  async run(_input, { account, name, words }, { claims }) {
    const waiting = (await claims.waitingFor(account)).length
    const blocks = [
      text(words.start.hello(name)),
      text(waiting === 0 ? words.start.seeHelp : words.start.somethingWaits),
    ]
    return { card: { title: words.start.title, tone: 'info', blocks }, audience: 'everyone' }
  },
}
