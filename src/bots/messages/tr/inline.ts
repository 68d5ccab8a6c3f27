import type { InlineWords } from '../en/inline.ts'

export const inline: InlineWords = {
  title: (sum, who) => `${who} için ${sum} gönder`,
  airdropTitle: (sum, count) => `İlk ${count} kişiye ${sum}`,
  description: 'Kartı göndermek için dokun. Ardından imzalarsın.',
  preparing: (name) => `${name} bu gönderimi hazırlıyor. Bir dakika.`,
  wait: 'Bir dakika',
  notReady:
    'Kart henüz hazır değil. Böyle kalırsa, beni işleten kişinin “inline feedback” özelliğini açması gerekir.',
  how: 'Kim, ne kadar: @bobby 5 usdc ya da 5 usdc for 3',
}
