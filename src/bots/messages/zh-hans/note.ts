import type { NoteWords } from '../en/note.ts'

export const note: NoteWords = {
  tooLong: (length, most) => `留言有 ${length} 个字符，最多 ${most} 个。`,
  shorten: '请缩短留言。',
  hasLink: '留言里不能有链接。',
  withoutLink: '请去掉链接再写。',
  hasMention: '留言里不能提及任何人。',
  withoutMention: '请去掉 @ 再写。',
}
