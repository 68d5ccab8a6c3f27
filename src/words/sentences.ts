import type { Language } from '../core/terms/language.ts'

/** What stands behind a sentence, or a colon, where something follows: nothing in Chinese, whose marks are as wide as a space. */
export const gapOf = ({ language }: { language: Language }): string =>
  language === 'zh-Hans' ? '' : ' '

/** Whole sentences as one text; those that are empty or `false` are left out. */
export const sentences = (words: { language: Language }, ...all: (string | false)[]): string =>
  all.filter((sentence) => sentence !== false && sentence !== '').join(gapOf(words))
