import type { NoteWords } from '../en/note.ts'

export const note: NoteWords = {
  tooLong: (length, most) => `Die Notiz hat ${length} Zeichen; höchstens ${most} sind möglich.`,
  shorten: 'Kürze die Notiz.',
  hasLink: 'Eine Notiz darf keine Links enthalten.',
  withoutLink: 'Schreib die Notiz ohne den Link.',
  hasMention: 'Eine Notiz darf niemanden erwähnen.',
  withoutMention: 'Schreib die Notiz ohne das @.',
}
