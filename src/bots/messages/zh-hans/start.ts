import type { StartWords } from '../en/start.ts'

export const start: StartWords = {
  summary: '打个招呼。',
  title: '欢迎使用 Vouch',
  hello: (name) =>
    `你好，${name}。我凭用户名把代币发给别人：/tip @bobby 5 usdc。签名在你自己的钱包里完成，我从不保管你的密钥。`,
  seeHelp: '用 /help 看看我能做什么。',
  somethingWaits: '有东西等你领取：/claim',
}
