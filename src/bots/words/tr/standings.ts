import type { TopWords } from '../en/standings.ts'

export const top: TopWords = {
  summary: 'Bu grupta en çok kimin verdiğini ya da aldığını gösterir; özelde kendi sayılarını.',
  what: 'week (hafta), month (ay) ya da ever; given (verilen) ya da received (alınan)',
  titles: {
    given: {
      week: 'Son 7 günde en çok verenler',
      month: 'Son 30 günde en çok verenler',
      ever: 'En çok verenler',
    },
    received: {
      week: 'Son 7 günde en çok alanlar',
      month: 'Son 30 günde en çok alanlar',
      ever: 'En çok alanlar',
    },
  },
  sum: (_count, shown, dollars) =>
    dollars === '' ? `${shown} bahşiş` : `${dollars}, ${shown} bahşiş`,
  all: 'Toplam',
  nothing: 'Bu sürede burada kimse bahşiş vermedi.',
  nothingEver: 'Burada henüz kimse bahşiş vermedi.',
  chart: (rows) => `Her kişi için bir çubuk: ${rows}`,
  others: 'Diğer listeler: /top month, /top ever, /top received',
  howValued:
    'Dolarlar her bahşişin verildiği andaki fiyatlara göredir. Görünmemek için: /privacy hide',
  ownTitle: 'Verdiklerin ve aldıkların',
  periods: { week: 'Son 7 gün', month: 'Son 30 gün', ever: 'Tüm zamanlar' },
  own: (given, received) => `verilen: ${given}; alınan: ${received}`,
  forGroups: 'Bir grupta en çok kimin verdiğini görmek için orada /top yaz.',

  number: (who, number) => `${who} için buradaki ${number}. bahşiş`,
}
