import type { KnownReason } from '../../core/terms/known-reason.ts'
import { sayNoticeWith } from '../../core/tracking/notice.ts'
import type { TroubleWords } from '../en/trouble.ts'
import { sayReasonWith } from '../say-reason.ts'

const own: Record<KnownReason, string> = {
  no_operation: '它调用了协议，但没有发起任何操作',
  foreign: '它已在区块中，但与本协议无关',
  dropped:
    '一小时以来没有任何区块包含它：它已被丢弃或替换。重试之前请先查看发送它的钱包：仍在那里等待的交易之后还可能进入区块，请先取消它',
  late: '没有及时送达',
  unexplained: '没有说明原因',
  price_moved: '价格变动超出了允许的范围',
  too_little: '余额不足',
  not_approved: '代币的授权额度不够',
  chain_locked: 'Hub 锁定了那条链：目前不接受来自那里的款项，也不在那里付款',
  too_many: '这个钱包还有太多请求在等待回复',
  out_of_gas: 'gas 不够',
  text_ran: '所签的内容已在那里由另一笔交易执行',
  text_expired: '在 Hub 执行之前就已过期',
}

const because = sayReasonWith(own, '只给出了技术性的原因')

const payoutOf = (token: string) => (token === '' ? '这笔付款' : `这笔 ${token} 付款`)

const say = sayNoticeWith({
  stalled: ({ since, unanswered }, chain) =>
    unanswered
      ? `正在等待 ${chain}：它的节点没有响应，自 ${since} 起没有读到新内容。节点恢复后会自动继续`
      : `正在等待 ${chain}：自 ${since} 起没有读到新内容。链恢复后会自动继续`,
  behind: ({ blocks }, chain) =>
    `正在等待 ${chain}：那里至少还有 ${blocks} 个区块未读取，会自动继续`,
  replaced: () => '包含它的区块被另一个不含它的区块取代了。它正等待再次被打包',
  not_included: (_, chain) =>
    `${chain} 还没有把这笔交易收入区块。在此之前什么都没有转移：资金仍像之前一样留在 ${chain} 上。交易会不断重新发送，之后会自动继续`,
  unknown_to_hub: (_, chain) =>
    `这笔交易在 ${chain} 上调用了协议，但一小时后 Hub 仍不知道它。发出的资金若已被接收，就由 ${chain} 上的协议保管。请带上哈希询问协议的运营者`,
  hub_too_late: (_, chain) =>
    `Hub 没有及时收到它。发出的资金由 ${chain} 上的协议保管，超时在那里记录后会退回发送者`,
  hub_silent: (_, chain) => `Hub 一小时内没有收到它。发出的资金由 ${chain} 上的协议保管`,
  refund_missing: ({ reason }, chain) =>
    `Hub 拒绝了它（${because(reason)}），但一小时后退款仍未到达 ${chain}。发出的资金由那里的协议保管`,
  refund_unseen: ({ reason }, chain) =>
    `Hub 拒绝了它（${because(reason)}），发出的资金会退回发送者。${chain} 不显示退回的时间：请查看那里的余额`,
  answer_missing: (_, chain) =>
    `Hub 已完成它的部分，但一小时后 ${chain} 仍未得知。没有任何损失：买到或发出的资金已在收款人手中，只差 ${chain} 自己还要发放的部分`,
  payout_too_late: ({ token }, chain) =>
    `${chain} 没有及时收到付款指令。${payoutOf(token)}仍由 ${chain} 上的协议保管；Hub 记录超时后会变成凭证`,
  payout_silent: ({ token }, chain) =>
    `${chain} 一小时内没有付款。${payoutOf(token)}仍由 ${chain} 上的协议保管`,
  refusal_missing: ({ token }, chain) =>
    `${chain} 无法付款，而一小时后 Hub 仍未记录。${payoutOf(token)}仍由 ${chain} 上的协议保管，记录后会变成凭证`,
  unsettled: () => 'Hub 一小时内没有完成结算',
  text_ran: (_, chain) =>
    `所签的内容已在 ${chain} 上执行，但那笔交易不是从这里发出的：其中写明的凭证已经转走。再次发起之前，请先查看凭证`,
  text_expired: (_, chain) =>
    `所签的内容在从这里送到 ${chain} 执行之前就已过期。其他人可能已及时把它送到那里：再次发起之前，请先查看凭证`,
})

export const trouble: TroubleWords = {
  own,
  because,
  quoted: (words) => `“${words}”`,
  chainsWords: '链的原话',
  sentence: (words) => `${words}。`,
  notice: (notice, nameOf, showAt) => `${say(notice, nameOf, showAt)}。`,
}
