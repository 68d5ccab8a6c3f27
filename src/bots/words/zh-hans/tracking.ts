import type { KnownReason } from '../../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../../core/tracking/notice.ts'
import type { TrackWords, TroubleWords, ExportWords, HistoryWords } from '../en/tracking.ts'
import { sayReasonWith } from '../say-reason.ts'
import { steps } from './payments.ts'

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
  isBack: (reason, chain) => `Hub 拒绝了它：${reason}。发出的资金已退回 ${chain} 上的发送方。`,
  asVouchers: (reason) =>
    `最后一条链无法支付：${reason}。发送方以凭证形式持有这笔资金；如果是待领取款项，则由收款方持有。只有持有者的钱包能把凭证换成代币：在聊天中使用 /withdraw，或调用 POST /api/v1/execute/vcoin/withdraw。`,
  comesBack: (reason, chain) =>
    `Hub 拒绝了它：${reason}。在退款最终确认之前，资金保留在 ${chain} 上。`,
  inNoBlock: (chain) => `${chain} 还没有把它打包进区块。`,
  hashMissing: '缺少交易哈希。',
  tooMuch: (words) => `“${words}” 不只是一条链和一个哈希。`,
  ofSeveral: (chains) => `这个哈希可能属于 ${chains}。`,
  nameChain: (usage) => `请指明链：${usage}`,
}

const own: Record<KnownReason, string> = {
  no_operation: '它调用了协议，但没有发起任何操作',
  foreign: '它已在区块中，但与本协议无关',
  dropped: '一小时以来没有任何区块包含它：它已被丢弃或替换',
  late: '没有及时送达',
  unexplained: steps.noReason,
  price_moved: '价格变动超出了允许的范围',
  too_little: '余额不足',
  not_approved: '代币的授权额度不够',
  chain_locked: 'hub 锁定了那条链：目前不接受来自那里的款项，也不在那里付款',
  too_many: '这个钱包还有太多请求在等待回复',
  out_of_gas: 'gas 不够',
}

const because = sayReasonWith(own, (words) => `“${words}”`)

const payoutOf = (token: string) => (token === '' ? '这笔付款' : `这笔 ${token} 付款`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `正在等待 ${chain}：它的节点没有响应，自 UTC ${since} 起没有读到新内容。节点恢复后会自动继续`
      : `正在等待 ${chain}：自 UTC ${since} 起没有读到新内容。链恢复后会自动继续`,
  replaced: () => '包含它的区块被另一个不含它的区块取代了。它正等待再次被打包',
  unknown_to_hub: (_, chain) =>
    `这笔交易在 ${chain} 上调用了协议，但一小时后 Hub 仍不知道它。发出的资金若已被接收，就由 ${chain} 上的协议保管。请带上哈希询问协议的运营方`,
  hub_too_late: (_, chain) =>
    `Hub 没有及时收到它。发出的资金由 ${chain} 上的协议保管，超时在那里记录后会退回发送方`,
  hub_silent: (_, chain) => `Hub 一小时内没有收到它。发出的资金由 ${chain} 上的协议保管`,
  refund_missing: ({ reason }, chain) =>
    `Hub 拒绝了它（${because(reason)}），但一小时后退款仍未到达 ${chain}。发出的资金由那里的协议保管`,
  refund_unseen: ({ reason }, chain) =>
    `Hub 拒绝了它（${because(reason)}），发出的资金会退回发送方。${chain} 不显示退回的时间：请查看那里的余额`,
  answer_missing: (_, chain) =>
    `Hub 已完成它的部分，但一小时后 ${chain} 仍未得知。没有任何损失：买到或发出的资金已在收款方手中，只差 ${chain} 自己还要发放的部分`,
  payout_too_late: ({ token }, chain) =>
    `${chain} 没有及时收到付款指令。${payoutOf(token)}仍由 ${chain} 上的协议保管；Hub 记录超时后，收款方会以凭证形式得到它`,
  payout_silent: ({ token }, chain) =>
    `${chain} 一小时内没有付款。${payoutOf(token)}仍由 ${chain} 上的协议保管`,
  refusal_missing: ({ token }, chain) =>
    `${chain} 无法付款，而一小时后 Hub 仍未记录。${payoutOf(token)}仍由 ${chain} 上的协议保管，记录后会成为收款方的凭证`,
  unsettled: () => 'Hub 一小时内没有完成结算',
})

export const trouble: TroubleWords = {
  own,
  because,
  sentence: (words) => `${words}。`,
  notice: (notice, nameOf) => `${say(notice, nameOf)}。`,
}

export const history: HistoryWords = {
  summary: '列出你发出和收到的款项，最新的在前。',
  title: '你的交易',
  titleOfPage: (page) => `你的交易，第 ${page} 页`,
  none: '这里还没有任何记录。',
  noneOlder: '没有更早的了。',
  newer: '较新',
  older: '较早',
  notPage: (word) => `“${word}” 不是页码。`,
  tipped: (sum, who) => `${sum} 给 ${who}`,
  swapped: (sum, token) => `用 ${sum} 兑换 ${token}`,
  received: (sum, who) => `${sum} 来自 ${who}`,
  paidOutOn: (chain) => `已在 ${chain} 付出`,
  keptOnHub: '以凭证形式归你所有',
  takenBack: '你已取回',
  cameBack: '无人领取，已退回',
  part: '显示什么：sent、received、页码',
  only: { all: '全部', sent: '只看我发出的', received: '只看我收到的' },
}

export const exported: ExportWords = {
  summary: '以表格形式下载你发出和收到的全部记录。',
  title: '你的账单',
  holds: '一份表格（CSV），包含你在这里签署的交易和付给你的款项，以及当时的美元价值（如已知）。',
  download: '下载',
  keepToYourself: (minutes) =>
    `此链接在 ${minutes} 分钟内有效。任何拿到链接的人都能看到你的账单，请勿转发。`,
}
