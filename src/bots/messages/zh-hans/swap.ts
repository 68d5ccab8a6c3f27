import type { SwapWords } from '../en/swap.ts'

export const swap: SwapWords = {
  summary: '用你自己的钱包把一种代币换成另一种。',
  title: (given, received) => `用 ${given} 兑换 ${received}`,
  trade: (given, token) => `${given} 换 ${token}`,
  to: '收款',
  sameWallet: '同一个钱包',
  atLeast: '至少',
  orBack: (least, slippage) => `${least}（滑点 ${slippage}）：否则全部退回`,
  gasOnly: '只有网络 gas，由你的钱包支付；资金池的费用已含在价格里',
  freshPrice: '用 /quote 查询新的价格。',
  done: (trade) => `已兑换：${trade}`,
  arrived: (least, chain) => `至少 ${least} 已到达 ${chain}。`,
  doneAsVouchers: (trade) => `已兑换为凭证：${trade}`,
  asVouchers: (chain, reason, token) =>
    `${chain} 无法以代币支付：${reason}。收款方以凭证形式持有 ${token}。`,
  failed: (trade) => `兑换失败：${trade}`,
  refused: (chain, reason, sum) =>
    `${chain} 拒绝了这笔交易：${reason}。${sum} 仍在你的钱包里，只花费了网络费。`,
  neverReached: (trade, chain) => `兑换从未到达 ${chain}：${trade}`,
  stillYours: (reason, sum) => `${reason}。${sum} 仍在你的钱包里。`,
  refunded: (trade) => `兑换已退款：${trade}`,
  isBack: (reason, sum, chain) => `Hub 拒绝了它：${reason}。${sum} 已退回你在 ${chain} 上的钱包。`,
  partlyRefunded: (trade) => `兑换的一部分已退款：${trade}`,
  partIsBack: (reason, sum, chain, target) =>
    `Hub 拒绝了这一部分：${reason}。${sum} 已退回你在 ${chain} 上的钱包。其余部分已兑换，并在 ${target} 上付出。`,
  timedOut: (trade) => `兑换超时：${trade}`,
  stopped: (trade) => `兑换没有继续：${trade}`,
  show: (hash) => `请把这笔交易交给服务的运营者：${hash}`,
  refunding: (trade) => `兑换正在退款：${trade}`,
  comesBack: (reason, sum, chain) =>
    `Hub 拒绝了它：${reason}。在退款到你的钱包最终确认之前，${sum} 保留在 ${chain} 上。`,
  underWay: (trade) => `正在兑换：${trade}`,
  signed: (least, chain) => `已签名。至少 ${least} 会到达 ${chain}，否则全部退回。`,
  noHome: (token, chain) => `${chain} 上没有 ${token}，而在有它的链上你没有关联的钱包。`,
  linkFirst: (chains) => `请先在 ${chains} 上关联一个钱包。`,
}
