import type { SentWords } from '../en/sent.ts'

export const sent: SentWords = {
  summary: '列出你发送的款项，收回它，或重新发送链接。',
  title: '你发送的款项',
  row: (sum, who, state) => `${sum} 给 ${who}：${state}`,
  nothing: '你还没有已到达的款项',
  whatIsListed: '你用 /tip 或 /send 发送的款项到达 Hub 后会列在这里。',

  waitsUntil: (day) => `等待领取至 ${day}，之后退回给你`,
  waits: '等待领取',
  waitsForKey: '等待持有其密钥的人领取',
  expired: '没有人及时领取，正退回给你',
  redeeming: '正在支付',
  paid: '已被领取',
  onItsWayBack: '正在退回给你',
  cancelled: '你已收回，现在是你的凭证',
  returned: '没有人及时领取，已作为凭证回到你手中',

  confirm: (number) => `确认第 ${number} 笔的收款人`,
  cancel: (number) => `收回第 ${number} 笔`,
  newLinkFor: (number) => `第 ${number} 笔的新链接`,

  newLink: '新链接正在路上',
  newLinkUnsent: '新链接已生成',
  whereItGoes: '它只会发到收款人自己能看到的地方。旧链接已失效。',

  notHeld: '这里已没有你被暂扣的款项。',
  look: '用 /sent 查看。',
}
