import { ChainUnavailableError } from '../../core/terms/errors.ts'
import { denomOn } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { BalanceWords } from '../words/en/payments.ts'
import type { Words } from '../words/words.ts'
import { field, type Block } from '../cards/card.ts'
import type { Command, Services } from '../dispatch/command.ts'
import { NoWalletError } from '../dispatch/errors.ts'
import { showAmount, showWallet } from '../cards/wording.ts'

export const balance: Command = {
  name: 'balance',
  summary: (words) => words.balance.summary,
  usage: '/balance',
  examples: ['/balance'],
  audience: 'asker',
  async run(_input, { account, words }, services) {
    const wallets = await services.wallets.of(account)
    if (wallets.length === 0)
      throw new NoWalletError(words.balance.noWallet, words.balance.withoutWallet)
    const blocks = await Promise.all(wallets.map((wallet) => walletBlocks(wallet, words, services)))
    return {
      card: { title: words.balance.title, tone: 'info', blocks: blocks.flat() },
      audience: 'asker',
    }
  },
}

async function walletBlocks(
  wallet: CrossChainUser,
  words: Words,
  services: Services,
): Promise<Block[]> {
  const { network } = services
  const said = words.balance
  const name = showWallet(words, network, wallet)
  const tokens = network.tokens.filter((token) => denomOn(token, wallet.chain_uid) !== undefined)
  const held = await orUnread(async () => {
    const amounts = await Promise.all(
      tokens.map(async ({ token }) => ({
        token,
        amount: await services.wallets.balance(wallet, token),
      })),
    )
    return list(words, amounts, services)
  }, said)
  const vouchers = await orUnread(
    async () => list(words, await services.wallets.vouchers(wallet), services),
    said,
  )
  return [
    field(name, held === '' ? said.empty : held),
    ...(vouchers === '' ? [] : [field(said.vouchersOf(name), vouchers)]),
  ]
}

function list(
  words: Words,
  balances: { token: string; amount: bigint }[],
  { network }: Services,
): string {
  const held = balances.filter(({ amount }) => amount > 0n)
  return held.map(({ token, amount }) => showAmount(words, network, token, amount)).join(', ')
}

/** One chain that is away must not hide the others. */
async function orUnread(read: () => Promise<string>, { unread }: BalanceWords): Promise<string> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ChainUnavailableError) return unread
    throw error
  }
}
