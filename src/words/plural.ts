import { onceForEach } from '../core/terms/once-for-each.ts'

/** A text for each plural form that a language may use; `other` is every form that is not named. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * Returns the form for a number, in the language of a BCP 47 tag.
 * @example plural('en', 1, { one: '1 claim waits', other: '2 claims wait' }) // '1 claim waits'
 */
export function plural(language: string, count: number, forms: Forms): string {
  return forms[rulesOf(language).select(count)] ?? forms.other
}

const rulesOf = onceForEach((language) => new Intl.PluralRules(language))
