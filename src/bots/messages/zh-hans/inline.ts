import type { InlineWords } from '../en/inline.ts'

export const inline: InlineWords = {
  title: (sum, who) => `向 ${who} 发送 ${sum}`,
  airdropTitle: (sum, count) => `${sum}，前 ${count} 位领取`,
  description: '点按即可发送卡片，之后由你签名。',
  preparing: (name) => `${name} 正在准备这笔打赏，请稍候。`,
  wait: '请稍候',
  notReady: '卡片还没有准备好。如果一直这样，需要我的运营者开启 inline feedback。',
  how: '收款人和金额：@bobby 5 usdc，或 5 usdc for 3',
}
