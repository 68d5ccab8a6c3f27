import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { BaseError, getAddress, type Hash } from 'viem'

import { parseAddress } from '../core/terms/address.ts'
import { formatAmount } from '../core/terms/amounts.ts'
import {
  InvalidRequestError,
  TransactionFailedError,
  UnknownDenominationError,
} from '../core/terms/errors.ts'
import {
  chainOf,
  denomOn,
  tokenOf,
  type Chain,
  type CosmWasmChain,
  type Network,
  type Token,
  type TokenType,
} from '../core/terms/network.ts'
import { describeHomes } from '../core/payloads/asset.ts'
import { evmAccount } from './accounts.ts'
import { executeMessage, type Operator } from './operator.ts'
import { testTokenArtifact } from './evm/contract-artifacts.ts'
import { createWalletClients, type WalletClients } from './evm/wallet-clients.ts'

/** Whole tokens. An EVM chain's own currency cannot be minted, so it is given more sparingly. */
const DEFAULT_WHOLE = { ownCurrency: 1n, other: 100n }
const MAX_WHOLE = { ownCurrency: 10n, other: 10_000n }

/** `amount` is base units; without a token, some of every token that is at home on the chain. */
export type FaucetRequest = {
  chain_uid: string
  address: string
  token?: string | undefined
  amount?: bigint | undefined
}
export type Gift = { token: string; amount: bigint; tx_hash: string }

export type Faucet = {
  /**
   * Gives tokens to an address and returns once they are there.
   * @throws {UnknownChainError} {UnknownTokenError} {UnknownDenominationError} {InvalidAddressError}
   * @throws {InvalidRequestError} an amount without a token, of zero, or above what is given at once
   * @throws {TransactionFailedError} the chain refused, for example because the operator has too little left
   */
  give(request: FaucetRequest): Promise<Gift[]>
}

/**
 * The operator's purse: ERC-20 and cw20 tokens are minted, for which the operator alone has the right, and native ones come
 * from what it owns since the first block. All of it by ordinary transactions.
 */
export function createFaucet(network: Network, operator: Operator): Faucet {
  const clientsOf = createWalletClients()
  return {
    async give({ chain_uid, address, token, amount }) {
      const chain = chainOf(network, chain_uid)
      const to = parseAddress(chain, address)
      if (token === undefined && amount !== undefined)
        throw new InvalidRequestError(
          'amount',
          'says how much, but not of what',
          'Name the token too, or leave both out.',
        )
      const tokens =
        token === undefined
          ? network.tokens.filter((known) => denomOn(known, chain_uid) !== undefined)
          : [tokenOf(network, token)]
      const parts = tokens.map((each) => partOf(chain, each, amount))
      return operator.inTurn(() =>
        chain.family === 'evm'
          ? sendEvm(clientsOf(chain, evmAccount('operator')), to, parts)
          : sendCosmWasm(operator, chain, to, parts),
      )
    },
  }
}

type Part = { token: string; denom: TokenType; amount: bigint }

function partOf(chain: Chain, token: Token, asked: bigint | undefined): Part {
  const denom = denomOn(token, chain.chain_uid)
  if (!denom) throw new UnknownDenominationError(token.token, chain.chain_uid, describeHomes(token))
  return { token: token.token, denom, amount: amountOf(chain, token, denom, asked) }
}

function amountOf(chain: Chain, token: Token, denom: TokenType, asked: bigint | undefined): bigint {
  const kind = chain.family === 'evm' && 'native' in denom ? 'ownCurrency' : 'other'
  const unit = 10n ** BigInt(token.decimals)
  const max = MAX_WHOLE[kind] * unit
  const amount = asked ?? DEFAULT_WHOLE[kind] * unit
  if (amount === 0n)
    throw new InvalidRequestError('amount', 'is zero', 'Ask for some, or leave it out.')
  if (amount > max) {
    const name = token.token.toUpperCase()
    throw new InvalidRequestError(
      'amount',
      `is ${formatAmount(amount, token.decimals)} ${name}, more than is given at once on ${chain.name}`,
      `Ask for at most ${MAX_WHOLE[kind]} ${name}, which is ${max} base units.`,
    )
  }
  return amount
}

async function sendEvm(
  { wallet, node }: WalletClients,
  address: string,
  parts: readonly Part[],
): Promise<Gift[]> {
  const to = getAddress(address)
  try {
    const gifts: (Gift & { tx_hash: Hash })[] = []
    for (const { token, denom, amount } of parts) {
      const tx_hash =
        'native' in denom
          ? await wallet.sendTransaction({ to, value: amount })
          : await wallet.writeContract({
              address: getAddress(denom.smart.contract_address),
              abi: testTokenArtifact.abi,
              functionName: 'mint',
              args: [to, amount],
            })
      gifts.push({ token, amount, tx_hash })
    }
    for (const { tx_hash: hash } of gifts) {
      const { status } = await node.waitForTransactionReceipt({ hash })
      if (status === 'reverted') throw new TransactionFailedError(`${hash} was reverted`)
    }
    return gifts
  } catch (error) {
    if (error instanceof BaseError) throw new TransactionFailedError(error.shortMessage)
    throw error
  }
}

/** All of it in one transaction. */
async function sendCosmWasm(
  operator: Operator,
  chain: CosmWasmChain,
  to: string,
  parts: readonly Part[],
): Promise<Gift[]> {
  const tx_hash = await operator.send(chain, (from) =>
    parts.map(({ denom, amount }) => {
      if ('native' in denom) {
        const coins = [{ denom: denom.native.denom, amount: `${amount}` }]
        const value = MsgSend.fromPartial({ fromAddress: from, toAddress: to, amount: coins })
        return { typeUrl: MsgSend.typeUrl, value }
      }
      const mint = { recipient: to, amount: `${amount}` }
      return executeMessage(from, denom.smart.contract_address, { mint })
    }),
  )
  return parts.map(({ token, amount }) => ({ token, amount, tx_hash }))
}
