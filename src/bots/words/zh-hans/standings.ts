import type { TopWords } from '../en/standings.ts'

export const top: TopWords = {
  summary: '查看本群谁给出或收到最多；私聊中查看你自己的数字。',
  what: 'week（周）、month（月）或 ever（全部）；given（给出）或 received（收到）',
  titles: {
    given: {
      week: '最近 7 天给出最多的人',
      month: '最近 30 天给出最多的人',
      ever: '给出最多的人',
    },
    received: {
      week: '最近 7 天收到最多的人',
      month: '最近 30 天收到最多的人',
      ever: '收到最多的人',
    },
  },
  sum: (_count, shown, dollars) =>
    dollars === '' ? `${shown} 笔打赏` : `${dollars}，${shown} 笔打赏`,
  all: '合计',
  nothing: '这段时间里，这里没有人打赏。',
  nothingEver: '这里还没有人打赏过。',
  chart: (rows) => `每人一条：${rows}`,
  others: '其他榜单：/top month、/top ever、/top received',
  howValued: '美元金额按每笔打赏当时的价格计算。不想出现在榜单中：/privacy hide',
  ownTitle: '你给出和收到的',
  periods: { week: '最近 7 天', month: '最近 30 天', ever: '全部时间' },
  own: (given, received) => `给出：${given}；收到：${received}`,
  forGroups: '在群里写 /top，查看那里谁给出最多。',

  number: (who, number) => `这是 ${who} 在这里收到的第 ${number} 笔打赏`,
}
