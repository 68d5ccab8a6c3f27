import type { Language } from '../../../src/bots/words/words.ts'

/** Texts that are the same in English and in another language, because that is how they are said there. */
export const LOANWORDS: Record<Language, readonly string[]> = {
  en: [],
  es: ['PIN', 'Tokens', 'Pools', '⟨1⟩ pools', '⟨0⟩ s', '⟨0⟩ min ⟨1⟩ s', '⟨0⟩ %'],
  de: ['PIN', 'Chains', 'Pools', 'Code', '⟨0⟩ s', '⟨0⟩ min ⟨1⟩ s', '⟨0⟩ %'],
  tr: ['PIN'],
  'zh-Hans': ['PIN'],
}
