import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `No entiendo «${input}».`,
  chainMissing: 'Falta la cadena.',
  likeThis: (example) => `Escríbelo así: ${example}`,
}
