import type { HeldWords } from '../en/held.ts'

export const held: HeldWords = {
  title: (sum, who) => `${sum}：${who} 是谁？`,
  changed: (who) => `${who} 曾被放弃，或属于过不止一个账户。只有你知道你指的是谁。`,
  stale: (who) => `你发送时，${who} 已经很久没有出现，现在可能属于别人。只有你知道你指的是谁。`,
  isHeld: '款项已暂扣：在你决定之前，谁都不能领取。',
  coolingTitle: (sum, who) => `给 ${who} 的 ${sum} 还要再等一会儿`,
  cooling: (who, time) =>
    `${who} 的账户不久前才改用这个用户名，从 ${time} 起可以领取。如果你指的是别人，请在那之前收回。`,
  account: (userId) => `账户 ${userId}`,
  shows: (since) => `现在使用这个用户名，首次见到：${since}`,
  showed: (from, to) => `使用过这个用户名：${from} 至 ${to}`,
  askThem: '请用你信任的方式问问对方。确认后，只有这个账户能领取。',
  yes: (userId) => `是账户 ${userId}`,
  takeBack: '收回',
  comesBack: (time) => `如果你什么都不做，且无人领取，款项将于 ${time} 退回给你。`,
  confirmed: '已确认',
  onlyThey: (userId) => `现在只有账户 ${userId} 能领取。`,
  over: '没有需要决定的了',

  forRecipient: '暂扣，等待发送者决定',
  whyChanged: (who) =>
    `${who} 曾被放弃，或属于过不止一个账户。已询问发送者指的是谁；在此之前谁都不能领取。`,
  whyStale: (who) => `${who} 已经很久没有出现。已询问发送者指的是谁；在此之前谁都不能领取。`,
  from: (time) =>
    `从 ${time} 起可以领取：你的账户不久前才改用这个用户名。发送者可以用 /sent 提前确认你。`,
  another: '发送者指的是另一个账户',
  row: '暂扣，等待发送者说明指的是谁。',
  rowFrozen: '已由本机器人的运营者暂停；不会丢失任何款项。',
  rowFrom: (time) => `用户名不久前更换过，从 ${time} 起可以领取。`,

  onCard: (sum, who) => `给 ${who} 的 ${sum} 已暂扣`,
  onCardWhy: (who) => `无法确定 ${who} 属于谁，因此由发送者决定给谁，或收回。`,
  onCardFrom: (who, time) => `${who} 不久前更换过，从 ${time} 起可以领取。在那之前发送者可以收回。`,
}
