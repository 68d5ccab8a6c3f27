import type { Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { plainWord } from './read-number.ts'

/**
 * Reads which page of a list is asked for; empty where none is. `example` is what errors show as the right form.
 * @throws {UnreadableCommandError} it is no page
 */
export function readPage(input: string, { words }: Pick<Speaker, 'words'>, example: string) {
  const page = plainWord(input)
  if (page === '' || /^[1-9]\d{0,2}$/.test(page)) return page
  throw new UnreadableCommandError(
    words.history.notPage(input),
    [],
    words.reading.likeThis(example),
  )
}
