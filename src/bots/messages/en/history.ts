/** `/history` */
export const history = {
  summary: 'List your own transactions, the newest first.',
  title: 'Your transactions',
  titleOfPage: (page: string) => `Your transactions, page ${page}`,
  none: 'You have signed nothing here so far.',
  noneOlder: 'There is nothing older.',
  newer: 'Newer',
  older: 'Older',
  notPage: (word: string) => `"${word}" is not a page.`,
  tipped: (sum: string, who: string) => `${sum} to ${who}`,
  swapped: (sum: string, token: string) => `Swap ${sum} for ${token}`,
}

export type HistoryWords = typeof history
