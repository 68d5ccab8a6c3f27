/** The languages that we speak, by their BCP 47 tags. */
export const LANGUAGES = ['en', 'es', 'de', 'tr', 'zh-Hans'] as const
export type Language = (typeof LANGUAGES)[number]

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
  return LANGUAGES.find((language) => primaryOf(language) === primary)
}

/** The primary subtag of a language, two letters, by which Telegram names languages. */
export const primaryOf = (language: Language): string => language.split('-')[0] ?? language

/**
 * Returns the first language that we speak of what an `Accept-Language` header asks for, in its order of preference.
 * @example acceptedLanguage('fr, de-AT;q=0.8, en;q=0.5') // 'de'
 */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? '').split(',').flatMap((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = Number(/^q=([\d.]+)$/.exec(parameters[0] ?? 'q=1')?.[1] ?? 0)
    const language = readLanguage(tag)
    return language && quality > 0 ? [{ language, quality }] : []
  })
  return wanted.toSorted((one, other) => other.quality - one.quality)[0]?.language
}

const COOKIE = 'vouch_language'
const YEAR_SEC = 31_536_000

/** Returns the language that somebody chose on one of our pages, as their browser keeps it. */
export function languageInCookies(cookies: string | undefined): Language | undefined {
  const [, kept] = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(cookies ?? '') ?? []
  return LANGUAGES.find((language) => language === kept)
}

/** Returns the cookie that keeps such a choice for all our pages. `isSecure`: the page came over https. */
export const cookieOfLanguage = (language: Language, isSecure: boolean): string =>
  `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SEC}; SameSite=Lax${isSecure ? '; Secure' : ''}`
