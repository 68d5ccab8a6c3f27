import { accountKey } from '../../core/terms/identity.ts'
import { denomOn, type Token } from '../../core/terms/network.ts'
import { parsePayableAddress } from '../../core/terms/payable-address.ts'
import { isPayable } from '../../core/terms/payout-terms.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import { isOneOf } from '../../core/wallets/left-vouchers.ts'
import type { Words } from '../words/words.ts'
import { choosePayment } from '../paying/choose-payment.ts'
import type { Command, Services } from '../dispatch/command.ts'
import { NoWalletError, UnreadableCommandError } from '../dispatch/errors.ts'
import { liveReply } from '../cards/live-reply.ts'
import { readAmount } from '../reading/read-amount.ts'
import { isWalletAddress } from '../reading/parse-tip.ts'
import { homesOf, oneOf, shortAddress } from '../cards/wording.ts'
import { readChain } from '../reading/read-name.ts'
import { chainParam } from '../dispatch/params.ts'

const EXAMPLE = '/withdraw 5 usdc to base'

export const withdraw: Command = {
  name: 'withdraw',
  summary: (words) => words.vouchers.withdrawSummary,
  usage: '/withdraw amount token [to chain] [address]',
  examples: [
    '/withdraw all usdc',
    EXAMPLE,
    '/withdraw 5 usdc to base 0x887e4aac216674d2c432798f851c1ea5d505b2e1',
  ],
  params: [
    { name: 'amount', summary: (words) => words.vouchers.amount, kind: 'word' },
    { name: 'token', summary: (words) => words.vouchers.token, kind: 'token' },
    chainParam('to', (words) => words.vouchers.payTo),
    { name: 'address', summary: (words) => words.vouchers.address, kind: 'word', isOptional: true },
  ],
  async run(input, speaker, services) {
    const { network, signRequests } = services
    const { account, name, words } = speaker
    const said = input.split(/\s+/u).filter((word) => word !== '')
    const { amount, token, text, rest } = readAmount(speaker, said, network, { example: EXAMPLE })
    const [to, chainWord, address, ...more] = rest
    if (
      to !== undefined &&
      (!['to', 'on'].includes(to.toLowerCase()) || chainWord === undefined || more.length > 0)
    )
      throw new UnreadableCommandError(
        words.vouchers.tooMuch(rest.join(' ')),
        [text],
        words.reading.likeThis(EXAMPLE),
      )
    if (chainWord !== undefined && isWalletAddress(chainWord))
      throw new UnreadableCommandError(
        words.reading.whichChain(shortAddress(chainWord)),
        [text],
        words.reading.likeThis(`${EXAMPLE} ${chainWord}`),
      )
    const chain = chainWord === undefined ? undefined : readChain(network, chainWord)
    const recipient = chain &&
      address !== undefined && {
        chain_uid: chain.chain_uid,
        address: parsePayableAddress(network, chain, address),
      }
    const wallets = await services.wallets.of(account)
    const { needsWallet, linkFirst } = words.vouchers
    if (wallets.length === 0) throw new NoWalletError(needsWallet, linkFirst)
    const order = { amount, token, chain: undefined, only: 'vouchers' } as const
    const payment = await choosePayment(order, speaker, services)
    if (payment.kind !== 'vouchers') throw new Error('only vouchers were asked for')
    const { chain_uid, address: senderAddress } = payment.wallet
    const passkeys = await services.wallets.passkeysOf(account)
    const nearest = [payment.wallet, ...wallets]
      .filter((wallet) => chain === undefined || wallet.chain_uid === chain.chain_uid)
      // Tokens in an account of a passkey need gas before they can be moved on.
      .toSorted((one, other) => Number(isOneOf(one, passkeys)) - Number(isOneOf(other, passkeys)))
    const user =
      recipient || (await ownHome(words, { token, amount: payment.amount }, nearest, services))
    const { id } = await signRequests.create({
      ownerAccount: accountKey(account),
      ownerName: name,
      note: undefined,
      terms: payment.terms,
      operation: 'withdrawVoucher',
      chain_uid,
      senderAddress,
      request: {
        token: token.token,
        amount: payment.amount,
        cross_chain_addresses: [{ user }],
      },
    })
    return liveReply({ view: 'move', key: id }, 'everyone', speaker, services)
  },
}

/**
 * The first of some wallets on a chain where the token is real and can be paid out now. Where it can be paid out on none of them, the
 * first where it is real: the refusal then says why. `amount` is base units.
 * @throws {NoWalletError}
 */
async function ownHome(
  words: Words,
  { token, amount }: { token: Token; amount: bigint },
  wallets: readonly CrossChainUser[],
  { network, market }: Services,
): Promise<CrossChainUser> {
  const homes = wallets.filter(({ chain_uid }) => denomOn(token, chain_uid) !== undefined)
  for (const home of homes)
    if (isPayable(await market.payoutTerms(token.token, home.chain_uid), amount)) return home
  const [first] = homes
  if (first) return first
  throw new NoWalletError(
    words.vouchers.noHome(token.token.toUpperCase()),
    words.vouchers.nameChain(oneOf(words, homesOf(network, token.token))),
  )
}
