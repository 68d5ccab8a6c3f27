import { z } from 'zod'

/** The languages that we speak, as BCP 47 tags. */
export const Language = z.enum(['en', 'es', 'de', 'tr', 'zh-Hans'])
export type Language = z.infer<typeof Language>

/** Spoken to whoever told us nothing else. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  tr: 'Türkçe',
  'zh-Hans': '简体中文',
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
  return Language.options.find((language) => language.toLowerCase().split('-')[0] === primary)
}
