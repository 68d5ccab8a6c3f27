import type { AnswersWords } from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: '出错了',
  failed: '我们这边出了问题。你的钱包没有发出任何东西。',
  report: (id) => `如果再次发生，请附上这个编号反馈：${id}`,
  nothingToShow: '已经没有可显示的内容。',
  allOfThem: '全部',
  claimFrom: (number, sum, sender) => `${number}：${sum}，来自 ${sender}`,
}
