import type { TipCardWords } from '../en/tip-card.ts'

export const tipCard: TipCardWords = {
  title: (sum, who) => `给 ${who} 打赏 ${sum}`,
  arrivesAs: '到账形式',
  vouchersFor: (sum, who) => `${sum} 的凭证，只有 ${who} 能领取`,
  claimableOn: '可领取到',
  mailLater: (who) => `到账后，${who} 会收到一封带领取链接的邮件。`,
  unknown: (who) => `我还不认识 ${who}。这笔打赏会一直等到拥有该用户名的账户来领取。`,
  needsPin: (who) => `这个金额还需要你把 PIN 告诉 ${who}。`,
  showPin: '显示我的 PIN',
  showAddress: '显示完整地址',
  passOn: (who) => `我无法给 ${who} 发消息，请你把领取链接转给对方。`,
  showLink: '显示领取链接',

  sending: (sum, who) => `正在把 ${sum} 发给 ${who}`,
  signed: (who) => `已签名。交易最终确认后，${who} 就能领取。`,
  failed: (who) => `给 ${who} 的打赏失败了`,
  refused: (chain, reason) => `${chain} 拒绝了这笔交易：${reason}。`,
  onlyFee: '只花掉了网络费用。',
  unreached: (who, chain) => `给 ${who} 的打赏没有到达 ${chain}`,
  refunded: (who) => `给 ${who} 的打赏已退款`,
  refunding: (who) => `给 ${who} 的打赏正在退款`,
  hubRefused: (reason) => `Hub 拒绝了它：${reason}。`,
  timedOut: (who) => `给 ${who} 的打赏超时了`,
  needsAttention: (who) => `给 ${who} 的打赏需要处理`,
  vouchersKept: '你的凭证没有变动。',
  vouchersStill: (sum) => `${sum} 仍是你的凭证。`,
  tokensKept: (sum) => `${sum} 仍在你的钱包里。`,
  tokensBack: (sum, chain) => `${sum} 已回到你在 ${chain} 的钱包。`,
  tokensHeld: (sum, chain) => `${sum} 暂存在 ${chain}，直到退回你钱包的退款最终确认。`,

  claimable: (who, sum) => `${who} 可以领取 ${sum}`,
  claim: '领取',
  paying: (who, sum, chains) => `正在${onChains(chains)}向 ${who} 支付 ${sum}`,
  paid: (who, sum, chains) => `已${onChains(chains)}向 ${who} 支付 ${sum}`,
  paidAsVouchers: (who, sum) => `已以凭证向 ${who} 支付 ${sum}`,
  heldAsVouchers: (who, chains) =>
    `${who} ${onChains(chains)}以凭证持有这笔款项：该链无法以代币支付。`,
  goesBack: (sum, who) => `给 ${who} 的 ${sum} 正在退回`,
  wentBack: (sum, who) => `给 ${who} 的 ${sum} 已退回`,
  takenBack: '发送者已收回。',
  unclaimed: (who) => `${who} 没有及时领取。`,
  onItsWayBack: '正在退回途中。',
  isBack: '它已作为凭证回到发送者手中。',
  mailRefused: (who) =>
    `对方的邮件服务器不接收发给 ${who} 的邮件，所以没有人收到通知。地址对吗？这笔款项在链上只等这个地址来领取。`,
  mailUnwanted: (who) =>
    `${who} 表示不想收到这里的邮件，所以我不会写信过去。请你把领取链接转给对方，或用 /cancel 取回。`,
  mailWaits: (who) => `发给 ${who} 的邮件正在路上。`,
  mailSent: (who) => `已向 ${who} 发送带领取链接的邮件。`,
}

const onChains = (chains: string) => (chains === '' ? '' : `在 ${chains} `)
