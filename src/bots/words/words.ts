import type { Language } from '../../core/terms/language.ts'
import { de } from './de/catalogue.ts'
import { en } from './en/catalogue.ts'
import { es } from './es/catalogue.ts'
import { tr } from './tr/catalogue.ts'
import { zhHans } from './zh-hans/catalogue.ts'

/** Everything that chats say in one language: a text, or a function of what stands in it, by topic. */
export type Words = Omit<typeof en, 'language'> & { language: Language }

/** Everything that chats say, by language. One that lacks a text does not compile. */
const catalogues: Record<Language, Words> = { en, es, de, tr, 'zh-Hans': zhHans }

export function wordsIn(language: Language): Words {
  return catalogues[language]
}
