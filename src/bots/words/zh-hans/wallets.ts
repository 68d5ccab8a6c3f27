import type { WalletWords, WordsFirstWords } from '../en/wallets.ts'

export const wallet: WalletWords = {
  summary: '为你的账户绑定钱包、选择优先使用的钱包，或解绑钱包。',
  what: 'link、default 2 或 unlink 2；留空则列出钱包',
  title: '你的钱包',
  none: '你的账户还没有绑定钱包。',
  linkHow: '绑定一个钱包：只需用它签署一段短文字，不会转移任何资产。',
  isFirst: '优先使用',
  row: (address, chains) => `${address}，可用于 ${chains}`,
  ownOfPlayground: '演练场自带',
  link: '绑定钱包',
  makeDefault: (number) => `优先使用 ${number}`,
  unlinkOne: (number) => `解绑 ${number}`,

  linkTitle: '绑定钱包',
  openPage: '打开页面',
  linkForYou:
    '这个链接只给你本人使用，只能用一次，10 分钟后失效。请勿转发：打开它的人可以把自己的钱包绑定到你的账户。',
  linkExpired: '这个链接已过期。请重新获取：/wallet link',
  linkGone: '它已被更新的链接取代。',

  linkedTitle: '你的账户绑定了一个钱包',
  linkedWhat: (address, chains) =>
    `${address} 现在可以在 ${chains} 上为你付款和收款。每笔付款仍须由它自己签名。`,
  notYou: '如果不是你本人操作，请立即解绑。',
  ofPasskey: '它由通行密钥保管：请在收到较多款项之前写下恢复词。',
  recoveryWords: '恢复词和通行密钥',

  askTitle: (address) => `解绑 ${address}？`,
  askWhat: '我会忘记它属于你，不再从它付款，也不再付款给它。钱包里的资产不受影响。',
  yes: '是的，解绑',
  unlinked: '钱包已解绑',
  noNumber: (number) => `没有编号为 ${number} 的已绑定钱包。`,
  notLinked: '这个钱包已不再与你的账户绑定。',
  seeList: '用 /wallet 查看列表。',
}

export const wordsFirst: WordsFirstWords = {
  title: '请先确认恢复词',
  why: (usd) =>
    `加上这笔，你的通行密钥账户里就会超过 $${usd}。没有恢复词，一旦最后一台存有该通行密钥的设备丢失，里面的一切就都没了。`,
  waits: '这笔款项照旧等着你。页面会显示恢复词，并问其中三个；之后再领取一次即可。',
  confirm: '确认恢复词',
}
