import type { Language } from '../core/terms/language.ts'

/** What stands between two sentences: Chinese writes no space there. */
export const betweenSentences = ({ language }: { language: Language }): string =>
  language === 'zh-Hans' ? '' : ' '

/** Whole sentences as one text; those that are empty or `false` are left out. */
export const sentences = (words: { language: Language }, ...all: (string | false)[]): string =>
  all.filter((sentence) => sentence !== false && sentence !== '').join(betweenSentences(words))
