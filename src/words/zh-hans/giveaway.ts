import type { GiveawayPageWords } from '../en/giveaway.ts'

export const giveaway: GiveawayPageWords = {
  cannotShow: '无法显示这次抽奖',
  fetching: '正在获取抽奖。',
  titles: {
    open: '抽奖：可以参加',
    drawing: '抽奖：马上开奖',
    void: '抽奖：没有开奖',
    checking: '正在验证抽奖',
    right: '抽奖无误',
    wrong: '抽奖对不上',
    unsure: '有一部分无法验证',
  },
  verdicts: {
    checking: (chain) => `正在向 ${chain} 查询决定结果的区块。`,
    right: (chain) => `你的浏览器已向 ${chain} 查询决定结果的区块，并重新抽了一次。全部对得上。`,
    wrong: '对不上的地方在下面标出。',
    unsure: '你的浏览器重新抽了一次，其余都对得上，但区块只来自记录。',
  },
  noNode: (chain) => `记录里没有可以查询的 ${chain} 节点。`,
  noAnswer: (chain) => `${chain} 没有说明这个区块是什么。`,
  wasVoid: '没有付款，或发起人已经收回。',

  winners: '中奖名额',
  ends: '截止',
  mayEnter: '谁能参加',
  everybody: '除发起人外，所在聊天中的所有人',
  members: '仅限成员',
  membersFor: (span) => `加入至少${span}的成员`,
  withRole: (role) => `拥有身份组“${role}”的人`,
  onceADay: '截止前一天内在那里中过奖的人除外',
  except: (count) => `发起人点名的 ${count} 人除外`,

  whoEntered: '谁参加了',
  entered: (count) => `共有 ${count} 人参加。`,
  nobody: '没有人参加。',
  won: (numbers) => `中奖号码：${numbers}。`,
  leftOut: (numbers) => `因一天内在同一聊天里中过奖而未参与开奖：${numbers}。`,
  noNames:
    '每个人第一次按下时得到下一个号码。这里不写名字：只有持有抽奖券的人能在名单里找到自己。中奖者的名字在聊天里的卡片上。',
  list: '完整名单',
  number: '号码',
  nameInList: '名单里的名称',
  cameOfIt: '结果',
  results: { won: '中奖', lost: '未中奖', struck: '未参与开奖', none: '尚未开奖' },
  yourTicket: '你的抽奖券',
  ticketLike: '参加时机器人告诉你的完整内容，例如 telegram:42 0011…',
  you: {
    won: (number) => `你的号码是 ${number}，中奖了。`,
    lost: (number) => `你的号码是 ${number}，没有中奖。`,
    struck: (number) => `你的号码是 ${number}，未参与开奖。`,
    none: (number) => `你的号码是 ${number}。`,
    absent: '名单里没有这张抽奖券。请完整复制。',
  },

  stepByStep: '逐步验证',
  steps: {
    seed: '种子在任何人参加之前就已确定',
    entrants: '每个人在名单里只出现一次',
    block: '由截止后的第一个区块决定',
    winners: '分数最低的中奖',
  },
  plan: {
    seed: (hash) =>
      `种子是 32 个随机字节，开奖前一直保密。它的 SHA-256 哈希从一开始就在卡片上：${hash}`,
    entrants: '号码不会改变，也没有空缺。',
    block: (chain, end) => `${chain} 在 ${end} 或之后的第一个区块。事先没有人能知道它的哈希。`,
    winners: '由种子和这个哈希算出每个号码的分数。',
  },
  done: {
    fixed: (hash) => `它的 SHA-256 哈希从一开始就在卡片上：${hash}`,
    seed: (seed) => `开奖后公布的种子是 ${seed}。它的哈希与上面的一致。`,
    unpromised: '用你抽奖券的链接打开本页，还会与你参加时的承诺比较。',
    promisedHash: '你的抽奖券链接里是同一个哈希。',
    promised: '你的抽奖券链接里的哈希、截止时间、链和中奖人数都相同。',
    entrants: (count) =>
      count === 1 ? '只有 1 个号码。' : `共 ${count} 个号码，没有空缺，也没有名称出现两次。`,
    block: (height, time, hash) => `区块 ${height}，时间 ${time}，哈希 ${hash}`,
    asked: (node) => `以上由 ${node} 给出，它还说前一个区块在截止之前。`,
    winners: (numbers) =>
      `号码的分数是种子、区块哈希和号码的 SHA-256 哈希。你的浏览器算出了全部分数；从最好的开始：${numbers}。`,
    noWinners: '没有人可供抽取。',
  },
  faults: {
    noSeed: '记录里没有种子。',
    otherSeed: (hash, shown) => `种子的哈希是 ${hash}，而任何人参加之前公布的是另一个：${shown}`,
    otherPromise: (hash, shown) => `你参加时看到的哈希是 ${hash}，而记录里是另一个：${shown}`,
    otherEnd: (promised, shown) => `你参加时截止时间是 ${promised}，而记录里是另一个：${shown}`,
    otherChain: (promised, shown) =>
      `你参加时由 ${promised} 的区块决定，而记录里是另一条链：${shown}`,
    otherCount: (promised, shown) => `你参加时的中奖人数是 ${promised}，而记录里是：${shown}`,
    numbering: '号码不是从 1 起连续的。',
    twice: '有一个名称在名单里出现了两次。',
    struck: '有人被排除在外，但没有规则排除中过奖的人。',
    noBlock: '记录里没有区块。',
    otherHash: (seen, said) => `区块的哈希是 ${seen}，而记录里是另一个：${said}`,
    otherTime: (seen, said) => `区块的时间是 ${seen}，而记录里是另一个：${said}`,
    beforeEnd: (seen) => `区块在截止之前：${seen}`,
    notFirst: (seen) => `它不是第一个：前一个区块的时间是 ${seen}`,
    otherWinners: (due, said) => `按这些分数，中奖的是 ${due}。记录里是：${said}`,
  },
  none: '无',

  byYourself: '自己验证',
  ofTheServer:
    '本页和记录都来自开奖的服务器。如果不想只听它的，请在自己的电脑上运行下面的命令，并选用你信任的节点：',
  record: '供程序读取的记录',
}
