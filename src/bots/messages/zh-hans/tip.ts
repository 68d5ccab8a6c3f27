import type { TipWords } from '../en/tip.ts'

export const tip: TipWords = {
  summary: '凭用户名，或回复对方的消息，给别人发送代币。',
  sendSummary: '把代币发到电子邮箱，或发给其他平台上的人。',
  to: '发给谁',
  recipient: '电子邮箱，或其他平台的用户名：x:bobby、tg:bobby',
  amount: '数额：5、0.25、$5、half 或 all',
  token: '哪种代币',
  chain: '从哪条链付款',
  note: '你的留言',
  personMenu: '打赏',
  messageMenu: '打赏作者',
}
