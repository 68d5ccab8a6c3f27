import { onceForEach } from '../core/terms/once-for-each.ts'

/**
 * Returns texts as one, as the language of a BCP 47 tag joins them.
 * @example listOf({ language: 'en' }, ['a', 'b', 'c'], 'disjunction') // 'a, b, or c'
 */
export const listOf = (
  { language }: { language: string },
  all: readonly string[],
  type: Intl.ListFormatType,
  style: Intl.ListFormatStyle = 'long',
): string =>
  formatOf(language, type, style)
    .format(all)
    // Chinese sets its own words off Latin letters and digits by spaces; `Intl` does not.
    // Not by a lookbehind: a page with one is a broken file to Safari before 16.4.
    .replaceAll(/([!-~])([和或])(?=[!-~])/g, '$1 $2 ')

const formatOf = onceForEach(
  (language: string, type: Intl.ListFormatType, style: Intl.ListFormatStyle) =>
    new Intl.ListFormat(language, { type, style }),
)
