import { de } from './de/catalogue.ts'
import { en } from './en/catalogue.ts'
import { es } from './es/catalogue.ts'
import type { Language } from './language.ts'
import { tr } from './tr/catalogue.ts'
import { zhHans } from './zh-hans/catalogue.ts'

/** Everything that we say in one language: a text, or a function of what stands in it, by topic. */
export type Words = Omit<typeof en, 'language'> & { language: Language }

/** Does not compile while a language lacks a text. */
const catalogues: Record<Language, Words> = { en, es, de, tr, 'zh-Hans': zhHans }

export const wordsIn = (language: Language): Words => catalogues[language]
