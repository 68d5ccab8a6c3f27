/** What is written as `@bot @bobby 5 usdc` or `@bot 5 usdc for 3` in any chat. */
export const inline = {
  title: (sum: string, who: string) => `Tip ${sum} to ${who}`,
  airdropTitle: (sum: string, count: number) => `${sum} for the first ${count}`,
  description: 'Tap to send the card. You sign it afterwards.',
  preparing: (name: string) => `${name} is preparing this tip. One moment.`,
  wait: 'One moment',
  notReady:
    'The card is not ready yet. If it stays like this, whoever runs me has to switch on inline feedback.',
  how: 'Who and how much: @bobby 5 usdc, or 5 usdc for 3',
}

export type InlineWords = typeof inline
