import { z } from 'zod'

import { de } from './de/catalogue.ts'
import { en } from './en/catalogue.ts'
import { es } from './es/catalogue.ts'
import { tr } from './tr/catalogue.ts'
import { zhHans } from './zh-hans/catalogue.ts'

/** Everything that we say, by the BCP 47 tag of the language. One that lacks a text does not compile. */
const catalogues = { en, es, de, tr, 'zh-Hans': zhHans }

export type Language = keyof typeof catalogues
/** The languages that we speak. */
export const Language = z.enum(Object.keys(catalogues) as [Language, ...Language[]]) // the keys of a constant object

/** Everything that we say in one language: a text, or a function of what stands in it, by topic. */
export type Words = Omit<typeof en, 'language'> & { language: Language }

export function wordsIn(language: Language): Words {
  return catalogues[language]
}

/** Spoken to whoever told us nothing else. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** What a language calls itself, for example `Español`. */
export function nameOfLanguage(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Written in traditional characters: the simplified ones are no help there. */
const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)\b/i

/**
 * The language that a platform's tag means, `undefined` for one that we do not speak.
 * @example readLanguage('es-419') // 'es'
 * @example readLanguage('zh-CN') // 'zh-Hans'
 */
export function readLanguage(tag: string | undefined): Language | undefined {
  if (tag === undefined || TRADITIONAL.test(tag)) return undefined
  const primary = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  return Language.options.find((language) => primaryOf(language) === primary)
}

/** The primary subtag of a language, two letters, by which Telegram names languages. */
export const primaryOf = (language: Language): string => language.split('-')[0] ?? language
