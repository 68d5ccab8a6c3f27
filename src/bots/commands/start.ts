import { action, text, type Block } from '../cards/card.ts'
import type { Command, Services, Speaker } from '../dispatch/command.ts'

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
      ...(await nextStep(speaker, services)),
      action(said.howTips, 'help:give'),
      action(said.allCommands, 'help'),
    ]
    return { card: { title: said.title, tone: 'info', blocks }, audience: 'asker' }
  },
}

/** What is sensible for somebody to do next: claim what waits, link a wallet, tip. */
async function nextStep(
  { account, words: { start: said } }: Speaker,
  { claims, wallets }: Pick<Services, 'claims' | 'wallets'>,
): Promise<Block[]> {
  if ((await claims.waitingFor(account)).length > 0)
    return [text(said.somethingWaits), action(said.claim, 'claims')]
  if ((await wallets.of(account)).length === 0)
    return [text(said.linkFirst), action(said.link, 'wallet-link')]
  return [text(said.tryTip)]
}
