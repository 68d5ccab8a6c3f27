import type { NoteWords } from '../en/note.ts'

export const note: NoteWords = {
  tooLong: (length, most) => `La nota tiene ${length} caracteres; caben ${most} como máximo.`,
  shorten: 'Acorta la nota.',
  hasLink: 'Una nota no puede llevar enlaces.',
  withoutLink: 'Escribe la nota sin el enlace.',
  hasMention: 'Una nota no puede mencionar a nadie.',
  withoutMention: 'Escribe la nota sin la @.',
}
