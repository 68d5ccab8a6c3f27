import type { KeyPageWords, PasskeyProblemsWords, RecoveryWords } from '../en/key-page.ts'

export const keyPage: KeyPageWords = {
  headings: {
    sign: '用你的通行密钥签名',
    new: '创建你的账户',
    remembered: '打开你的账户',
    any: '打开你的账户',
    words: '用恢复词打开账户',
    writing: '请先写下你的恢复词',
  },
  writeFirst: '这不是一笔小钱。一旦你的所有设备上都没有这个通行密钥，只有这些词能找回它。',
  signsThis: (address) => `你的账户 ${address} 只签署以下内容：`,
  theText: '要签署的文本',
  links: '绑定此账户',
  linksTo: '绑定到',
  accountId: '其编号',
  aClaim: (id) => `款项 ${id}：由其收款人领取`,
  unreadable: {
    message: '此页面无法完全读懂要签署的内容，因此不会签署。',
    fix: '请返回，在聊天中重新发起。如果是陌生人把你带到这里，请关闭此页面。',
  },
  confirm:
    '请用你的通行密钥确认。密钥只在本页生成，本页无法向任何人发送任何内容；离开本页，密钥即消失。',
  waiting: '正在等待你的通行密钥…',
  pressToGoOn: '请按“继续”，随后设备会要求使用你的通行密钥。',
  backWithout: '不用它，返回',
  back: '返回',

  noAccount: '此浏览器里没有你的账户。',
  beforeShowing: '看到恢复词的人可以拿走一切。现在没有人或摄像头在看吗？',
  showThem: '只有我一人：显示恢复词',
  aboutAdding:
    '它打开的是同一个账户：可以是钥匙串上的安全密钥，或另一部手机，以防这部丢失。先用现有的通行密钥确认，再创建新的并用它确认。',
  addPasskey: '添加通行密钥',
  notNow: '暂不',
  wordsConfirmed: '你已在此浏览器中确认过它的恢复词。',
  wordsNeeded: '请写下它的恢复词：否则最后一台有通行密钥的设备丢失时，账户也会丢失。',
  showWords: '显示我的恢复词',
  addAnother: '再添加一个通行密钥',
  added: '新的通行密钥可以打开这个账户。',
  onEveryDevice: '在每台拥有它的设备上都可以。',
  inThisBrowser:
    '只在此浏览器中可以，直到浏览器数据被清除：保存通行密钥的地方没有更多空间。在其他浏览器中请使用恢复词。',

  passkeyName: (day) => `Vouch 账户（${day}）`,
}

export const recovery: RecoveryWords = {
  danger: '看到这些词的人可以拿走一切。',
  onPaper:
    '帮助你的人不需要它们，其他页面也不应索要它们。请按顺序写在纸上，像保管现金一样保管。MetaMask 和 Keplr 可将它们作为恢复短语导入。',
  words: '恢复词',
  written: '我已写下',
  hide: '隐藏',
  whatStands: '你的纸上写的是什么？',
  word: (number) => `第 ${number} 个词`,
  theseAre: '就是这些词',
  lookAgain: '再看一遍这些词',
  onlyHere:
    '请只在你自己打开的页面上输入，绝不要在消息或陌生人引导你打开的页面上输入。此后，这台设备的新通行密钥会打开同一个账户。',
  inOrder: '你的 24 个恢复词，按顺序',
  openHere: '在这里打开此账户',

  noMatch: {
    message: (number) => `第 ${number} 个词不对。`,
    fix: '请看看你的纸，或再看一遍这些词并改正纸上的内容。',
  },
  wrongCount: {
    message: (given, wanted) => `恢复短语有 ${wanted} 个词；你输入了 ${given} 个。`,
    fix: '请检查是否有遗漏或重复的词。',
  },
  wrongOrder: {
    message: '每个词都可能是对的，但它们合在一起不对。',
    fix: '其中一个词写错了，或有两个词的位置换了。请从头到尾与你的纸核对。',
  },
  unknownWord: {
    message: (number, word) => `第 ${number} 个词“${word}”不是恢复词。`,
    fix: '请再看看你的纸。',
    meant: (word) => `是不是“${word}”？`,
  },
}

export const passkeyProblems: PasskeyProblemsWords = {
  noPrf: {
    message: '这个通行密钥无法生成密钥：保存它的地方或此浏览器没有 PRF 扩展。',
    fix: '没有保存任何东西。请用支持它的浏览器（如 Chrome、Edge 或 Safari）和手机或电脑的通行密钥；或使用钱包。',
  },
  other: {
    message: (address) => `这是另一个通行密钥：它打开的是 ${address}。`,
    fix: '请用打开此账户的那个再试一次。',
  },
  noSeal: {
    message: '这个通行密钥所打开账户的封存数据在另一个浏览器中，或已随其数据被删除。',
    fix: '请使用该账户的另一个通行密钥或恢复词。',
  },
  brokenSeal: {
    message: '这个通行密钥要打开的数据已损坏。',
    fix: '请使用该账户的另一个通行密钥或恢复词。',
  },
  notUsed: {
    message: '没有用到通行密钥：你拒绝了，或等待太久，或这里没有。',
    fix: '什么都没有发生。准备好后再试一次。',
  },
  hasIt: {
    message: '这台设备上已有这个通行密钥。',
    fix: '请直接使用它，不要再创建一个。',
  },
  unknown: {
    message: '没有任何 Vouch 页面向本页提出可在此完成的请求。',
    fix: '什么都没有发生。请回到之前的页面，在那里再试一次。如果你的浏览器隐藏了链接的来源，请为本站允许它。',
  },
  unasked: {
    message: '此标签页并未在等待你的通行密钥返回的内容。',
    fix: '什么都没有发生。请重新打开聊天或邮件中的链接，在那里再试一次。',
  },
  failed: {
    message: (reason) => `无法使用通行密钥：${reason}。`,
    fix: '请再试一次，或使用钱包。',
  },
}
