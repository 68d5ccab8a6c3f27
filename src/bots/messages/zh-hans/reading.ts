import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `我看不懂“${input}”。`,
  chainMissing: '没有写明链。',
  likeThis: (example) => `请这样写：${example}`,
}
