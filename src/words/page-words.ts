import type { Language } from '../core/terms/language.ts'
import type { pages } from './en/pages.ts'

/** Everything that browser pages say in one language: a text, or a function of what stands in it, by topic. */
export type PageWords = Omit<typeof pages, 'language'> & { language: Language }

/** Each language is a file of its own, so that a page loads the one that it speaks. One that lacks a text does not compile. */
const CATALOGUES: Record<Language, () => Promise<{ pages: PageWords }>> = {
  en: () => import('./en/pages.ts'),
  es: () => import('./es/pages.ts'),
  de: () => import('./de/pages.ts'),
  tr: () => import('./tr/pages.ts'),
  'zh-Hans': () => import('./zh-hans/pages.ts'),
}

/** @throws {Error} the file cannot be loaded */
export async function loadPageWords(language: Language): Promise<PageWords> {
  const { pages } = await CATALOGUES[language]()
  return pages
}
