/** What is said to a command that cannot be read. */
export const reading = {
  unreadable: (input: string) => `I cannot read "${input}".`,
  chainMissing: 'The chain is missing.',
  likeThis: (example: string) => `Write it like this: ${example}`,
}

export type ReadingWords = typeof reading
