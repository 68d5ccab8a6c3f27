import type { BalanceWords } from '../en/balance.ts'

export const balance: BalanceWords = {
  summary: '显示已绑定钱包中的资产。',
  title: '你的余额',
  noWallet: '你的账户还没有绑定钱包。',
  withoutWallet:
    '用 /wallet link 关联一个钱包。没有钱包也可以：/tip 会在签名页面请你连接钱包，/claim 接受任何地址。',
  empty: '空',
  vouchersOf: (wallet) => `${wallet}，凭证`,
  unread: '暂时无法读取',
}
