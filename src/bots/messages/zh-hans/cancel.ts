import type { CancelWords } from '../en/cancel.ts'

export const cancel: CancelWords = {
  summary: '收回还没有人领取的款项。',
  number: '它在 /sent 里的编号',
  useNumber: '请在 /cancel 后写上列表里的编号：/sent',
  noNumber: (number) => `你的列表里没有第 ${number} 笔。`,
  seeList: '用 /sent 查看列表。',
  notListed: '它已不在你的列表里。',

  title: '要收回吗？',
  amount: '金额',
  sentTo: '收款方',
  comesBackAs: '退回形式',
  cannotUndo: '之后任何人都不能再领取。此操作无法撤销。',
  yes: '是的，收回',
}
