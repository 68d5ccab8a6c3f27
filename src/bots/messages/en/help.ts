/** `/help` */
export const help = {
  summary: 'List the commands, or explain one.',
  which: 'Which one',
  title: 'What I can do',
  groups: {
    give: '🎁 Give',
    claim: '📥 Receive',
    market: '📈 Prices and swaps',
    wallets: '👛 Your wallets',
    settings: '⚙️ Settings and help',
  },
  more: 'More about one: /help tip',
  usage: 'Usage',
  example: 'Example',
}

export type HelpWords = typeof help
