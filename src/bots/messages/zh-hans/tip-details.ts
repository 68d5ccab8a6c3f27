import type { TipDetailsWords } from '../en/tip-details.ts'

export const tipDetails: TipDetailsWords = {
  notYours: '只有发送者能查看详情。',
  leaveIt: '请交给对方处理。你自己发送的，你能看到详情。',
  title: (to) => `发给 ${to}`,
  amount: '金额',
  to: '收款方',
  pin: 'PIN',
  pinLater: '在签名页面连接钱包后就会有 PIN。',
  tellThem: (to) =>
    `${to} 收款时除了邮箱里的验证码，还需要它。请你亲自告诉对方，不要用邮件：能看到邮箱的人不应同时拿到两者。`,
  link: '领取链接',
  giveLink: (to) => `请转给 ${to}。它会打开领取页面，那里只付给这个账号。`,
}
