/** `/track`: a transaction over every chain that it touches, in chats and on its public page. */
export const track = {
  summary: 'Follow a transaction over every chain that it touches.',
  chain: 'The chain that it is on',
  hash: 'The transaction’s hash',
  button: 'Track',
  pending: 'On its way',
  unseen: 'Not seen yet',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded',
  released_as_vouchers: 'Arrived as vouchers',
  not_found: 'Nothing to follow',
  timed_out: 'Timed out',
  needs_attention: 'Needs attention',
  transaction: 'Transaction',
  on: (hash: string, chain: string) => `${hash} on ${chain}`,
  refused: (chain: string, reason: string) =>
    `${chain} refused the transaction: ${reason}. Nothing was moved but the network fee.`,
  unknown: (why: string) => `${why}. Check the hash and the chain, then ask again.`,
  isBack: (reason: string, chain: string) =>
    `The hub refused it: ${reason}. What was sent is back with its sender on ${chain}.`,
  asVouchers: (reason: string) =>
    `The last chain could not pay out: ${reason}. The sender holds the value as vouchers, or if it was a claim, its recipient does. Only the holder's wallet can turn them into tokens: /withdraw in a chat.`,
  comesBack: (reason: string, chain: string) =>
    `The hub refused it: ${reason}. What was sent is held on ${chain} until the refund is final there.`,
  inNoBlock: (chain: string) => `${chain} has it in no block yet.`,
  hashMissing: 'The transaction hash is missing.',
  noHash: (word: string) => `"${word}" is not a transaction hash.`,
  copyAgain: 'Copy the hash again, all of it.',
  tooMuch: (words: string) => `"${words}" is more than a chain and a hash.`,
  ofSeveral: (chains: string) => `This hash can be of ${chains}.`,
  nameChain: (usage: string) => `Name the chain: ${usage}`,
}

export type TrackWords = typeof track

/** `/history` */
export const history = {
  summary: 'List what you sent and received, the newest first.',
  title: 'Your transactions',
  titleOfPage: (page: string) => `Your transactions, page ${page}`,
  none: 'Nothing is here so far.',
  noneOlder: 'There is nothing older.',
  newer: 'Newer',
  older: 'Older',
  notPage: (word: string) => `"${word}" is not a page.`,
  tipped: (sum: string, who: string) => `${sum} to ${who}`,
  swapped: (sum: string, token: string) => `Swap ${sum} for ${token}`,
  /** What became of an entry, and when it was. */
  withTime: (what: string, time: string) => `${what}, ${time}`,
  received: (sum: string, who: string) => `${sum} from ${who}`,
  paidOutOn: (chain: string) => `Paid out on ${chain}`,
  keptOnHub: 'Yours as vouchers',
  takenBack: 'You took it back',
  cameBack: 'Nobody claimed it; it came back',
  /** Which part of the list is asked for. */
  part: 'What to show: sent, received, a page',
  only: { all: 'Everything', sent: 'Only what I sent', received: 'Only what I received' },
}

export type HistoryWords = typeof history

/** `/export` */
export const exported = {
  summary: 'Download everything you sent and received, as a table.',
  title: 'Your statement',
  holds:
    'A table (CSV) of what you signed here and of what was paid to you, with what it was worth in US dollars at the time, as far as that is known.',
  download: 'Download',
  keepToYourself: (minutes: string) =>
    `The link is good for ${minutes} minutes. Whoever has it can read your statement: do not pass it on.`,
}

export type ExportWords = typeof exported
