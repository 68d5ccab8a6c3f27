import type { HelpWords } from '../en/help.ts'

export const help: HelpWords = {
  summary: '列出所有命令，或说明其中一个。',
  which: '哪一个',
  title: '我能做的事',
  groups: {
    give: '🎁 赠送',
    claim: '📥 领取',
    market: '📈 价格与兑换',
    wallets: '👛 你的钱包',
    settings: '⚙️ 设置与帮助',
  },
  more: '了解某个命令：/help tip',
  usage: '用法',
  example: '示例',
}
