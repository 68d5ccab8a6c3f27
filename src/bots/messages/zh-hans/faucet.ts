import type { FaucetWords } from '../en/faucet.ts'

export const faucet: FaucetWords = {
  summary: '领取测试代币到你的钱包。',
  arrived: '测试代币已到账',
  tooMuch: (words) => `“${words}” 超出了水龙头需要的内容。`,
  noWallet: '你没有可以接收这些代币的钱包。',
  nameChain: (example) => `请指定一条你有钱包的链，例如：${example}`,
}
