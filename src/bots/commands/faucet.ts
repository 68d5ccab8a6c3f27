import { homeUidsOf, type Network } from '../../core/terms/network.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Words } from '../words/words.ts'
import { field } from '../cards/card.ts'
import type { Command } from '../dispatch/command.ts'
import { NoWalletError, UnreadableCommandError } from '../dispatch/errors.ts'
import { plainWord, readNumber, type Writer } from '../reading/read-number.ts'
import { allOf, showAmount, showWallet } from '../cards/wording.ts'
import { readChain, readToken } from '../reading/read-name.ts'

/** What gives away test tokens; amounts are base units. It exists on the local network only. */
export type Faucet = {
  give(request: {
    chain_uid: string
    address: string
    token?: string | undefined
    amount?: bigint | undefined
  }): Promise<{ token: string; amount: bigint }[]>
}

const EXAMPLE = '/faucet usdc 250 on base'
const USAGE = '/faucet [token] [amount] [on chain]'

/** `/faucet`: test tokens into the speaker's own wallet. Only where there is a faucet does anybody get this command. */
export function createFaucetCommand(faucet: Faucet): Command {
  return {
    name: 'faucet',
    summary: (words) => words.faucet.summary,
    usage: USAGE,
    examples: ['/faucet', '/faucet usdc', '/faucet usdc 250 on osmosis'],
    async run(input, speaker, services) {
      const { account, words } = speaker
      const { network } = services
      const order = parseFaucet(input, speaker, network)
      const wallets = await services.wallets.of(account)
      const wallet = walletFor(order, words, wallets)
      const gifts = await faucet.give({ ...wallet, token: order.token, amount: order.amount })
      const blocks = [
        field(
          showWallet(words, network, wallet),
          allOf(
            words,
            gifts.map(({ token, amount }) => showAmount(words, network, token, amount)),
          ),
        ),
      ]
      return {
        card: { title: words.faucet.arrived, tone: 'success', blocks },
        audience: 'everyone',
      }
    },
  }
}

type Order = {
  token: string | undefined
  amount: bigint | undefined
  /** Where it may go, the best chain first; anywhere when there is none. */
  chains: string[]
}

/** @throws {UnknownTokenError} {UnknownChainError} {InvalidAmountError} {UnreadableCommandError} more than it takes */
function parseFaucet(input: string, writer: Writer, network: Network): Order {
  const { faucet, reading } = writer.words
  const parts = input.split(/\s+/u).filter((word) => word !== '')
  const isChainNamed = parts.at(-2)?.toLowerCase() === 'on'
  const named = isChainNamed ? readChain(network, parts.splice(-2)[1] ?? '') : undefined
  if (/^\d/.test(plainWord(parts[0] ?? '')) && parts.length > 1)
    parts.unshift(...parts.splice(1, 1)) // an amount before its token, as everywhere else
  const [tokenText, amountText, ...others] = parts
  if (others.length > 0)
    throw new UnreadableCommandError(
      faucet.tooMuch(others.join(' ')),
      [],
      reading.likeThis(EXAMPLE),
    )
  const token = tokenText === undefined ? undefined : readToken(network, tokenText)
  const homes = token ? homeUidsOf(token) : []
  return {
    token: token?.token,
    amount: token && amountText !== undefined ? readNumber(amountText, token, writer) : undefined,
    chains: named ? [named.chain_uid] : homes,
  }
}

function walletFor(
  { chains }: Order,
  { faucet }: Words,
  wallets: readonly CrossChainUser[],
): CrossChainUser {
  const wanted = chains.map((uid) => wallets.find(({ chain_uid }) => chain_uid === uid))
  const found = chains.length === 0 ? wallets[0] : wanted.find((wallet) => wallet !== undefined)
  if (!found) throw new NoWalletError(faucet.noWallet, faucet.nameChain('/faucet on base'))
  return found
}
