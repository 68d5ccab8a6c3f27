import type { PayWords } from '../en/pay.ts'

export const pay: PayWords = {
  cannotShow: '无法显示这张账单',
  fetching: '正在获取账单。',
  titles: {
    open: '账单',
    sent: '账单：正在支付',
    paid: '账单：已付清',
    withdrawn: '账单：已撤回，无需支付',
    expired: '账单：已过期，无需支付',
    unseen: '账单：可能已付',
  },
  lookAgain: '可能有人在最后一刻支付了它。几分钟内本页会显示结果；在此之前请不要支付。',
  to: '收款人',
  until: '付款截止',
  byPage: '通过此页面',
  states: { sent: '在途中', paid: '已支付' },
  withWallet: '用钱包支付',
  fromChain: '付款链',
  nothingYet: '现在还没有付款：下一页会显示你的钱包要签名的内容。在聊天中请按卡片上的“付款”。',
}
