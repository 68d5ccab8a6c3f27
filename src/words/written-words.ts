import type { Language } from '../core/terms/language.ts'
import { written as de } from './de/written.ts'
import { written as en, type WrittenWords } from './en/written.ts'
import { written as es } from './es/written.ts'
import { written as tr } from './tr/written.ts'
import { written as zhHans } from './zh-hans/written.ts'

const CATALOGUES: Record<Language, WrittenWords> = { en, es, de, tr, 'zh-Hans': zhHans }

/** Returns everything that the pages and mails which the server writes say in a language. */
export const writtenWordsIn = (language: Language): WrittenWords => CATALOGUES[language]
