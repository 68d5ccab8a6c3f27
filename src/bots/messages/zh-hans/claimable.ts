import type { ClaimableWords } from '../en/claimable.ts'

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} 给你发了 ${sum}`,
  noneWaits: '已全部支付或正在支付',
  from: '来自',
  payableOn: '可领取到',
  waitsUntil: '领取期限',
  ownKey: '它绑定在你自己的密钥上：只有持有该密钥的人能领取。',
  choose: '请选择领取到哪里。',
  write: (chains) => `发送 /claim all to ${chains}，后面写上你的地址，或打开领取页面。`,
  claimOn: (chain) => `领取到 ${chain}`,
  claimSumOn: (sum, chain) => `领取 ${sum} 到 ${chain}`,
  openPage: '打开领取页面',
  newLink: '生成新链接',
}
