import { DEFAULT_LANGUAGE, readLanguage, type Language } from '../../core/terms/language.ts'

/** The first language that this browser's reader prefers and we speak. */
export const browserLanguage = (): Language =>
  navigator.languages.map(readLanguage).find((language) => language !== undefined) ??
  DEFAULT_LANGUAGE

/** How the reader writes numbers and times in a language: in the manner of their country, where the browser names it. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  // Some systems name what is no language tag, such as `en-US@posix`, which no format takes.
  const theirs = preferred.find((tag) => /^[a-z\d-]+$/i.test(tag) && readLanguage(tag) === language)
  return theirs ?? (language === 'en' ? 'en-GB' : language) // the American order of plain `en` is misread elsewhere
}
