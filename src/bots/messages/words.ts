import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { Language } from './language.ts'
import { tr } from './tr.ts'
import { zhHans } from './zh-hans.ts'

/** Everything that we say in one language: a text, or a function of what stands in it, by topic. */
export type Words = Omit<typeof en, 'language'> & { language: Language }

/** Does not compile while a language lacks a text. */
const catalogues: Record<Language, Words> = { en, es, de, tr, 'zh-Hans': zhHans }

export const wordsIn = (language: Language): Words => catalogues[language]
