import type { Language } from '../../../src/core/terms/language.ts'

/** Texts that are the same in English and in another language, because that is how they are said there. */
const LOANWORDS: Partial<Record<Language, readonly string[]>> = {
  es: [
    'PIN',
    'pin',
    'token',
    'hash',
    'Tokens',
    'Pools',
    '⟨1⟩ pools',
    '⟨0⟩ s',
    '⟨0⟩ min ⟨1⟩ s',
    '⟨0⟩ %',
  ],
  de: [
    'PIN',
    'pin',
    'token',
    'chain',
    'hash',
    'code',
    'Block',
    'Chains',
    'Pools',
    'Code',
    '⟨0⟩ s',
    '⟨0⟩ min ⟨1⟩ s',
    '⟨0⟩ %',
  ],
  tr: ['PIN', 'pin', 'token', 'hash'],
  'zh-Hans': ['PIN', 'pin'],
}

export const loanwordsOf = (language: Language): readonly string[] => LOANWORDS[language] ?? []
