import type { ClaimWords } from '../en/claim.ts'

export const claim: ClaimWords = {
  summary: '列出等你领取的款项，或把它付到某条链上。',
  listSummary: '列出等你领取的款项。',
  which: '领取哪一笔',
  chain: '付到哪条链',
  address: '你在那条链上的地址',

  title: '这些在等你领取',
  row: (sum, sender, chains) => `${sum}，来自 ${sender}，可领取到 ${chains}`,
  howTo: '发送 /claim all to base，或在 /claim 1 to base 后面写上地址。',
  everythingOn: (chain) => `全部领取到 ${chain}`,
  nothing: '没有等你领取的款项',
  whenTipped: '有人给你打赏时，我会在这里告诉你。',

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
}
