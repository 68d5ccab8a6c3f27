import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: 'Komutları listeler ya da birini açıklar.',
  which: 'Hangisi',
  title: 'Yapabildiklerim',
  groups: {
    give: '🎁 Gönder',
    claim: '📥 Al',
    market: '📈 Fiyatlar ve takas',
    wallets: '👛 Cüzdanların',
    settings: '⚙️ Ayarlar ve yardım',
  },
  more: 'Biri hakkında daha fazlası: /help tip',
  usage: 'Kullanım',
  example: 'Örnek',
}
