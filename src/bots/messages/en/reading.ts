/** What is said to a command that cannot be read. */
export const reading = {
  unreadable: (input: string) => `I cannot read "${input}".`,
  chainMissing: 'The chain is missing.',
  likeThis: (example: string) => `Write it like this: ${example}`,

  /** Of what was understood: the recipient, and the amount. */
  to: (who: string) => `to ${who}`,
  amountIs: (amount: string) => `amount ${amount}`,
  amountMissing: 'The amount and the token are missing.',
  notAnAmount: (word: string) => `"${word}" stands where the amount belongs.`,
  amountFirst: (example: string) => `Write the amount before the token: ${example}`,
  tokenMissing: 'The token is missing.',
  tokenBehind: (tokens: string) => `Write one after the amount: ${tokens}.`,
  tokensMissing: 'The amount and the tokens are missing.',
  otherMissing: 'The token that you want for it is missing.',
  otherBehind: (tokens: string) => `Write one behind: ${tokens}.`,
  chainBehind: 'To say which chain pays, write it behind: on base.',

  nobody: 'Who gets it is missing.',
  noPerson: (word: string) =>
    `"${word}" does not begin with @, and is no e-mail address, so I cannot tell who gets it.`,
  personFirst: (example: string) =>
    `Begin with the recipient: ${example}. Or answer a message of theirs with /tip 5 usdc.`,
  unknownPlatform: (prefix: string) => `I do not know the platform "${prefix}".`,
  platforms: 'Write tg:bobby, x:bobby, discord:bobby or an e-mail address.',
  toOneself: 'This tip would go to yourself.',
  nameAnother: 'Name somebody else.',
  toBot: 'I am the bot; I cannot claim tips.',
  namePerson: 'Name a person.',
}

export type ReadingWords = typeof reading
