import type { TrackWords, ExportWords, HistoryWords } from '../en/tracking.ts'

export const track: TrackWords = {
  summary: '跟踪一笔交易经过的每条链。',
  chain: '交易所在的链',
  hash: '交易哈希',
  button: '跟踪',
  pending: '在途中',
  unseen: '尚未看到',
  completed: '已完成',
  failed: '失败',
  refunded: '已退款',
  released_as_vouchers: '以凭证形式到账',
  not_found: '没有可跟踪的内容',
  timed_out: '已超时',
  needs_attention: '需要处理',
  transaction: '交易',
  on: (hash, chain) => `${hash}，在 ${chain} 上`,
  refused: (chain, reason) => `${chain} 拒绝了这笔交易：${reason}。除网络费外，资金没有变动。`,
  unknown: (why) => `${why}。请检查哈希和链，然后重试。`,
  isBack: (reason, chain) => `Hub 拒绝了它：${reason}。发出的资金已退回 ${chain} 上的发送者。`,
  asVouchers: (reason) =>
    `最后一条链无法支付：${reason}。发送者以凭证形式持有这笔资金；如果是待领取款项，则由收款人持有。只有持有者的钱包能把凭证换成代币：在聊天中使用 /withdraw。`,
  comesBack: (reason, chain) =>
    `Hub 拒绝了它：${reason}。在退款最终确认之前，资金保留在 ${chain} 上。`,
  inNoBlock: (chain) => `${chain} 还没有把它打包进区块。`,
  hashMissing: '缺少交易哈希。',
  noHash: (word) => `“${word}”不是交易哈希。`,
  copyAgain: '请重新复制完整的哈希。',
  tooMuch: (words) => `“${words}”是多余的：只需要一条链和一个哈希。`,
  ofSeveral: (chains) => `这个哈希可能属于 ${chains}。`,
  nameChain: (usage) => `请指明链：${usage}`,
}

export const history: HistoryWords = {
  summary: '列出你发出和收到的款项，最新的在前。',
  title: '你的交易',
  titleOfPage: (page) => `你的交易，第 ${page} 页`,
  none: '这里还没有任何记录。',
  noneOlder: '没有更早的了。',
  newer: '较新',
  older: '较早',
  notPage: (word) => `“${word}”不是页码。`,
  tipped: (sum, who) => `${sum} 给 ${who}`,
  swapped: (sum, token) => `用 ${sum} 兑换 ${token}`,
  withTime: (what, time) => `${what}，${time}`,
  received: (sum, who) => `${sum} 来自 ${who}`,
  paidOutOn: (chain) => `已支付到 ${chain}`,
  keptOnHub: '以凭证形式归你所有',
  takenBack: '你已收回',
  cameBack: '无人领取，已退回',
  part: '显示什么：sent、received、页码',
  only: { all: '全部', sent: '只看我发出的', received: '只看我收到的' },
}

export const exported: ExportWords = {
  summary: '以表格形式下载你发出和收到的全部记录。',
  title: '你的对账单',
  holds: '一份表格（CSV），包含你在这里签署的交易和付给你的款项，以及当时的美元价值（如已知）。',
  download: '下载',
  keepToYourself: (minutes) =>
    `此链接在 ${minutes} 分钟内有效。任何拿到链接的人都能看到你的对账单，请勿转发。`,
}
