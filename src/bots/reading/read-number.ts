import { parseAmount } from '../../core/terms/amounts.ts'
import { showNumber } from '../../core/terms/show-text.ts'
import type { Speaker } from '../dispatch/command.ts'
import { UnclearWordError } from '../dispatch/errors.ts'
import { wordsIn, type Words } from '../words/words.ts'
import { DEFAULT_LANGUAGE } from '../../core/terms/language.ts'

/** Whose writing it is: what we speak to them, and what their platform tells of their language. */
export type Writer = Pick<Speaker, 'words' | 'language' | 'chat'>

/** What is counted: base units have `decimals` places. */
type Counted = { token: string; decimals: number }

/** `10.000`, `1,234`: either thousands, or three decimals. What begins with a zero has no thousands. */
const EITHER = /^([1-9]\d{0,2})([.,])(\d{3})$/
/** Thousands in groups, and decimals behind the other sign: `1.234.567`, `12,345.6`. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:\.\d{3})+(?:,\d+)?|(?:,\d{3})+(?:\.\d+)?)$/
const WITH_COMMA = /^\d+,\d+$/
/** Swiss thousands, which no decimals look like: `10'000.50`. */
const WITH_APOSTROPHES = /^[1-9]\d{0,2}(?:['’]\d{3})+(?:[.,]\d+)?$/
const IN_THOUSANDS = /^(.*\d)k$/i

/** Digits that other scripts have for ours, by their zeros: Arabic ones, and those of Persian and Urdu. */
const ZEROS = ['٠', '۰']

/** What nothing has to be changed in, as in most words. */
const ASCII = /^[ -~]*$/

/** A word without the commas behind it. */
export const bare = (word: string): string => withoutEnd(word, ',，、')

/** A word without the mark that its sentence goes on or ends with: `in all, thank you` says `in all`. */
export const withoutMark = (word: string): string => withoutEnd(word, ',.;:!，。！')

/**
 * Walks back from the end: a pattern would begin anew at each of the signs, and take the square of their number where none of them is at the end.
 */
function withoutEnd(word: string, signs: string): string {
  let end = word.length
  while (end > 0 && signs.includes(word.charAt(end - 1))) end -= 1
  return word.slice(0, end)
}

/**
 * A word with the digits and signs that a keyboard of another script has in the place of ours: `５０` and `٥٠` are `50`, `＠` is `@`.
 */
export function plainWord(word: string): string {
  if (ASCII.test(word)) return word
  const ascii = word.replaceAll(/[\uFF01-\uFF5E]/g, (sign) => sign.normalize('NFKC'))
  const digits = ZEROS.reduce((text, zero) => {
    const first = zero.charCodeAt(0)
    const all = new RegExp(`[${zero}-${String.fromCharCode(first + 9)}]`, 'g')
    return text.replaceAll(all, (digit) => `${digit.charCodeAt(0) - first}`)
  }, ascii)
  return digits.replaceAll('٫', '.').replaceAll('٬', "'")
}

/**
 * Reads an amount as its writer writes numbers, into base units: `10.000` is ten thousand in German and `10,000` is in English,
 * while `2,5`, `1.234.567`, `10'000` and `5k` are clear in any language. `within` is the whole word that it was written in, for the question.
 * @throws {UnclearWordError} it means two things, and nothing tells which
 * @throws {InvalidAmountError} it is no number, has more decimals than the token, or is zero
 * @example readNumber('10.000', usdc, german) // 10_000_000_000n
 */
export function readNumber(
  written: string,
  counted: Counted,
  writer: Writer,
  within = written,
): bigint {
  const text = plainWord(written)
  const [, thousands = '', sign, rest = ''] = EITHER.exec(text) ?? []
  if (sign === undefined) return parseAmount(plainOf(text), counted)
  const asThousands = `${thousands}${rest}`
  const asDecimals = `${thousands}.${rest}`
  if (languagesOf(writer).every((words) => groupSign(words) === sign))
    return parseAmount(asThousands, counted)
  if (counted.decimals < rest.length || isOwnDecimal(sign, rest, writer))
    return parseAmount(asDecimals, counted)
  const { words } = writer
  const meanings = [trimmed(asDecimals), asThousands].map((plain) => ({
    label: nameSum(words, plain, counted.token),
    // A zero in front where it is still needed: nobody writes thousands like that, so it can be read in one way only.
    word: plainWord(within).replace(text, EITHER.test(plain) ? `0${plain}` : plain),
  }))
  const { whichAmount, pressMeaning } = words.reading
  throw new UnclearWordError(whichAmount(text), pressMeaning, { word: within, meanings })
}

/** The same number with a dot before its decimals and nothing between its thousands. */
function plainOf(text: string): string {
  const [, thousands] = IN_THOUSANDS.exec(text) ?? []
  // What may be thousands already is no number of them.
  if (thousands !== undefined) return EITHER.test(thousands) ? text : timesThousand(thousands)
  if (/^\.\d+$/.test(text)) return `0${text}`
  if (WITH_APOSTROPHES.test(text)) return text.replaceAll(/['’]/g, '').replace(',', '.')
  if (WITH_COMMA.test(text)) return text.replace(',', '.')
  if (!GROUPED.test(text)) return text
  const group = /[.,]/.exec(text)?.[0] ?? ''
  return text.replaceAll(group, '').replace(',', '.')
}

/** `1.5` is `1500`. What is no number stays as it was written. */
function timesThousand(text: string): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(plainOf(text)) ?? []
  if (whole === undefined) return `${text}k`
  const more = decimals.slice(3)
  return `${whole}${decimals.slice(0, 3).padEnd(3, '0')}${more && `.${more}`}`
}

/**
 * Whether three digits are decimals for sure: behind the sign that the writer's language has for them, where we know that language, and not ending
 * in a zero, which people leave out.
 */
function isOwnDecimal(sign: string, digits: string, writer: Writer): boolean {
  const { words, language, chat } = writer
  const isKnown =
    language.person !== undefined ||
    (chat.kind === 'private' && words.language !== DEFAULT_LANGUAGE)
  const isOwn = languagesOf(writer).every((each) => groupSign(each) !== sign)
  return isKnown && isOwn && !digits.endsWith('0')
}

/** The languages whose writing it may be: what we speak to them; in a group, which has a language of its own, theirs too. */
function languagesOf({ words, language: { person }, chat }: Writer): Words[] {
  return chat.kind === 'private' || person === undefined ? [words] : [words, wordsIn(person)]
}

const groupSign = (words: Words): string => showNumber(words, '10000').charAt(2)

const trimmed = (plain: string) => (plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain)

const nameSum = (words: Words, plain: string, token: string) =>
  token === 'USD'
    ? `$${showNumber(words, plain)}`
    : `${showNumber(words, plain)} ${token.toUpperCase()}`
