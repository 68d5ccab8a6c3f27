import type { PayoutWords } from '../en/payout.ts'

export const payout: PayoutWords = {
  paid: (sum, chain) => `已支付：${sum}${onChain(chain)}，在你的钱包里`,
  paying: (sum, chain) => `正在支付 ${sum}${onChain(chain)}`,
  arrivedAsVouchers: (sum) => `${sum} 已作为凭证到账`,
  goesBack: (sum) => `${sum} 正在退回发送者`,
  wentBack: (sum) => `${sum} 已退回发送者`,
  waits: (sum) => `${sum} 等你领取`,
  notPaid: (sum) => `${sum} 未能支付`,
  someOf: (paid, all) => `共 ${all} 笔，已支付 ${paid} 笔`,
  payableOn: (chains) => `可领取到 ${chains}：/claim`,
  stillWaits: (reason) => `Hub 拒绝了它：${reason}。它仍在等你领取：/claim`,
  yours: (token, chain) => `${token} 已作为你在 ${chain} 的钱包的凭证归你所有。`,
  couldNot: (chain, reason) => `${chain} 无法支付：${reason}。`,
}

const onChain = (chain: string) => (chain === '' ? '' : `（${chain}）`)
