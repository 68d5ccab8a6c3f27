import type { PageFrameWords, PageNamingWords, ProblemsWords, ProgressWords } from '../en/parts.ts'

export const page: PageFrameWords = {
  language: '语言',
  moment: '请稍候…',
  tryAgain: '重试',
  titles: {
    claim: '领取',
    sign: '签名',
    key: '你的账户',
    pay: '账单',
    giveaway: '抽奖',
    wallet: '绑定钱包',
    playground: '演练场',
  },
  copyLink: '复制本页链接',
  linkCopied: '已复制，请粘贴到那里',
  copyThis: '请复制，不要告诉任何人',
  onPhone: '在手机上打开',
  camera: '用手机相机对准这里。任何看到此二维码的人都能打开本页。',
  qrCode: '本页链接的二维码',
  walletElsewhere: '你的钱包在浏览器里吗？',
  openThere: '在那里打开本页',
}

export const naming: PageNamingWords = {
  baseUnits: (units, token) => `${units} 个 ${token} 最小单位`,
  under: (amount) => `低于 ${amount}`,
  worth: (usd) => `≈ $${usd}`,
  exactly: '准确金额',
  elsewhere: (name, place) => `${place} 上的 ${name}`,
  signer: (chain) => `${chain} 上签名的钱包`,
  firstCome: '最先领取的人',
  people: (count) => `${count} 人，每人一份`,
}

export const problems: ProblemsWords = {
  offline: '现在无法连接到 Vouch。',
  checkConnection: '请检查网络连接，然后重试。',
  unclear: 'Vouch 的答复本页无法识别。',
  later: '请稍后重试。',
  fault: (reason) => `本页出了问题：${reason}。`,
  reload: '请刷新页面，然后重试。',
  partMissing: '本页的一部分无法加载。',
  reloadForNewer: '请检查网络连接，然后刷新页面：可能已有新版本。',
  request: (id) => `请求编号 ${id}`,
}

export const progress: ProgressWords = {
  sent: '已发出',
  unreported: '等待链上显示',
  submit: (chain) => `已在 ${chain} 发出`,
  settle: '已在 Hub 结算',
  confirm: (chain) => `已在 ${chain} 确认`,
  release: (chain) => `已在 ${chain} 支付`,
  seen: '已看到，尚未进入区块',
  confirmed: '已在区块中，等待最终确认',
  states: { waiting: '等待中', active: '进行中', done: '完成', failed: '失败' },
  ofParts: (count, all) => `${all} 部分中的 ${count} 部分：`,
  completed: '已到账。',
  failed: '链拒绝了这笔交易，资金没有变动，只花费了网络费。',
  refunded: '无法送达，资金已退回原来的钱包。',
  not_found: '没有任何区块包含这笔交易，资金没有变动。',
  timed_out: '没有及时收到。在超时被记录之前，资金会被保留。',
  needs_attention: '无法继续。请把交易哈希告诉本服务的运营者。',
  released_as_vouchers:
    '最后一条链无法支付，因此发送者以凭证形式持有这笔资金；如果是领取的款项，则由收款人持有。',
}
