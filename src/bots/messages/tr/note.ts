import type { NoteWords } from '../en/note.ts'

export const note: NoteWords = {
  tooLong: (length, most) => `Not ${length} karakter; en fazla ${most} karakter sığar.`,
  shorten: 'Notu kısalt.',
  hasLink: 'Notta bağlantı olamaz.',
  withoutLink: 'Notu bağlantı olmadan yaz.',
  hasMention: 'Notta kimse etiketlenemez.',
  withoutMention: 'Notu @ olmadan yaz.',
}
