import type { Words } from './words.ts'

/** Whole sentences as one text: Chinese writes no space between them. */
export const sentences = ({ language }: Pick<Words, 'language'>, ...all: string[]): string =>
  all.filter((sentence) => sentence !== '').join(language === 'zh-Hans' ? '' : ' ')
