import { plainLine } from '../../core/terms/show-text.ts'
import type { Words } from '../words/words.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'

/** Characters, as people count them: code points. */
const LONGEST_NOTE = 200

const LINK = /[\p{L}\p{N}]:\/\/|[\p{L}\p{N}-]\.\p{L}{2,}/u
const MENTION = /@[\p{L}\p{N}_]/u

/**
 * Reads the sender's own words as one line of plain text; `undefined` when there are none.
 * @throws {UnreadableCommandError} longer than 200 characters, or with a link or mention in it
 */
export function parseNote(words: Words, said: string): string | undefined {
  const note = plainLine(said)
  if (note === '') return undefined
  const length = [...note].length
  if (length > LONGEST_NOTE) {
    throw new UnreadableCommandError(
      words.note.tooLong(length, LONGEST_NOTE),
      [],
      words.note.shorten,
    )
  }
  // Full-width letters and dots read as links and mentions to some clients.
  const plain = note.normalize('NFKC')
  if (LINK.test(plain))
    throw new UnreadableCommandError(words.note.hasLink, [], words.note.withoutLink)
  if (MENTION.test(plain))
    throw new UnreadableCommandError(words.note.hasMention, [], words.note.withoutMention)
  return note
}
