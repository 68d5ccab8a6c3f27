import type { Language } from './language.ts'

/** A text for each plural form that a language may use; `other` is every form that is not named. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * The form for a number.
 * @example plural('en', 1, { one: '1 claim waits', other: '2 claims wait' }) // '1 claim waits'
 */
export function plural(language: Language, count: number, forms: Forms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}
