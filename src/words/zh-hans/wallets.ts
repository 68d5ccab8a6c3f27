import type { WalletLinkWords, WalletProblemsWords, WalletsWords } from '../en/wallets.ts'

export const wallets: WalletsWords = {
  connect: (name) => `连接 ${name}`,
  signIn: (name) => `在 ${name} 中签名`,
  signWith: (name) => `用 ${name} 签名`,
  againIn: (name) => `在 ${name} 中重试`,
  lookInto: (name) => `请查看 ${name}…`,
  yours: '你的钱包',
  itsChain: '它的链',
  notFound: (what, example) =>
    `在此浏览器中没有找到 ${what} 的钱包。请安装 ${example} 等钱包，或在你的钱包应用中打开本页。`,
  either: (one, other) => `${one} 或 ${other}`,
  openInApp: (what) => `此浏览器中没有 ${what} 的钱包。请在你已有的应用中打开本页：`,
  pasteInApp: (what) => `此浏览器中没有 ${what} 的钱包。请复制本页链接，在钱包应用的浏览器中打开。`,
  openIn: (app) => `在 ${app} 中打开`,
  noAccount: (wallet) => `${wallet} 没有向本页显示任何账户。`,
  unlock: '请解锁它，允许一个账户，然后重试。',
}

export const walletProblems: WalletProblemsWords = {
  wrongChain: (wallet) => `${wallet} 在另一条链上。`,
  switchTo: (chain) => `请切换到 ${chain}，然后重试。`,
  noNode: (chain, wallet) => `本服务没有提供 ${chain} 的公共节点，因此无法告诉 ${wallet}。`,
  addYourself: (chain, wallet) =>
    `请自行在 ${wallet} 中添加 ${chain} 后重试；如果仍不行，请本服务的运营者提供一个节点。`,
  asking: (wallet) => `${wallet} 已经在向你询问了。`,
  answerFirst: (wallet) => `请打开 ${wallet}，先回应它，然后重试。`,
  notAllowed: (wallet) => `${wallet} 不允许本页使用该账户。`,
  allow: (wallet) => `请在 ${wallet} 中允许本页，然后重试。`,
  tooLittle: (currency) => `该账户的${spaced(currency)}不足以支付金额和网络费。`,
  addFunds: (currency, chain) =>
    `请在 ${chain} 上增加${spaced(currency).trimEnd()}，或使用另一个账户。`,
  earlierWaits: '该账户之前的一笔交易仍在等待进入区块。',
  waitSeconds: '请等几秒钟，然后重试。',
  tooMany: (chain) => `该账户在 ${chain} 上有太多请求仍在等待回复。`,
  waitForOne: '请等其中一个结束，然后重试。',
  refused: (chain, words) => `${chain} 不接受：${words}`,
  newRequest: '没有发出任何内容。请用同一条命令重新发起请求。',
  declined: (wallet) => `你在 ${wallet} 中拒绝了。没有发出任何内容。`,
  declinedAfterApproval: (wallet) => `你在 ${wallet} 中拒绝了。只发出了之前的授权。`,
  whenReady: '准备好后请重试。',
  gone: (wallet) => `${wallet} 已与此页面断开连接。`,
  reload: '请先在钱包中查看已发送的内容，然后重新加载此页面。',
  unreachable: (wallet, chain) => `${wallet} 无法连接 ${chain}。`,
  checkWallet: '请检查网络连接和钱包中的链，然后重试。',
  unable: (wallet) => `${wallet} 未能完成。`,
  unableBecause: (wallet, words) => `${wallet} 未能完成：${words}`,
  lookInside: '请查看你的钱包，然后重试。',
  funds: '余额',
  tokens: '代币',
  ownCurrency: '该链的原生货币',
  wrongAccount: (shown, wanted) => `你的钱包当前账户是 ${shown}，但这个请求属于 ${wanted}。`,
  switchAccount: '请在钱包中切换到该账户，然后重试。',
  approvalRefused: '链拒绝了授权，因此没有发出任何内容。',
  askedOnceMore: '请重试，钱包会再次请求你授权。',
  approvalWaits: '授权仍未进入任何区块。',
  speedUp: '请查看你的钱包，可以在那里加速，然后重试。',
  approvalCancelled: (wallet) => `授权已在 ${wallet} 中取消，因此没有发出任何内容。`,
}

export const walletLink: WalletLinkWords = {
  title: '绑定钱包',
  unusable: '此链接无法使用',
  fetching: '正在加载链接。',
  expired: '此链接已过期',
  askAnew: '没有绑定任何钱包。请在聊天中用 /wallet link 重新获取。',
  linked: '你的钱包已绑定',
  account: '账户',
  wallet: '钱包',
  unlinkedAgain: '已再次解绑',
  close: '你可以关闭本页。其余操作在聊天中：/wallet、/balance、/tip。',
  toAccount: '绑定到账户',
  until: '有效至',
  onlyOwn:
    '只有这是你自己的账户时才继续。你签的是一段文本而不是交易：资金不会变动，也不会获得任何授权。',
  withoutWallet: '没有钱包',
  for: '用于',
  forChains: (chains) => `用于 ${chains}`,
  withPasskey: '用通行密钥绑定',
  walletSigns: '你的钱包将签署的内容',
  passkeySigns: '你的通行密钥将签署的内容',
  another: '换一个钱包',
}

/** Chinese sets off Latin letters by spaces, and its own words by none. */
function spaced(name: string): string {
  return /^\p{Script=Han}/u.test(name) ? name : ` ${name} `
}
