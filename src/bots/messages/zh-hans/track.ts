import type { TrackWords } from '../en/track.ts'

export const track: TrackWords = {
  summary: '跟踪一笔交易经过的每条链。',
  chain: '交易所在的链',
  hash: '交易哈希',
  button: '跟踪',
  pending: '在途中',
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
  isBack: (reason, chain) => `Hub 拒绝了它：${reason}。发出的资金已退回 ${chain} 上的发送方。`,
  asVouchers: (reason) => `最后一条链无法支付：${reason}。收款方以凭证形式持有这笔资金。`,
  comesBack: (reason, chain) =>
    `Hub 拒绝了它：${reason}。在退款最终确认之前，资金保留在 ${chain} 上。`,
  inNoBlock: (chain) => `${chain} 还没有把它打包进区块。`,
  hashMissing: '缺少交易哈希。',
  tooMuch: (words) => `“${words}” 不只是一条链和一个哈希。`,
  ofSeveral: (chains) => `这个哈希可能属于 ${chains}。`,
  nameChain: (usage) => `请指明链：${usage}`,
}
