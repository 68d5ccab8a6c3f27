import type { ClaimWords, ClaimableWords, PayoutWords } from '../en/claims.ts'

export const claim: ClaimWords = {
  summary: '列出等你领取的款项，或把它付到某条链上。',
  listSummary: '列出等你领取的款项。',
  which: '领取哪一笔，或它的链接',
  chain: '付到哪条链',
  address: '你在那条链上的地址',
  code: '发到你邮箱的验证码',
  pin: '发送者的 PIN',

  row: (sum, sender, chains) => `${sum}，来自 ${sender}，可领取到 ${chains}`,
  rowNowhere: (sum, sender) => `${sum}，来自 ${sender}，目前无法领取到任何链`,
  howTo: '发送 /claim all to base，或在 /claim 1 to base 后面写上地址。',
  everythingOn: (chain) => `全部领取到 ${chain}`,
  keepAll: (sum) => `全部保留（${sum}）`,
  keepEverything: '全部保留',
  allOn: (sum, chain) => `全部（${sum}）领取到 ${chain}`,
  nothing: '没有等你领取的款项',
  whenTipped:
    '有人给你打赏时，我会在这里告诉你。如果你在邮件里收到了领取链接，请发送 /claim 并在后面附上链接。',

  unknown: '找不到这笔款项。',
  seeWaiting: '用 /claim 查看等你领取的款项。',
  notWaiting: '这笔款项不再等你领取。',
  noneWaits: '这里已没有等你领取的款项。',
  claimedAlready: (who) => `${who} 已经领取了。`,
  wentBack: '它已退回发送者。',
  nothingToDo: '不需要再做什么。',
  onlyFor: (who) => `这是给 ${who} 的，只有该账户能领取。`,
  leaveIt: '请留给对方。等你领取的款项在 /claim 里。',
  nothingWaits: '没有等你领取的款项。',
  onceTipped: '有人给你打赏时，我会告诉你。',
  noNumber: (number, count) => `没有第 ${number} 笔：等你领取的有 ${count} 笔。`,
  seeList: '用 /claim 查看列表。',
  noWallet: (chain) => `你在 ${chain} 上没有绑定钱包。`,
  addAddress: (command) => `请在后面写上你的地址：${command} <地址>`,

  alsoPin: (command) => `还需要发送者手里的 PIN。拿到后请发送 ${command}`,
  addPin: (command) => `请向发送者索要 6 位 PIN，并写在后面：${command} pin ABC123`,
  onePin: '一个 PIN 只对应一笔款项，不能用于多笔。',
  needlessPin: (number, others) =>
    others === ''
      ? `第 ${number} 笔不需要 PIN。没有支付任何款项。`
      : `第 ${number} 笔不需要 PIN，需要的是第 ${others} 笔。没有支付任何款项。`,

  sentTo: (sender, sum, who) => `${sender} 把 ${sum} 发给了 ${who}`,
  notThere: '款项尚未到达，到达之前无法领取。',
  codeSent: (who) => `如果这是你的，验证码正通过邮件发往 ${who}，10 分钟内有效。`,
  codeLater: (sec) => `刚刚已要过验证码，请使用最新的一个。${sec} 秒后可用同一链接再要一个。`,
  codeIsLate: '该地址的邮件服务器尚未接收最近的验证码。在其有效期内我们会继续尝试。',
  giveCode: '请在这里发送 /claim code ABCD2345，把 ABCD2345 换成你的验证码。',
  noLink: '我不知道这个验证码对应哪笔款项。',
  sendLink: '请先发送 /claim 并在后面附上领取链接，然后在 10 分钟内发送验证码。',
  proven: '这个邮箱是你的。30 分钟内，等它领取的款项会出现在你的 /claim 里。',
  proveOnPage: '请在浏览器中打开链接，在那里证明它属于你。',

  secretSeen: '这些内容不该让别人看到',
  secretDeleted: '你的消息里有领取链接、验证码或 PIN。我已将它删除，没有做其他任何事。',
  deleteSecret:
    '你的消息里有领取链接、验证码或 PIN。我没有删除的权限，请你自己删除。我没有做其他任何事。',
  sayPrivately: '请在这里、在我们的私聊里发给我。',
}

export const claimable: ClaimableWords = {
  title: (sender, sum) => `${sender} 给你发了 ${sum}`,
  noneWaits: '已全部支付或正在支付',
  from: '来自',
  payableOn: '可领取到',
  waitsUntil: '领取期限',
  ownKey: '它绑定在你自己的密钥上：只有持有该密钥的人能领取。',
  choose: '请选择领取到哪里。',
  write: (chains) => `发送 /claim all to ${chains}，后面写上你的地址，或打开领取页面。`,
  keep: '保留在你的账户',
  keepSum: (sum) => `在账户中保留 ${sum}`,
  claimOn: (chain) => `领取到 ${chain}`,
  claimSumOn: (sum, chain) => `领取 ${sum} 到 ${chain}`,
  openPage: '打开领取页面',
  givenAt: '在群里查看',
  newLink: '生成新链接',
}

export const payout: PayoutWords = {
  paid: (sum, chain) => `已支付：${sum}${onChain(chain)}，在你的钱包里`,
  paying: (sum, chain) => `正在支付 ${sum}${onChain(chain)}`,
  kept: (sum) => `已在你的账户中：${sum}`,
  whatKeeping: '你可以随时打赏、兑换或提取到任意链，无需 gas。',
  arrivedAsVouchers: (sum) => `${sum} 已作为凭证到账`,
  goesBack: (sum) => `${sum} 正在退回发送者`,
  wentBack: (sum) => `${sum} 已退回发送者`,
  waits: (sum) => `${sum} 等你领取`,
  notPaid: (sum) => `${sum} 未能支付`,
  someOf: (paid, all) => `共 ${all} 笔，已支付 ${paid} 笔`,
  payableOn: (chains) => `可领取到 ${chains}：/claim`,
  stillWaits: (reason) => `Hub 拒绝了它：${reason}。它仍在等你领取：/claim`,
  yours: (address, chain) =>
    `它们是你在 ${chain} 上的地址 ${address} 的凭证。只有该地址的钱包能把它们换成代币。`,
  couldNot: (chain, reason) => `${chain} 无法支付：${reason}。`,
  sayThanks: '说声谢谢',
  saidThanks: '你已道谢。',
  thanks: (who, sum) => `${who} 感谢你送出的 ${sum}`,
}

const onChain = (chain: string) => (chain === '' ? '' : `（${chain}）`)
