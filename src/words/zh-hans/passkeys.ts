import type { PasskeysWords } from '../en/passkeys.ts'

export const passkeys: PasskeysWords = {
  signWith: '用你的通行密钥签名',
  ofDevice: '使用此设备的通行密钥：',
  makeNew: '创建新的通行密钥',
  another: '使用另一个通行密钥',
  haveWords: '我有恢复词',
  haveOne: '我已有 Vouch 的通行密钥',
  about: '什么是通行密钥，丢失了会怎样',
  what: '通行密钥保存在你的手机或电脑里，由指纹、面容或密码保护。每次你确认时，它会在浏览器中生成你账户的密钥。密钥绝不会发送到本服务器，只属于你的设备。',
  synced:
    'iCloud 钥匙串（iOS 和 iPadOS 18.4、macOS 15.4 及以上）和 Google 密码管理工具会把它同步到你的其他设备。Windows Hello 和安全密钥只保存在那一台设备上。',
  lost: '如果你既丢失了通行密钥，又丢失了 24 个恢复词，你在这里的账户所保管的一切将永久丢失：没有人能恢复，本服务器的运营者也不能。',
  newIsAnother: '新的通行密钥是另一个账户，除非你把它添加到这个账户。',
  inside_app:
    '你正在某个应用内，这里无法使用通行密钥。请在 Safari 或 Chrome 等浏览器中打开本页，即可不用钱包保管。',
  no_prf:
    '此浏览器的通行密钥无法生成密钥（没有 PRF 扩展）。请在 Chrome、Edge 或 Safari 中打开本页，或使用钱包。',
  no_passkeys:
    '此浏览器在这里没有通行密钥。请用较新的浏览器（如 Chrome、Edge 或 Safari）通过 https 打开本页，或使用钱包。',
  no_name: '通行密钥属于一个域名，而本页是通过数字地址打开的。请通过域名打开，或使用钱包。',
  no_storage:
    '此浏览器不允许本站保存任何数据，而通行密钥在这里需要它：请允许本站的 Cookie 和网站数据并重新加载页面，退出无痕模式，或使用钱包。',
  toSign: {
    inside_app:
      '这是通行密钥账户，而你正在某个应用内，那里无法使用通行密钥。请在 Safari 或 Chrome 等浏览器中打开本页并签名。',
    no_prf:
      '这是通行密钥账户，而此浏览器无法生成它的密钥（没有 PRF 扩展）。请在 Chrome、Edge 或 Safari 中打开本页并签名。',
    no_passkeys:
      '这是通行密钥账户，而此浏览器在这里没有通行密钥。请用较新的浏览器（如 Chrome、Edge 或 Safari）通过 https 打开本页并签名。',
    no_name:
      '这是通行密钥账户，通行密钥属于一个域名，而本页是通过数字地址打开的。请通过域名打开并签名。',
    no_storage:
      '这是通行密钥账户，而此浏览器不允许本站保存任何数据，签名需要它：请允许本站的 Cookie 和网站数据并重新加载页面，或退出无痕模式，然后签名。',
  },
  openLocalhost: '通过 localhost 打开',
  openInBrowser: '在我的浏览器中打开',

  account: '你在这里的账户',
  opens: '只有你的通行密钥能打开它，别人都不能：',
  linkIt:
    '用 /wallet link 把它绑定到你的聊天账户：之后打赏、兑换、提取这里保管的资金只需确认一次，也不用付网络费。没有本服务器时，可用恢复词在钱包应用中打开它。',
  wordsAndPasskeys: '恢复词和通行密钥',
}
