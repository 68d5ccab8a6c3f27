import type { WrittenWords } from '../en/written.ts'
import { page, problems, progress } from './parts.ts'

const landing: WrittenWords['landing'] = {
  title: 'Vouch - 在任何链上，向用户名付款',
  description: '只需一条聊天消息，就能在任何链上向用户名或电子邮箱付款。',
  heading: '发给用户名，而不是地址。',
  lead: (command) =>
    `在聊天中写下 ${command}，再用自己的钱包签名。Bobby 证明自己就是 @bobby，任选一条链，在那里收款。`,
  api: '阅读 API 文档',
  say: '说出来',
  sayMore: '一条聊天消息变成一笔未签名的交易。你的钱包签名之前，什么都不会动。',
  sign: '签名',
  signMore: '签名页用文字说明这些字节做什么。你的密钥始终留在钱包里。',
  claim: '领取',
  claimMore: '收款人不需要先有钱包：有用户名就够了。途中每一步都实时可见。',
}

const trackPage: WrittenWords['trackPage'] = {
  notFollowed: '尚未跟踪',
  nobodyAsked: '到目前为止还没有人查询过这笔交易。',
  follow: '跟踪这笔交易',
  updates: '本页会自动更新。',
  lost: '连接已断开，正在重试…',
}

const unsubscribe: WrittenWords['unsubscribe'] = {
  about: '关于待领款项的邮件',
  question: '有人向此邮箱付款时，以及款项退回之前，我们会发邮件通知。不想再收到这些邮件吗？',
  noMore: '不再发送邮件',
  noMoreMeans: '除了你自己请求的验证码，不会再向此邮箱发送任何邮件。待领的款项仍然为你保留。',
  notFromThem: '不再发送该发送者的邮件',
  notFromThemMeans: '该发送者向此邮箱付款时，不再用邮件通知。待领的款项仍然为你保留。',
  stopAll: '不再向此邮箱发送',
  stopSender: '不再发送该发送者的邮件通知',
  undo: '撤销：重新给我发邮件',
}

const failures: WrittenWords['failures'] = {
  titles: {
    missing: '这里什么都没有',
    over: '已经结束',
    busy: '暂时不行',
    fault: '出了点问题',
    refused: '没有成功',
  },
  nothingAt: (address) => `${address} 处没有任何内容。`,
  checkAddress: '请检查地址。',
  missing: '此地址指向的内容不在这里，或已不存在。',
  over: '此链接指向的内容已结束，或已被使用。',
  busy: 'Vouch 暂时无法响应。',
  starting: '服务器正在启动。',
  fault: '我们这边出了问题。',
  refused: '此地址或发送到此地址的内容无法使用。',
  askAnew: '请按收到时的样子重新打开链接，或在获得链接的地方索取新的。',
  laterOrTell: '请再试一次；如果仍然如此，请把请求编号告诉运营者。',
  home: '前往首页',
}

const letters: WrittenWords['letters'] = {
  sentYou: (name, sum) => `${name} 给你发了 ${sum}`,
  severalSent: (count, sum) => `${count} 位发送者给你发了 ${sum}`,
  stillWaits: (name, sum) => `${name} 发的 ${sum} 仍在等你领取`,
  severalStillWait: (count, sum) => `${count} 位发送者发的 ${sum} 仍在等你领取`,
  sumFrom: (name, sum) => `${sum}，来自 ${name}`,
  writes: (name) => `${name} 写道：`,
  howToClaim:
    '它在等你领取，只属于这个邮箱。打开页面，索取验证码（同样通过邮件发送），再选择收款的地方。',
  howToClaimAll:
    '这些款项都在等你领取，只属于这个邮箱。打开其中一个页面，索取验证码（同样通过邮件发送），再选择收款的地方。输入第一个验证码后，页面会显示其他待领的款项。',
  claim: '领取',
  newLink: '此链接取代你之前收到的链接，旧链接已失效。',
  waitsUntil: (day, name) => `它会等到 ${day}，之后退回给 ${name}。`,
  needsPin: (name) =>
    `这个金额还需要一个 6 位 PIN，由 ${name} 保管：请向其索取，但不要回复本邮件。`,
  caution:
    '打开页面不会消耗任何东西。请勿把链接给别人。我们绝不会索要你的密码或密钥。如果你并未预期这封邮件，什么都不用做。',
  otherLanguages: (names) => `${names}：请在领取页面选择你的语言，之后的邮件也会使用该语言。`,
  why: '你收到这封邮件，是因为有人向此邮箱付款。',
  stop: '不再接收此类邮件',
  codeIs: (code) => `${code} 是你的 Vouch 验证码`,
  yourCode: '你的验证码',
  code: '验证码',
  typeIt: '请在 10 分钟内把它输入到你索取它的地方：领取页面，或你与机器人的私聊。',
  newestCounts: '只有最新的验证码有效，旧的已失效。',
  notAsked: '如果不是你索取的，什么都不用做。不要把它给任何人，也绝不要写在群里。',
}

export const written: WrittenWords = {
  landing,
  trackPage,
  unsubscribe,
  failures,
  letters,
  page,
  problems,
  states: progress.states,
}
