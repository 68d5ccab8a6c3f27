import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `“${input}” yazısını anlayamadım.`,
  chainMissing: 'Zincir eksik.',
  likeThis: (example) => `Şöyle yaz: ${example}`,
}
