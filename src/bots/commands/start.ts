import { text } from './card.ts'
import type { Command } from './command.ts'

/** What chat apps send for a person who opens a private chat with a bot for the first time. */
export const start: Command = {
  name: 'start',
  summary: () => 'Say hello.',
  usage: '/start',
  examples: ['/start'],
  async run(_input, { account, name }, { claims }) {
    const waiting = (await claims.waitingFor(account)).length
    const blocks = [
      text(
        `Hello ${name}. I send tokens to people by their handle: /tip @bobby 5 usdc. You sign in your own wallet; I never hold your keys.`,
      ),
      text(waiting === 0 ? 'See what I can do with /help.' : `Something waits for you: /claim`),
    ]
    return { card: { title: 'Welcome to Vouch', tone: 'info', blocks }, audience: 'everyone' }
  },
}
