import type { KeyPageWords, PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: '用你的通行密钥签名',
  ofDevice: '使用此设备的通行密钥：',
  makeNew: '创建新的通行密钥',
  another: '使用另一个通行密钥',
  haveOne: '我已有 Vouch 的通行密钥',
  about: '什么是通行密钥，丢失了会怎样',
  what: '通行密钥保存在你的手机或电脑里，由指纹、面容或密码保护。每次你确认时，它会在浏览器中生成你账户的密钥。密钥绝不会发送到本服务器，只属于你的设备。',
  synced:
    'iCloud 钥匙串（iOS 和 iPadOS 18.4、macOS 15.4 及以上）和 Google 密码管理工具会把它同步到你的其他设备。Windows Hello 和安全密钥只保存在那一台设备上。',
  lost: '如果你丢失了所有保存它的设备，或将它删除，又没有写下恢复词，它所保管的一切将永久丢失。',
  nobodyRestores:
    '没有人能恢复它，本服务器的运营者也不能。另一个通行密钥是另一个账户，打不开这个账户的任何内容。',
  inside_app:
    '你正在某个应用内，这里无法使用通行密钥。请在 Safari 或 Chrome 等浏览器中打开本页，即可不用钱包保管。',
  no_prf:
    '此浏览器的通行密钥无法生成密钥（没有 PRF 扩展）。请在 Chrome、Edge 或 Safari 中打开本页，或使用钱包。',
  no_passkeys:
    '此浏览器在这里没有通行密钥。请用较新的浏览器（如 Chrome、Edge 或 Safari）通过 https 打开本页，或使用钱包。',
  no_name: '通行密钥属于一个域名，而本页是通过数字地址打开的。请通过域名打开，或使用钱包。',
  openLocalhost: '通过 localhost 打开',
  openInBrowser: '在我的浏览器中打开',

  account: '你在这里的账户',
  opens: '只有你的通行密钥能打开它，别人都不能：',
  linkIt:
    '用 /wallet link 把它绑定到你的聊天账户，以后的款项就会付到这里。如要自己转移其中的资金，请把恢复词导入钱包应用，并在那里支付网络费。',
  wordsAndPasskeys: '恢复词和通行密钥',
  showWords: '显示我的恢复词',
  takesAll: '任何看到这些词的人都能拿走一切。',
  nobodyNeeds:
    '帮助你的人都不需要它们，其他任何页面也不应索要。请按顺序写在纸上，像保管现金一样保管。MetaMask 和 Keplr 接受它们作为助记词。',
  recoveryWords: '恢复词',
  alone: '旁边没有别人：显示',
  hide: '隐藏',

  noKey: '此通行密钥无法生成密钥：保存它的地方或此浏览器没有 PRF 扩展。',
  otherBrowser:
    '没有保管任何内容。请使用支持它的浏览器，如 Chrome、Edge 或 Safari，并使用手机或电脑的通行密钥；或使用钱包。',
  other: (address) => `这是另一个通行密钥：它打开的是 ${address}。`,
  useRight: '请用打开此账户的那个重试。',
  notUsed: '没有使用通行密钥：你拒绝了、等待太久，或这里没有通行密钥。',
  whenReady: '什么都没有发生。准备好后请重试。',
  hasIt: '此设备已有这个通行密钥。',
  useIt: '请使用它，不必再创建一个。',
  unable: '无法使用通行密钥。',
  unableBecause: (words) => `无法使用通行密钥：${words}`,
  orWallet: '请重试，或使用钱包。',
}

export const keyPage: KeyPageWords = {
  account: '你的账户',
  unknown: '此浏览器不知道你的任何账户。请用你已有的通行密钥打开一个。',
  headings: {
    sign: '用你的通行密钥签名',
    new: '创建你的账户',
    remembered: '打开你的账户',
    any: '打开你的账户',
  },
  signsText: (account) => `你的账户 ${account} 只签署这段文本：`,
  confirm: '请用通行密钥确认。密钥只在本页生成，本页无法向任何人发送任何内容，离开后密钥即消失。',
  waiting: '正在等待你的通行密钥…',
  back: '返回',
  backWithout: '不操作，返回',
}
