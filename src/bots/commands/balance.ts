import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { denomOn, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { HeldVouchers } from '../../services/market/hub-reads-port.ts'
import type { Words } from '../words/words.ts'
import { field, text, type Block } from '../cards/card.ts'
import type { Command, Services } from '../dispatch/command.ts'
import { NoWalletError, UnreadableCommandError } from '../dispatch/errors.ts'
import {
  rowOf,
  showAbout,
  showAmount,
  showWallet,
  showWorth,
  type Prices,
} from '../cards/wording.ts'
import { readToken } from '../reading/read-name.ts'
import { pricesNow, sayWorth } from '../cards/worth.ts'

export const balance: Command = {
  name: 'balance',
  summary: (words) => words.balance.summary,
  usage: '/balance [token]',
  examples: ['/balance', '/balance eth'],
  audience: 'asker',
  params: [
    { name: 'token', summary: ({ market }) => market.whichToken, kind: 'token', isOptional: true },
  ],
  async run(input, { account, words }, services) {
    if (/[@＠]/u.test(input))
      throw new UnreadableCommandError(
        words.balance.onlyYours,
        [],
        words.reading.likeThis('/balance'),
      )
    const wanted = tokensIn(input, services)
    // Who asks for a token by name reads it to its last digit.
    const show = wanted.size === 0 ? showAbout : showAmount
    const wallets = await services.wallets.of(account)
    if (wallets.length === 0)
      throw new NoWalletError(words.balance.noWallet, words.balance.withoutWallet)
    const holdings = await Promise.all(
      wallets.map((wallet) => holdingsOf(wallet, wanted, services)),
    )
    const prices = await pricesNow(services)
    const blocks = [
      ...holdings.flatMap((each) => blocksOf(each, prices, words, services, show)),
      ...unlisted(holdings, words, services),
      ...(await inAll(holdings, words, services)),
    ]
    return { card: { title: words.balance.title, tone: 'info', blocks }, audience: 'asker' }
  },
}

type Amounts = readonly { token: string; amount: bigint }[]
/** What one wallet has; `undefined` is what cannot be read right now. */
type Holdings = {
  wallet: CrossChainUser
  tokens: Amounts | undefined
  vouchers: HeldVouchers | undefined
}

/**
 * Which tokens are asked for by name; none where it is all of them.
 * @throws {UnknownTokenError}
 */
function tokensIn(input: string, { network }: Services): ReadonlySet<string> {
  const said = input.split(/[\s,，、]+/u).filter((word) => word !== '')
  const named = said.filter((word) => word.toLowerCase() !== 'all')
  return new Set(named.map((word) => readToken(network, word).token))
}

/** What a wallet has of the tokens that are asked for by name, or of all. */
async function holdingsOf(
  wallet: CrossChainUser,
  wanted: ReadonlySet<string>,
  { network, wallets }: Services,
): Promise<Holdings> {
  const here = network.tokens
    .filter((token) => denomOn(token, wallet.chain_uid) !== undefined)
    .map(({ token }) => token)
    .filter((token) => wanted.size === 0 || wanted.has(token))
  const [tokens, vouchers] = await Promise.all([
    orUnread(() => readEach(here, (token) => wallets.balance(wallet, token))),
    orUnread(async () => {
      if (wanted.size === 0) return wallets.vouchers(wallet)
      const held = await readEach([...wanted], (token) => wallets.voucher(wallet, token))
      return { held, isAll: true }
    }),
  ])
  return { wallet, tokens, vouchers }
}

async function readEach(tokens: readonly string[], read: (token: string) => Promise<bigint>) {
  const amounts = tokens.map(async (token) => ({ token, amount: await read(token) }))
  return (await Promise.all(amounts)).filter(({ amount }) => amount > 0n)
}

/** One chain that is away must not hide the others. */
async function orUnread<Found>(read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ChainUnavailableError) return undefined
    throw error
  }
}

function blocksOf(
  { wallet, tokens, vouchers }: Holdings,
  prices: Prices,
  words: Words,
  { network }: Services,
  show: typeof showAmount,
): Block[] {
  const said = words.balance
  const name = showWallet(words, network, wallet)
  const list = (amounts: Amounts | undefined) =>
    amounts === undefined
      ? said.unread
      : rowOf(
          words,
          amounts.map(({ token, amount }) =>
            showWorth(words, network, prices, token, amount, show),
          ),
        )
  const listed = vouchers?.held.filter(({ token }) => isListed(network, token))
  const [held, asVouchers] = [list(tokens), list(listed)]
  return [
    field(name, held === '' ? said.empty : held),
    ...(asVouchers === '' ? [] : [field(said.vouchersOf(name), asVouchers)]),
  ]
}

const isListed = ({ tokens }: Network, token: string): boolean =>
  tokens.some((known) => known.token === token)

/** How many kinds of vouchers are of no token of the network: anybody may make such tokens, name them as they like, and send any number of them. */
function unlisted(holdings: readonly Holdings[], words: Words, { network }: Services): Block[] {
  const found = holdings.flatMap(({ vouchers }) => vouchers ?? [])
  const held = found.flatMap((each) => each.held).map(({ token }) => token)
  const kinds = new Set(held.filter((token) => !isListed(network, token)))
  const isAll = found.every((each) => each.isAll)
  return kinds.size === 0 ? [] : [text(words.balance.unlisted(kinds.size, isAll))]
}

/** What all of it is worth. */
async function inAll(
  holdings: readonly Holdings[],
  words: Words,
  services: Services,
): Promise<Block[]> {
  const amounts = holdings.flatMap(({ tokens = [], vouchers }) => [
    ...tokens,
    ...(vouchers?.held ?? []),
  ])
  const isAll = holdings.every(({ tokens, vouchers }) => tokens && vouchers?.isAll)
  const worth = await sayWorth(words, amounts, services, isAll)
  return worth === undefined ? [] : [field(words.balance.inAll, worth)]
}
