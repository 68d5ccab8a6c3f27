import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: 'Komutları listeler ya da birini açıklar.',
  which: 'Hangisi',
  title: 'Yapabildiklerim',
  more: 'Biri hakkında daha fazlası: /help tip',
  usage: 'Kullanım',
  example: 'Örnek',
}
