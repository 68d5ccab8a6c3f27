import type { SigningWords } from '../en/signing.ts'

export const signing: SigningWords = {
  from: '付款方',
  walletLater: (chain) => `${chain}，在签名页面连接钱包`,
  fee: '费用',
  gasOnly: '只有网络 gas 费，由你的钱包支付',
  sign: '签名',
  expired: '没有及时签名，这个请求已过期。什么都没有发送。',
  askAgain: '请用同一条命令再试一次。',
}
