import type { ReadingWords } from '../en/reading.ts'

export const reading: ReadingWords = {
  unreadable: (input) => `我看不懂“${input}”。`,
  chainMissing: '没有写明链。',
  likeThis: (example) => `请这样写：${example}`,

  to: (who) => `发给 ${who}`,
  amountIs: (amount) => `金额 ${amount}`,
  amountMissing: '没有写金额和代币。',
  notAnAmount: (word) => `应写金额的位置写了“${word}”。`,
  amountFirst: (example) => `请把金额写在代币前面：${example}`,
  tokenMissing: '没有写代币。',
  tokenBehind: (tokens) => `请在金额后写一种代币：${tokens}。`,
  tokensMissing: '没有写金额和两种代币。',
  otherMissing: '没有写你想换成的代币。',
  otherBehind: (tokens) => `请在后面写一种：${tokens}。`,
  chainBehind: '要指定从哪条链付款，请写在后面：on base。',

  nobody: '没有写发给谁。',
  noPerson: (word) => `“${word}”不以 @ 开头，也不是电子邮箱，我无法知道发给谁。`,
  personFirst: (example) => `请先写收款人：${example}。或者用 /tip 5 usdc 回复对方的消息。`,
  unknownPlatform: (prefix) => `我不认识平台“${prefix}”。`,
  platforms: '请写 tg:bobby、x:bobby、discord:bobby 或电子邮箱。',
  toOneself: '这笔打赏会发给你自己。',
  nameAnother: '请写另一个人。',
  toBot: '我是机器人，不能领取打赏。',
  namePerson: '请写一个人。',
}
