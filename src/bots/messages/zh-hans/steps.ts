import type { StepsWords } from '../en/steps.ts'

export const steps: StepsWords = {
  submit: (chain) => `已在 ${chain} 发送`,
  settle: (chain) => `已在 ${chain} 结算`,
  confirm: (chain) => `已回 ${chain} 确认`,
  release: (chain) => `已在 ${chain} 支付`,
  seen: '已看到，尚未进入区块',
  confirmed: '已进入区块，尚未最终确认',
  took: (duration) => `用时 ${duration}`,
  underOneSecond: '不到 1 秒',
  seconds: (seconds) => `${seconds} 秒`,
  minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  noReason: '没有说明原因',
}
