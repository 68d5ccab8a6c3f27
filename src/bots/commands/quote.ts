import { accountKey } from '../../core/terms/identity.ts'
import { amountOutOf, bestOf, checkSignable, verdictOn } from '../../services/market/quotes.ts'
import type { SwapQuote } from '../../services/market/quote-store-port.ts'
import { choosePayment } from '../paying/choose-payment.ts'
import type { Action, Command, Reply, Services, Speaker } from '../dispatch/command.ts'
import { fixedAmount } from '../reading/read-amount.ts'
import { checkGroupRules } from '../reading/group-rules.ts'
import { field } from '../cards/card.ts'
import { showAmount } from '../cards/wording.ts'
import { liveReply } from '../cards/live-reply.ts'
import { chainParam, type Param } from '../dispatch/params.ts'
import { parseQuote } from '../reading/parse-quote.ts'
import { requestSwap } from '../paying/request-swap.ts'

const PARAMS: readonly Param[] = [
  { name: 'amount', summary: (words) => words.quote.amount, kind: 'word' },
  { name: 'token', summary: (words) => words.quote.token, kind: 'token' },
  { name: 'for', summary: (words) => words.quote.wanted, kind: 'token' },
  chainParam('on', ({ tip }) => tip.chain),
]

const QUOTE_EXAMPLE = '/quote 100 usdc eth'
const SWAP_EXAMPLE = '/swap 100 usdc eth'

export const quote: Command = {
  name: 'quote',
  summary: (words) => words.quote.summary,
  usage: '/quote amount token [to] token [on chain]',
  examples: [QUOTE_EXAMPLE, '/quote 0.5 eth to usdc on base'],
  params: PARAMS,
  async run(input, speaker, services) {
    const form = { example: QUOTE_EXAMPLE, ofOne: true }
    return quoteReply(await ask(input, form, speaker, services), speaker, services)
  },
}

export const swap: Command = {
  name: 'swap',
  summary: (words) => words.swap.summary,
  usage: '/swap amount token [to] token [on chain]',
  examples: [SWAP_EXAMPLE, '/swap 0.5 eth to usdc on base'],
  params: PARAMS,
  async run(input, speaker, services) {
    const asked = await ask(input, { example: SWAP_EXAMPLE }, speaker, services)
    const isSignable = checkSignable(asked, false, services.now()) === 'ready'
    // A bad price is looked at first: the quote says what it costs, and has the button to sign.
    return isSignable && verdictOn(bestOf(asked).total_price_impact) === 'fine'
      ? signReply(asked, speaker, services)
      : quoteReply(asked, speaker, services)
  },
}

export const refreshAction: Action = {
  name: 'quote-refresh',
  async run(id, speaker, services) {
    const { quotes } = services.market
    return changedReply(
      id,
      await quotes.refresh(id, accountKey(speaker.account)),
      speaker,
      services,
    )
  },
}

/** The button for the digits that a quote leaves out, for whoever presses alone. */
export const exactAction: Action = {
  name: 'quote-exact',
  async run(id, { words }, { market: { quotes }, network }) {
    const asked = await quotes.find(id)
    const { tokenIn, tokenOut, amount } = asked
    const { exactly, youGive, youGet } = words.quote
    const show = (token: string, units: bigint) => showAmount(words, network, token, units)
    const blocks = [
      field(youGive, show(tokenIn, amount)),
      field(youGet, show(tokenOut, amountOutOf(bestOf(asked)))),
    ]
    return { card: { title: exactly, tone: 'info', blocks, passes: true }, audience: 'asker' }
  },
}

export const flipAction: Action = {
  name: 'quote-flip',
  async run(id, speaker, services) {
    const { account, update } = speaker
    // A repeat of the press would turn it back.
    if (update?.made?.kind === 'flip') return undefined
    const flipped = await services.market.quotes.flip(id, accountKey(account), update?.key)
    return changedReply(id, flipped, speaker, services)
  },
}

export const signAction: Action = {
  name: 'quote-sign',
  run: (id, speaker, services) => signQuote(id, false, speaker, services),
}

/** The second answer, to a price that asks again: its button is on the card only then. */
export const confirmAction: Action = {
  name: 'quote-confirm',
  run: (id, speaker, services) => signQuote(id, true, speaker, services),
}

/** Half or all of something names the chain that pays, too: it is what is there. */
async function ask(
  input: string,
  form: Parameters<typeof parseQuote>[3],
  speaker: Speaker,
  services: Services,
): Promise<SwapQuote> {
  const { words } = speaker
  const { amount, token, tokenOut, chain } = parseQuote(speaker, input, services.network, form)
  const fixed = await fixedAmount(amount, token, words.payment, services)
  const asked = { tokenIn: token.token, tokenOut: tokenOut.token }
  const owner = accountKey(speaker.account)
  if (fixed) {
    const { units, understood } = fixed
    await checkQuote({ ...asked, amount: units }, speaker, services)
    const question = { ...asked, amount: units, chain_uid: chain?.chain_uid, understood }
    return services.market.quotes.create(question, owner)
  }
  const order = { amount, token, chain, only: 'tokens' } as const
  const payment = await choosePayment(order, speaker, services)
  const chain_uid = payment.kind === 'tokens' ? payment.chain_uid : undefined
  const understood = payment.terms?.understood
  await checkQuote({ ...asked, amount: payment.amount, isPart: true }, speaker, services)
  return services.market.quotes.create(
    { ...asked, amount: payment.amount, chain_uid, understood },
    owner,
  )
}

/** What a group's admins have set holds for its quotes, and for what is made of them by its buttons. */
const checkQuote = (
  {
    tokenIn,
    tokenOut,
    amount,
    isPart = false,
  }: Pick<SwapQuote, 'tokenIn' | 'tokenOut' | 'amount'> & { isPart?: boolean },
  speaker: Speaker,
  services: Services,
) =>
  checkGroupRules(
    { use: 'quote', token: tokenIn, amount, wanted: tokenOut, isPart },
    speaker,
    services,
  )

async function signQuote(
  id: string,
  isMeant: boolean,
  speaker: Speaker,
  services: Services,
): Promise<Reply | undefined> {
  const {
    now,
    market: { quotes },
  } = services
  const own = await quotes.findOwn(id, accountKey(speaker.account))
  // One quote makes one sign request: another press shows the same one.
  if (own.signId !== undefined) return swapReply(own.signId, speaker, services)
  if (checkSignable(own, isMeant, now()) === 'ready') return signReply(own, speaker, services)
  await quotes.askAgain(own)
  return undefined
}

async function signReply(asked: SwapQuote, speaker: Speaker, services: Services): Promise<Reply> {
  await checkQuote(asked, speaker, services)
  const { id } = await requestSwap(asked, speaker, services)
  return swapReply(await services.market.quotes.keepSigned(asked, id), speaker, services)
}

const quoteReply = ({ id }: SwapQuote, speaker: Speaker, services: Services) =>
  liveReply({ view: 'quote', key: id }, 'everyone', speaker, services)

/** The pressed card shows its own quote by itself. */
const changedReply = async (
  pressed: string,
  quoted: SwapQuote,
  speaker: Speaker,
  services: Services,
) => (quoted.id === pressed ? undefined : quoteReply(quoted, speaker, services))

const swapReply = (signId: string, speaker: Speaker, services: Services) =>
  liveReply({ view: 'swap', key: signId }, 'everyone', speaker, services)
