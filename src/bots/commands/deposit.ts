import { accountKey } from '../../core/terms/identity.ts'
import { choosePayment } from '../paying/choose-payment.ts'
import type { Command } from '../dispatch/command.ts'
import { NoWalletError, UnreadableCommandError } from '../dispatch/errors.ts'
import { liveReply } from '../cards/live-reply.ts'
import { readAmount } from '../reading/read-amount.ts'
import { readChain } from '../reading/read-name.ts'
import { chainParam } from '../dispatch/params.ts'

const EXAMPLE = '/deposit 5 usdc'
const EXAMPLE_ON = '/deposit 5 usdc on base'

/** The vouchers are those of the wallet that pays: it alone can spend them. */
export const deposit: Command = {
  name: 'deposit',
  summary: (words) => words.vouchers.depositSummary,
  usage: '/deposit amount token [on chain]',
  examples: [EXAMPLE, '/deposit half eth on base', '/deposit $20 of eth'],
  params: [
    { name: 'amount', summary: (words) => words.vouchers.amount, kind: 'word' },
    { name: 'token', summary: (words) => words.vouchers.token, kind: 'token' },
    chainParam('on', (words) => words.vouchers.payFrom),
  ],
  async run(input, speaker, services) {
    const { network, signRequests } = services
    const { account, name, words } = speaker
    const said = input.split(/\s+/u).filter((word) => word !== '')
    const { amount, token, text, rest } = readAmount(speaker, said, network, { example: EXAMPLE })
    const [on, chainWord, ...more] = rest
    if (
      on !== undefined &&
      (!['on', 'from'].includes(on.toLowerCase()) || chainWord === undefined || more.length > 0)
    )
      throw new UnreadableCommandError(
        words.vouchers.tooMuch(rest.join(' ')),
        [text],
        words.reading.likeThis(EXAMPLE_ON),
      )
    const chain = chainWord === undefined ? undefined : readChain(network, chainWord)
    const mine = (await services.wallets.of(account)).filter(
      ({ chain_uid }) => chain === undefined || chain_uid === chain.chain_uid,
    )
    const { needsWallet, linkFirst } = words.vouchers
    if (mine.length === 0) throw new NoWalletError(needsWallet, linkFirst)
    const order = { amount, token, chain, only: 'tokens' } as const
    const payment = await choosePayment(order, speaker, services)
    if (payment.kind !== 'tokens' || !payment.wallet)
      throw new NoWalletError(needsWallet, linkFirst)
    const { chain_uid, tokenType, wallet } = payment
    const { id } = await signRequests.create({
      ownerAccount: accountKey(account),
      ownerName: name,
      note: undefined,
      terms: payment.terms && { ...payment.terms, toPayer: true },
      operation: 'deposit',
      chain_uid,
      senderAddress: wallet.address,
      request: {
        amount_in: payment.amount,
        asset_in: { token: token.token, token_type: tokenType },
        recipient: wallet,
      },
    })
    return liveReply({ view: 'move', key: id }, 'everyone', speaker, services)
  },
}
