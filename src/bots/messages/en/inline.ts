/** Tips that are written as `@bot @bobby 5 usdc` in any chat. */
export const inline = {
  title: (sum: string, who: string) => `Tip ${sum} to ${who}`,
  description: 'Tap to send the card. You sign it afterwards.',
  preparing: (name: string) => `${name} is preparing this tip. One moment.`,
  wait: 'One moment',
  notReady:
    'The card is not ready yet. If it stays like this, whoever runs me has to switch on inline feedback.',
  how: 'Write who gets it and how much: @bobby 5 usdc',
}

export type InlineWords = typeof inline
