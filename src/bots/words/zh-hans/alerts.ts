import type { AlertWords } from '../en/alerts.ts'

export const alerts: AlertWords = {
  summary: '价格达到时，私下通知你一次。',
  pair: 'eth，或用 usdc/eth 表示以另一种代币计的价格',
  side: 'above（高于）或 below（低于）',
  price: '价格：3000、0.0003',
  title: '你在等的价格',
  none: '你没有在等任何价格。',
  whichPrice: '在什么价格？',
  how: '请这样写：/alert eth above 3000，或 /alert usdc/eth below 0.0003',
  row: {
    above: (price) => `高于 ${price}`,
    below: (price) => `低于 ${price}`,
  },
  remove: (number) => `移除 ${number}`,
  setTitle: '到时我会通知你',
  set: {
    above: (token, price) => `1 ${token} 达到或超过 ${price} 时，私下通知你一次。`,
    below: (token, price) => `1 ${token} 达到或低于 ${price} 时，私下通知你一次。`,
  },
  now: (price) => `现在：${price}。我每分钟查看一次。`,
  gone: '这个提醒已经不在了。',
  list: '全部提醒',
  isThere: (now) => `已经达到了：${now}。`,
  nameAnother: '请给出一个尚未达到的价格。',
  tooMany: (most) => `你已经在等 ${most} 个价格。`,
  removeOne: '请先移除其中一个：/alert',
  twice: '两个是同一种代币。',
  reached: {
    above: (token, price) => `你在等 ${token} 达到或超过 ${price}。`,
    below: (token, price) => `你在等 ${token} 达到或低于 ${price}。`,
  },
  onceOnly: '这个提醒只发一次。要等其他价格：/alert',
}
