import type {
  AnswersWords,
  PrivateAnswersWords,
  NamingWords,
  WordingWords,
  ReadingWords,
  NoteWords,
  VerificationWords,
} from '../en/answers.ts'

export const answers: AnswersWords = {
  failedTitle: '出错了',
  failed: '我们这边出了问题。你的钱包没有发出任何东西。',
  report: (reference) => `如需告知本机器人的运营者，编号是：${reference}`,
  platformSilent: (place) => `${place} 现在不回答`,
  silentFor: (place, span) =>
    `这需要知道群里谁是谁，只有 ${place} 能回答，而它要求 ${span}内不再询问。什么都没有做：请到时再试。`,
  notDoneYet: '你要的还没有做。恢复后会自动完成：不需要再发一次。',
  notDone: '什么都没有做。请过几分钟再发一次；之前已确认的内容不会丢失。',
  nothingToShow: '已经没有可显示的内容。',
  allOfThem: '全部',
  claimFrom: (number, sum, sender) => `${number}：${sum}，来自 ${sender}`,
}

export const privateAnswers: PrivateAnswersWords = {
  written: '我已私信你',
  writtenTo: (name) => `${name}，回复在我们的私聊里。`,
  unreachable: '我无法私信你',
  unreachableBy: (name) =>
    `${name}，这条回复只给你看，但我还不能给你发消息。请打开与我的私聊，点击“开始”，然后再问一次。`,
  open: '打开私聊',
  startToRead: (name) =>
    `${name}，这条回复只给你看，但我还不能给你发消息。请打开我们的私聊并点击“开始”：它会在那里保留一天。`,
  nobody: '你是谁？',
  nobodyAsked:
    '这条消息是以群组或频道的名义发出的，我无法知道是谁的钱包。请以本人身份发送：管理员请先关闭“匿名”。',
  notShownThere: '没能在群组里显示',
  askedForNothing:
    '那里没有人能领取份额，所以不会请求你的钱包做任何事。请确认我可以在那里发消息，稍后再试。',
}

export const naming: NamingWords = {
  elsewhere: (handle, place) => `${place} 上的 ${handle}`,
  vouchersOf: (wallet) => `${wallet} 的凭证`,
}

export const wording: WordingWords = {
  baseUnits: (units, token) => `${units} 个 ${token} 最小单位`,
  worth: (sum, usd) => `${sum} ($${usd})`,
  worthNow: (sum, usd) => `${sum} (现值 $${usd})`,
  wallet: (chain, address) => `${chain} 钱包 ${address}`,
  aside: (said, more) => `${said}（${more}）`,
  percent: (number) => `${number}%`,
}

export const reading: ReadingWords = {
  unreadable: (input) => `我看不懂“${input}”。`,
  likeThis: (example) => `请这样写：${example}`,

  understood: (parts) => `我读懂的部分：${parts.join('、')}`,
  to: (who) => `发给 ${who}`,
  into: (token) => `换成 ${token}`,
  amountIs: (amount) => `金额 ${amount}`,
  amountMissing: '多少，哪种代币？',
  notAnAmount: (word) => `应写金额的位置写了“${word}”。`,
  amountFirst: (example) => `请把金额写在代币前面：${example}`,
  whichAmount: (amount) => `“${amount}”是多少？`,
  pressMeaning: '各种语言书写千位和小数的方式不同。请选择你的意思：在此之前不会发送任何东西。',
  tokenMissing: '哪种代币？',
  otherMoney: (money) => `我只认识代币和美元，不认识“${money}”。哪种代币？`,
  withToken: (example) => `例如：${example}。所有代币：/tokens`,
  tokensMissing: '多少哪种代币，换成哪种？',
  otherMissing: '想换成哪种代币？',
  chainBehind: '要指定从哪条链付款，请写在后面：on base。',

  nobody: '发给谁？',
  noPerson: (word) => `“${word}”是谁？`,
  personFirst: (example, inAnswer) =>
    `请先写收款人：${example}。或者用 ${inAnswer} 回复对方的消息。`,
  answersNobody: '你回复的消息没有我能看到的作者：它来自机器人、频道或匿名管理员。',
  unknownPlatform: (prefix) => `我不认识平台“${prefix}”。`,
  platforms: (handles) => `请写 ${handles.join('、')} 或电子邮箱。`,
  walletAlone: '给钱包的打赏要单独发送。',
  walletByItself: '请另写一条命令。',
  whichChain: (address) => `钱包 ${address} 在哪条链上？`,
  pressChain: '请选择你指的链：在此之前不会发送任何东西。',
  unknownWallet: (address) => `这里没有哪条链使用 ${address} 这样的地址。`,
  addressOf: (chains) => `请给出这些链之一上的地址：${chains.join('、')}。`,
  toOneself: '这笔打赏会发给你自己。',
  nameAnother: '请写另一个人。',
  nobodyInParticular: (word) => `“${word}”不是某个具体的人。`,
  nameOrShare: (example) => `请写出具体的人，或分给先到的人：${example}`,
  toBot: '我是机器人，不能领取打赏。',
  namePerson: '请写一个人。',
  namedAsBot: (who) => `从名字看，${who} 是机器人，机器人不能领取打赏。`,
  answerThem: (who) => `请写一个人。如果 ${who} 是真人，请用命令回复对方的一条消息。`,
}

export const note: NoteWords = {
  tooLong: (length, most) => `留言有 ${length} 个字符，最多 ${most} 个。`,
  shorten: '请缩短留言。',
  hasLink: '留言里不能有链接。',
  withoutLink: '请去掉链接再写。',
  hasMention: '留言里不能提及任何人。',
  withoutMention: '请去掉 @ 再写。',
}

export const verification: VerificationWords = {
  title: '你的验证码',
  code: '验证码',
  howTo:
    '请在 10 分钟内填到领取页面。如果不是你索取的，什么都不用做。不要把它给任何人，也绝不要写在群里。',
}
