/** `/start` */
export const start = {
  summary: 'Say hello.',
  title: 'Welcome to Vouch',
  hello: (name: string) =>
    `Hello ${name}. I send tokens to people by their handle: /tip @bobby 5 usdc. You sign in your own wallet; I never hold your keys.`,
  seeHelp: 'See what I can do with /help.',
  somethingWaits: 'Something waits for you: /claim',
}

export type StartWords = typeof start
