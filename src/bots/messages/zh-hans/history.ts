import type { HistoryWords } from '../en/history.ts'

export const history: HistoryWords = {
  summary: '列出你自己的交易，最新的在前。',
  title: '你的交易',
  titleOfPage: (page) => `你的交易，第 ${page} 页`,
  none: '你还没有在这里签署过任何交易。',
  noneOlder: '没有更早的了。',
  newer: '较新',
  older: '较早',
  notPage: (word) => `“${word}” 不是页码。`,
  tipped: (sum, who) => `${sum} 给 ${who}`,
  swapped: (sum, token) => `用 ${sum} 兑换 ${token}`,
}
