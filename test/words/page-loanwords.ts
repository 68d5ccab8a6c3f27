import type { Language } from '../../src/core/terms/language.ts'

/** Texts of pages that are the same in English and in another language, because that is how they are said there. */
export const pageLoanwords: Record<Exclude<Language, 'en'>, readonly string[]> = {
  es: ['API', 'Chats', 'bot'],
  de: ['API', 'Chain', 'Chats', 'Contract', 'Lobby', 'Wallet', 'Wallets'],
  tr: ['API', 'bot'],
  'zh-Hans': ['API'],
}
