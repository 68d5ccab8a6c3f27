import { action, text } from '../cards/card.ts'
import { nextStep } from '../cards/next-step.ts'
import type { Command } from '../dispatch/command.ts'

/** What chat apps send for a person who opens a private chat with a bot for the first time. */
export const start: Command = {
  name: 'start',
  summary: (words) => words.start.summary,
  usage: '/start',
  examples: ['/start'],
  audience: 'asker',
  async run(_input, speaker, services) {
    const { start: said } = speaker.words
    const blocks = [
      text(said.hello(speaker.name)),
      ...(await nextStep(speaker.account, speaker.words, services)),
      action(said.howTips, 'help:give'),
      action(said.allCommands, 'help'),
    ]
    return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
  },
}
