import type { Account } from '../../core/terms/identity.ts'
import type { FieldWords } from '../words/en/fields.ts'
import type { Words } from '../words/words.ts'
import { UnreadableCommandError } from './errors.ts'

/**
 * One part of a command, in the order of its text form. Platforms with typed input make a field of each; what people enter
 * there is put together to the same text that others write by hand, so a command reads one form only. A note may go beside it (`Voice.note`).
 */
export type Param = {
  /** As its field is known; how that is called in each language, the words' `fields` say. */
  name: keyof FieldWords
  summary(words: Words): string // one line, at most 100 characters
  /**
   * What belongs there. All are one word, except `words`, which stands last, and `names`, which are one or several recipients. A `person` is known by an
   * account; `people` are one, or all who have a role; a `role` is never a person.
   */
  kind: 'person' | 'people' | 'role' | 'names' | 'token' | 'chain' | 'claim' | 'word' | 'words'
  isOptional?: true
  /** The word that stands before it: `on` in `on base`. */
  after?: string
  /** Words that may begin what belongs there, in the place of `after`: `in` in `in 2 hours`. */
  begins?: readonly string[]
  /** What stands in its place when it is left out and something follows. */
  otherwise?: string
}

/**
 * An account among the words of a command, where a platform names it and not a handle, as people without one have to be named. Whom it means, `Voice.mentioned` says.
 * @example mentionOf({ userId: '77' }) // '<@77>'
 */
export const mentionOf = ({ userId }: Pick<Account, 'userId'>): string => `<@${userId}>`

/** The id of the account that a word names; `undefined` for any other word. */
export const mentionIn = (word: string): string | undefined => /^<@!?(\d{1,20})>$/.exec(word)?.[1]

/** A chain that may be named behind such a word: `on base`. */
export const chainParam = (after: 'on' | 'to', summary: Param['summary']): Param => ({
  name: 'chain',
  summary,
  kind: 'chain',
  after,
  isOptional: true,
})

/**
 * The text form of what was entered into fields, by their names.
 * @throws {UnreadableCommandError} several words where one belongs: they would be read as other parts
 * @example writeInput(tip.params, new Map([['amount', '5'], ['token', 'usdc'], ['chain', 'base']])) // '5 usdc on base'
 */
export function writeInput(params: readonly Param[], entered: ReadonlyMap<string, string>): string {
  const words: string[] = []
  for (const { name, kind, after, begins = [], otherwise } of params.toReversed()) {
    const given = (entered.get(name) ?? '').trim() || (words.length > 0 ? (otherwise ?? '') : '')
    const [first = '', ...rest] = given.split(/\s+/u)
    // Whoever knows the text form writes its word into the field as well.
    const value = rest.length > 0 && first.toLowerCase() === after ? rest.join(' ') : given
    if (value === '') continue
    if (kind !== 'words' && kind !== 'names' && /\s/u.test(value))
      throw new UnreadableCommandError(
        `"${value}" is more than one word.`,
        [],
        `Enter only the ${name} there.`,
        { kind: 'several_words', value, field: name },
      )
    const hasOwn = begins.includes(value.split(/\s/u)[0]?.toLowerCase() ?? '')
    words.unshift(...(after === undefined || hasOwn ? [] : [after]), value)
  }
  return words.join(' ')
}
