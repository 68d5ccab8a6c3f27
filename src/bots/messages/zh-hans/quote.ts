import type { QuoteWords } from '../en/quote.ts'

export const quote: QuoteWords = {
  summary: '查询兑换能得到多少，价格满意就签名。',
  amount: '你付出的数量：100、$5、half 或 all',
  token: '你付出的代币',
  wanted: '你想要的代币',
  title: (given, received) => `${given} 可换 ${received}`,
  route: '路径',
  inTurn: (legs) => legs.join('，然后 '),
  impact: '价格影响',
  unknown: '无法得知',
  split: (paths, more) =>
    `分成 ${paths} 条路径可以多得 ${more}。Cosmos 链上的钱包可以一次签完。EVM 钱包每条路径都要签一笔交易，所以那里只提供上面这一条。`,
  drawn: (given, received, ways) => `${given} 换成 ${received}：${ways.join('；')}`,
  fresh: '时效',
  freshness: (block, seconds) => `Hub 区块 ${block}，报价时已过 ${seconds} 秒`,
  wasSigned: '这个报价已经生成过签名请求。刷新后可以再来一次。',
  isOld: '这个价格已超过一分钟。刷新后才能签名。',
  unknownLoss: '无法得知的一部分',
  refused: (loss) => `这笔兑换会因价格损失 ${loss}，所以我不提供。请减少数量。`,
  really: (loss) => `你会因价格损失 ${loss}。确定要这样吗？`,
  careful: (loss) => `注意：这个数量会推动价格，价值因此损失 ${loss}。`,
  signAnyway: '仍然签名',
  refresh: '刷新',
  flip: '反向',
}
