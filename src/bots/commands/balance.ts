import { ChainUnavailableError } from '../../core/errors.ts'
import { denomOn } from '../../core/network.ts'
import type { CrossChainUser } from '../../core/shapes.ts'
import { field, type Block } from './card.ts'
import type { Command, Services } from './command.ts'
import { NoWalletError } from './errors.ts'
import { showAmount, showWallet } from './wording.ts'

export const balance: Command = {
  name: 'balance',
  summary: 'Show what your linked wallets hold.',
  usage: '/balance',
  examples: ['/balance'],
  audience: 'asker',
  async run(_input, { account }, services) {
    const wallets = await services.walletsOf(account)
    if (wallets.length === 0)
      throw new NoWalletError(
        'No wallet is linked to your account.',
        'Go on without one: /tip asks for a wallet on the sign page, and /claim takes any address.',
      )
    const blocks = await Promise.all(wallets.map((wallet) => walletBlocks(wallet, services)))
    return {
      card: { title: 'Your balance', tone: 'info', blocks: blocks.flat() },
      audience: 'asker',
    }
  },
}

async function walletBlocks(wallet: CrossChainUser, services: Services): Promise<Block[]> {
  const { network } = services
  const name = showWallet(network, wallet)
  const tokens = network.tokens.filter((token) => denomOn(token, wallet.chain_uid) !== undefined)
  const held = await orUnread(async () => {
    const balances = await Promise.all(
      tokens.map(async ({ token }) => ({ token, amount: await services.balance(wallet, token) })),
    )
    return list(balances, services)
  })
  const vouchers = await orUnread(async () => list(await services.vouchers(wallet), services))
  return [
    field(name, held === '' ? 'empty' : held),
    ...(vouchers === '' ? [] : [field(`${name}, vouchers`, vouchers)]),
  ]
}

function list(balances: { token: string; amount: bigint }[], { network }: Services): string {
  const held = balances.filter(({ amount }) => amount > 0n)
  return held.map(({ token, amount }) => showAmount(network, token, amount)).join(', ')
}

/** One chain that is away must not hide the others. */
async function orUnread(read: () => Promise<string>): Promise<string> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ChainUnavailableError) return 'cannot be read right now'
    throw error
  }
}
