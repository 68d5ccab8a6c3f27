import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `„${input}“ verstehe ich nicht.`,
  chainMissing: 'Die Chain fehlt.',
  likeThis: (example) => `Schreib es so: ${example}`,
}
