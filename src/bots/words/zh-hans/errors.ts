import { showSpan } from '../../../core/terms/show-text.ts'
import { sayReason } from '../../../words/say-reason.ts'
import type { ErrorsWords } from '../en/errors.ts'
import { sayWith } from '../say-error.ts'
import { showTime } from '../show-time.ts'
import { left } from './payments.ts'
import { trouble } from '../../../words/zh-hans/trouble.ts'

const language = 'zh-Hans'
const listed = (all: readonly string[]) => all.join('、')
const place = (name: string) => (name === 'e-mail' ? '邮箱' : name)

export const errors: ErrorsWords = {
  title: '没有成功',
  say: sayWith({
    not_decimal: ({ text }) => ({
      message: `金额“${text}”不是普通的十进制数字。`,
      fix: '请用数字和小数点书写，例如 5 或 0.25。',
    }),
    zero_amount: ({ text }) => ({ message: `金额“${text}”为零。`, fix: '请写一个大于零的金额。' }),
    too_many_decimals: ({ text, given, token, allowed }) => ({
      message: `金额“${text}”有 ${given} 位小数，而 ${token} 只有 ${allowed} 位。`,
      fix: `最多使用 ${allowed} 位小数。`,
    }),
    evm_address: ({ address, chain }) => ({
      message: `“${address}”不是 ${chain} 上的地址。`,
      fix: '请给出 40 位十六进制的 0x 地址。',
    }),
    address_checksum: ({ address, chain }) => ({
      message: `“${address}”不是 ${chain} 上的地址：大小写与校验和不符。`,
      fix: '请重新复制这个地址。',
    }),
    nobodys_address: ({ address, chain }) => ({
      message: `没有人持有 ${chain} 上“${address}”的密钥：付到那里的钱会永远丢失。`,
      fix: '请给出收款人自己持有密钥的钱包地址。',
    }),
    contract_address: ({ address, chain }) => ({
      message: `“${address}”是合约，不是钱包：在 ${chain} 上付到那里的钱会永远丢失。`,
      fix: '请给出收款人自己持有密钥的钱包地址。',
    }),
    bech32_address: ({ address, chain, prefix }) => ({
      message: `“${address}”不是 ${chain} 上的地址。`,
      fix: `请给出以 ${prefix}1 开头且校验和正确的地址。`,
    }),
    invalid_handle: ({ handle, place: where }) =>
      where === 'e-mail'
        ? { message: `“${handle}”不是邮箱地址。`, fix: '请写完整，例如 hello@example.com。' }
        : {
            message: `“${handle}”不可能是 ${place(where)} 账户。`,
            fix: '请写对方在那里的用户名，而不是显示名称。',
          },
    identity_off: ({ place: where, others }) => ({
      message: `这台服务器无法向 ${place(where)} 付款：它无法在那里核实身份。`,
      fix:
        others.length === 0
          ? '请改为发送到钱包地址。'
          : `请发送到钱包地址，或以下之一：${listed(others.map(place))}。`,
    }),
    unknown_chain: ({ chain, known }) => ({
      message: `这个网络上没有链“${chain}”。`,
      fix: `请使用其中之一：${listed(known)}。`,
    }),
    unknown_token: ({ token, known }) => ({
      message: `这个网络上没有代币“${token}”。`,
      fix: `请使用其中之一：${listed(known)}。`,
    }),
    unknown_denomination: ({ token, chain, homes }) => ({
      message: `${chain} 上没有这种形式的 ${token}。`,
      fix: `在这个网络上，${token} 存在于：${listed(homes)}。`,
    }),
    chain_unavailable: ({ chain }) => ({
      message: `现在无法连接 ${chain}。`,
      fix: '请稍后再试；没有任何改动。',
    }),
    chain_locked: ({ chain }) => ({
      message: `Hub 锁定了 ${chain}：目前不接受来自那里的款项，也不在那里付款。`,
      fix: '换一条链，或等这条链重新开放；没有任何改动。',
    }),
    below_payout_fee: ({ token, chain, isWhole }) => ({
      message: `这不超过 Hub 在 ${chain} 上每次支付 ${token} 时扣除的费用。`,
      fix: isWhole ? '换一条链，或保留为凭证。' : '换一条链，保留为凭证，或一次提取更多。',
    }),
    store_unavailable: () => ({
      message: '现在无法保存任何内容。',
      fix: '请稍后再试；之前已确认的内容不会丢失。',
    }),
    not_a_hash: ({ chain }) => ({
      message: `这不是 ${chain} 的交易哈希。`,
      fix: '请重新复制完整的哈希。',
    }),
    amount_too_large: () => ({
      message: '金额过大。',
      fix: '请给出较小的金额。',
    }),
    vouchers_not_swapped: () => ({
      message: '这个网络上的凭证不能直接兑换。',
      fix: '请先用 /withdraw 提取为代币，再兑换。',
    }),
    wallet_not_linked: () => ({
      message: '这个钱包已不再与你的账户绑定。',
      fix: '请用 /wallet 查看。',
    }),
    unknown_sign_request: () => ({ message: '没有这个签名请求。', fix: '用同样的命令再要一个。' }),
    unknown_invoice: () => ({ message: '没有这张账单。', fix: '请向发送者索要链接。' }),
    invoice_closed: ({ state }) =>
      ({
        paid: { message: '这张账单已经付清。', fix: '无需再支付。' },
        sent: { message: '这张账单正在支付。', fix: '无需再支付。' },
        withdrawn: { message: '这张账单已被撤回。', fix: '请索要一张新的。' },
        expired: { message: '这张账单已过期。', fix: '请索要一张新的。' },
        unseen: {
          message: '这张账单可能在最后一刻已被支付。',
          fix: '请过几分钟再看，在此之前不要支付。',
        },
      })[state],
    sign_request_closed: () => ({
      message: '这个签名请求已过期或已完成。',
      fix: '用同样的命令再要一个。',
    }),
    sign_request_often: () => ({
      message: '这个签名请求改动的次数太多，不能再改了。',
      fix: '就按现在的样子签名，或者放弃它，用同样的命令再要一个。',
    }),
    sign_request_needless: () => ({
      message: '这个签名请求已不再需要：被它替换的那个请求最终还是签名了。',
      fix: '不要再为它签名：卡片会显示已签名的那个请求。',
    }),
    transaction_failed: ({ reason, own }) => ({
      message: `链拒绝了这笔交易：${sayReason(trouble, reason, own)}。`,
      fix: '资金没有变动。请检查数量和余额后再试。',
    }),
    same_token: ({ token }) => ({
      message: `兑换的两边都是 ${token}。`,
      fix: '请写两种不同的代币。',
    }),
    no_route: ({ from, to }) => ({
      message: `没有资金池路径能把这个数量的 ${from} 换成 ${to}。`,
      fix: '请尝试更大的数量或其他代币。',
    }),
    swap_refused: ({ reason }) => ({
      message: `路由合约拒绝了这笔兑换：${trouble.because(reason)}。`,
      fix: '请查询新的价格再试。',
    }),
    claim_too_small: ({ amount, least }) => ({
      message: `${amount} 对一笔款项来说太少了。`,
      fix: `请给每个人至少发送 ${least}，或者直接发送到钱包地址。`,
    }),
    claim_too_large: ({ mostUsd }) => ({
      message: `一笔款项最多价值 ${mostUsd} 美元。`,
      fix: '请减少金额，或直接发送到钱包地址。',
    }),
    claim_without_price: ({ token }) => ({
      message: `没有人知道 ${token} 值多少，所以这笔款项将无法支付。`,
      fix: '请换一种代币，或直接发送到钱包地址。',
    }),
    pay_out_held: ({ why, retryAfterSec }) =>
      why === 'over_limit'
        ? {
            message: '最近付出的款项超过了本服务在这么短时间内的限额。没有任何损失。',
            fix: `请在${showSpan(retryAfterSec, 'zh-Hans')}后再试。`,
          }
        : HELD[why],
    claims_paused: () => ({
      message: '目前不接受这种金额的新款项：用于支付的 gas 快用完了。',
      fix: '请直接发送到钱包地址，或稍后再试。已经在等待的款项会照常支付。',
    }),
    vouchers_gone: ({ token }) => ({
      message: `该地址已没有 ${token} 的凭证。`,
      fix: '请查看其钱包余额：凭证已被提取或花掉。',
    }),
    contract_elsewhere: ({ chain, elsewhere }) => ({
      message: `该钱包是 ${chain} 上的合约，在 ${elsewhere} 上它的地址可能属于别人。`,
      fix: `请在 ${chain} 上提取凭证，或用 /wallet link 绑定你在 ${elsewhere} 上的钱包，再使用 /withdraw。`,
    }),
    pools_outdated: ({ seconds }) => ({
      message: `Hub 已有 ${seconds} 秒没有新区块。`,
      fix: '请稍后再试：Hub 恢复后报价会自动恢复。',
    }),
    unknown_quote: () => ({ message: '找不到这个报价。', fix: '请用 /quote 再查询一次。' }),
    foreign_quote: () => ({ message: '这是别人的报价。', fix: '请用 /quote 查询你自己的。' }),
    old_quote: () => ({ message: '这个报价已超过一分钟。', fix: '请按“刷新”，看过价格后再签名。' }),
    bad_quote: ({ loss }) => ({
      message: `这个报价会损失 ${loss}%，超过 10%。`,
      fix: '请减少兑换数量。',
    }),
    unknown_mail_link: () => ({
      message: '这不是我们邮件中的链接，或已非常旧。',
      fix: '请打开最新邮件中的链接。',
    }),
    statement_link_over: ({ minutes }) => ({
      message: `此链接已失效：有效期为 ${minutes} 分钟。`,
      fix: '发送 /export 获取新链接。',
    }),
    unknown_claim: () => ({
      message: '没有这笔可领取的款项。',
      fix: '请按收到时的样子重新打开链接。',
    }),
    no_share: ({ why }) =>
      ({
        taken: { message: '所有份额都已被领走。', fix: '下次快一点。' },
        coming: { message: '份额还没有到账。', fix: '请过几秒再按。' },
        over: {
          message: '领取份额的时间已过，没有人领走的会退回给发送者。',
          fix: '请留意下一次。',
        },
        closed: { message: '发送者已收回剩余部分。', fix: '请留意下一次。' },
        named: { message: '这些份额里没有你的。', fix: '用 /claim 查看等你领取的款项。' },
        drawing: { message: '时间已到，正在抽奖。', fix: '请等待抽奖结束，剩余部分会自动退回。' },
        drawn: { message: '这些份额归中奖者所有，其中没有你的。', fix: '请留意下一次抽奖。' },
        elsewhere: {
          message: '这些份额只属于发布它们的那个聊天里的人。',
          fix: '请在那里按按钮。',
        },
        own: {
          message: '这些份额是你发出的。',
          fix: '请留给别人。没有人领走的会退回给你。',
        },
      })[why],
    not_taken_back: ({ why }) =>
      ({
        share: {
          message: '这份款项归领走它或中奖的人所有，不能单独收回。',
          fix: '还没有归任何人的部分，可用 /sent 一并收回。没有人领取的会自动退回。',
        },
        bill: {
          message: '这笔款项是应他人请求支付的，付款的人不能收回。',
          fix: '请让收款的人转回。对方没有领取的会自动退回。',
        },
      })[why],
    claim_busy: () => ({
      message: '这笔款项正在领取中。',
      fix: '请等待它结束；如果失败，可以重新领取。',
    }),
    claim_paid: () => ({
      message: '这笔款项已经支付。',
      fix: '这里没有可领取的了。其他的请看 /claim。',
    }),
    claim_paid_out: () => ({
      message: '这笔款项已经支付。',
      fix: '收款人已经拿到，没有可收回的了。',
    }),
    claim_going_back: () => ({
      message: '这笔款项正在退回发送者。',
      fix: '请等待它结束；如果失败，一切照旧。',
    }),
    claim_went_back: () => ({
      message: '这笔款项已退回发送者。',
      fix: '请发送者再发一次。',
    }),
    claim_came_back: () => ({
      message: '这笔款项已退回给你。',
      fix: '它已变回你的凭证，无需再做什么。',
    }),
    nothing_arrived: () => ({
      message: '还没有任何款项到达 Hub，因此没有可收回的。',
      fix: '如果没有签名，就不要签名。如果已签名，请等它到达。',
    }),
    foreign_claim: ({ who }) => ({
      message: `这是给 ${who} 的。`,
      fix: '只有收款的那个账户可以领取。',
    }),
    claim_held: ({ who, why }) => ({
      message:
        why === 'changed'
          ? `这笔款项被暂扣，因为发送者指的可能是别人：${who} 曾被放弃，或以前属于另一个账户。`
          : `这笔款项被暂扣，因为发送者指的可能是别人：发送时 ${who} 已经很久没有出现。`,
      fix: '请发送者用 /sent 确认你的账户，或收回后回复你的消息再发送。',
    }),
    claim_frozen: () => ({
      message: '这笔款项已由本机器人的运营者暂停；不会丢失任何款项。',
      fix: '请稍后再来：它会从现在的状态继续，期间期限不会计时。',
    }),
    returns_used_up: ({ at }) => ({
      message: '你在 24 小时内收回的款项已达到可代付的上限；不会丢失任何款项。',
      fix: `请从 ${showTime({ language }, at)} 起再试；无人领取的款项也会自动退回。`,
    }),
    gasless_used_up: ({ at, isTextAlone }) => ({
      message: '24 小时内可为你代付的 gas 已用完。',
      fix: isTextAlone
        ? `请从 ${showTime({ language }, at)} 起再试：这只能通过签名完成。`
        : `请从 ${showTime({ language }, at)} 起再试，或改为自己支付 gas 的交易。`,
    }),
    gasless_paused: ({ isTextAlone }) => ({
      message: '目前这里不为他人代付 gas。',
      fix: isTextAlone
        ? '请稍后再试：这只能通过签名完成。'
        : '请改为自己支付 gas 的交易，或稍后再试。',
    }),
    passkey_sends_nothing: ({ address, most }) => ({
      message: `${address} 是通行密钥账户：它只签名，不发送交易。`,
      fix:
        most === undefined
          ? '请用其他钱包支付，或把它的恢复词输入钱包应用，再从那里重新绑定。'
          : `最多分给 ${most} 人：这样只需签名即可。`,
    }),
    claim_cooling: ({ at }) => ({
      message: `你的账户不久前更换了用户名，从 ${showTime({ language }, at)} 起可以领取。`,
      fix: '请到时再来，或请发送者用 /sent 确认你的账户。',
    }),
    claim_expired: ({ at }) => ({
      message: `领取期限是 ${showTime({ language }, at)}；现在款项将退回发送者。`,
      fix: '请发送者再发一次。',
    }),
    paid_by_another: () => ({
      message: '这笔款项由另一个钱包支付，因此不会自动退回。',
      fix: '收款人仍可照常领取；只有运营本机器人的人能把它退回付款的钱包。',
    }),
    bound_to_own_key: () => ({
      message: '这笔款项绑定收款人自己的密钥，只有持有密钥的人可以动用。',
      fix: '请收款人领取后再转回。',
    }),
    key_not_held: () => ({
      message: '这笔款项绑定收款人自己的密钥，这里没有保存它。',
      fix: '请用发送者所给公钥对应的私钥领取。',
    }),
    proof_required: () => ({
      message: '缺少你是收款人的证明，或证明已过期。',
      fix: '请获取验证码并重新输入。',
    }),
    pin_required: () => ({
      message: '这个金额还需要发送者的 PIN。',
      fix: '请向发送者索要 6 位 PIN。',
    }),
    wrong_pin: () => ({
      message: '这不是发送者的 PIN。',
      fix: '请再向发送者确认；PIN 区分大小写。',
    }),
    wrong_otp: () => ({
      message: '这不是发送者的 PIN。',
      fix: '请给出随 payload 一起返回的 claimer 中的 otp；区分大小写。',
    }),
    wrong_code: () => ({
      message: '这个验证码不正确、已被使用或已过期。',
      fix: '请输入最新消息中的验证码，或获取新的验证码。',
    }),
    too_many_tries: ({ of }) =>
      of === 'code'
        ? { message: '这个验证码尝试次数过多。', fix: '请获取新的验证码。' }
        : of === 'claim'
          ? {
              message: '这笔款项的验证码和 PIN 错误次数过多。',
              fix: '如果是发给聊天账户的，请在该聊天中领取；否则发送者可以用 /cancel 收回。',
            }
          : of === 'link'
            ? {
                message: '这笔款项的新链接次数已用完。',
                fix: '最新的链接有效。发送者可以用 /cancel 收回后重新发送。',
              }
            : {
                message: '用错误的 PIN 尝试收回的次数过多。',
                fix: '请在发送时的聊天中收回，或等待：无人领取的款项会自动退回。',
              },
    rate_limited: ({ retryAfterSec }) => ({
      message: '操作太快了。',
      fix: `请在 ${retryAfterSec} 秒后再试。`,
    }),
    several_words: ({ value, field }) => ({
      message: `“${value}”不止一个词。`,
      fix: `那里只填这个：${field}。`,
    }),
    role_alone: () => ({
      message: '给身份组打赏时不能同时写其他人。',
      fix: '请用另一条命令打赏其他人。',
    }),
    not_a_role: () => ({ message: '这不是本服务器的身份组。', fix: '请选择一个身份组。' }),
    unseen_person: () => ({ message: '我看不到这个人。', fix: '请换一个人。' }),
    bot_named: ({ name }) => ({
      message: `${name} 是机器人，机器人不能领取打赏。`,
      fix: '请指定一个人。',
    }),
    button_gone: () => ({ message: '这个按钮已经失效。', fix: '用同样的命令再要一张新卡片。' }),
    unknown_command: ({ name, close }) => ({
      message: `没有 /${name} 这个命令。`,
      fix:
        close.length === 0
          ? '用 /help 查看所有命令。'
          : `你是想用 ${close.map((known) => `/${known}`).join(' 或 ')} 吗？用 /help 查看所有命令。`,
    }),
    unreadable: ({ problem, fix }) => ({ message: problem, fix }),
    insufficient_balance: ({ asked, available }) =>
      available.length === 0
        ? { message: `你的钱包都没有 ${asked}。`, fix: left.seeBalance }
        : {
            message: `你的钱包都没有 ${asked}。现有：${available.join('；')}。`,
            fix: '请减少金额，或先给其中一个钱包充值。',
          },
  }),
}

const HELD = {
  away: {
    message: '本服务负责为付款签名的部分没有响应。没有付款，也没有任何损失。',
    fix: '请稍后再试。',
  },
  paused: {
    message: '本服务的运营者已暂停所有付款。没有付款，也没有任何损失。',
    fix: '请稍后再试。',
  },
  needs_approval: {
    message: '这么大的金额要先由本服务的运营者查看，已经通知他们。没有任何损失。',
    fix: '请稍后再次提出同样的请求。',
  },
  too_large: {
    message: '这笔款项的价值超过了本服务一次可以支付的上限。没有任何损失。',
    fix: '请询问本服务的运营者，或让它退回给发送者。',
  },
}
