import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { denomOn, TokenType } from '../../core/terms/network.ts'
import { Cw20Receive } from '../cosmwasm-contracts/cw20-messages.ts'
import { showCoins, type Coin } from '../cosmwasm/bank.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import { HUB_CODE_ID } from './hub-contracts.ts'
import { readFactoryMessage } from './factory-messages.ts'
import { tokenIn, type HubConfig } from './hub-config.ts'
import { LiquidityAnswer, lpTokenOf, mintLpTokens } from './lp-tokens.ts'
import { PacketCall, type CallAsset } from './packet-call.ts'
import { newTxId, telling } from './packet-events.ts'
import { Pair } from './pools.ts'

/** What comes with tokens that were sent to the factory: an operation without its amount. */
const Hook = z.union([
  z.strictObject({ deposit: z.looseObject({ token: z.string() }) }),
  z.strictObject({ swap: z.looseObject({}) }),
  z.strictObject({
    remove_liquidity: z.looseObject({ pair: Pair, lp_allocation: BaseUnits.optional() }),
  }),
])

const Release = z.strictObject({
  tx_id: z.string(),
  /** Whose vouchers they were: `chain_uid:address`. */
  sender: z.string(),
  token: z.string(),
  denom: TokenType,
  amount: BaseUnits,
  to_address: z.string(),
})

/**
 * The factory on the hub's own chain. It holds the chain's tokens in
 * escrow and makes its LP tokens. It calls the router in the same transaction, without any packet. What the router refuses fails the whole transaction, so there is nothing to refund.
 */
export function createFactory(config: HubConfig): Contract {
  const generation = LOCAL_GENERATIONS[config.generation]
  const readMessage = (sender: CrossChainUser, message: unknown) =>
    readFactoryMessage(generation.messages, sender, message)

  /** Runs an operation of `sender` whose tokens lie here already. */
  function runPacket(
    context: ExecuteContext,
    sender: string,
    { type, call, meta }: ReturnType<typeof readFactoryMessage>,
  ): { tx_id: string } {
    const txId = newTxId(context, config.chainUid)
    const tell = telling(context, config)
    tell.transaction(txId, sender, type)
    if (call.type === 'swap') tell.noted(meta)
    const result = context.execute(config.contracts.router, {
      execute_call: {
        tx_id: txId,
        sender: { chain_uid: config.chainUid, address: sender },
        call: z.encode(PacketCall, call),
      },
    })
    if (call.type === 'add_liquidity' || call.type === 'pool_creation')
      mintLpTokens(context, LiquidityAnswer.parse(result), sender)
    return { tx_id: txId }
  }

  /** A message of a user: takes what it says it brings, then runs it. */
  function takeAndRun(context: ExecuteContext, message: unknown): { tx_id: string } {
    const sender = { chain_uid: config.chainUid, address: context.sender }
    const operation = readMessage(sender, message)
    const { call } = operation
    if (call.type === 'remove_liquidity')
      throw new ContractError('liquidity is removed by sending LP tokens here')
    const isPair = call.type === 'add_liquidity' || call.type === 'pool_creation'
    if (!isPair && brought(call).some(({ denom }) => denom !== 'voucher' && 'smart' in denom))
      throw new ContractError('smart tokens are brought by sending them here')
    checkFunds(context, nativeCoins(call))
    if (isPair) for (const asset of call.assets) pullSmart(context, asset)
    return runPacket(context, context.sender, operation)
  }

  /** Takes a smart token by the allowance that its owner gave. */
  function pullSmart(context: ExecuteContext, { denom, amount }: CallAsset): void {
    if (denom === 'voucher' || 'native' in denom) return
    context.execute(denom.smart.contract_address, {
      transfer_from: {
        owner: context.sender,
        recipient: context.contract,
        amount: `${amount}`,
      },
    })
  }

  /** Tokens that were sent here with an operation. */
  function receive(context: ExecuteContext, { sender, amount, msg }: Cw20Receive): object {
    const hook = Hook.safeParse(parseHook(msg))
    if (!hook.success)
      throw new ContractError(
        'the message with the tokens is not deposit, swap or remove_liquidity',
      )
    const token_type = { smart: { contract_address: context.sender } }
    const amount_in = `${amount}`
    const user = { chain_uid: config.chainUid, address: sender }
    if ('deposit' in hook.data) {
      const { token, ...rest } = hook.data.deposit
      const deposit_token = { ...rest, asset_in: { token, token_type }, amount_in }
      return runPacket(context, sender, readMessage(user, { deposit_token }))
    }
    if ('swap' in hook.data) {
      const operation = readMessage(user, {
        execute_swap_request: { ...hook.data.swap, amount_in },
      })
      // The router takes only the token's registered contract, and that has to be the one that sent.
      if (
        brought(operation.call).some(
          ({ denom }) =>
            denom === 'voucher' ||
            !('smart' in denom) ||
            denom.smart.contract_address !== context.sender,
        )
      )
        throw new ContractError('asset_in is not the token that was sent')
      return runPacket(context, sender, operation)
    }
    const { pair, lp_allocation = amount, ...terms } = hook.data.remove_liquidity
    if (lp_allocation !== amount)
      throw new ContractError(`lp_allocation is ${lp_allocation}, but ${amount} were sent`)
    const { vlp } = askVlp(context, pair)
    if (lpTokenOf(context, vlp) !== context.sender)
      throw new ContractError(`${context.sender} is not the LP token of ${vlp}`)
    context.execute(context.sender, { burn: { amount: `${amount}` } })
    const remove_liquidity = { ...terms, pair, lp_allocation: `${amount}` }
    return runPacket(context, sender, readMessage(user, { remove_liquidity }))
  }

  function askVlp(context: QueryContext, pair: Pair): { vlp: string } {
    const answer = context.query(config.contracts.router, { get_vlp: { pair } })
    return z.object({ vlp: z.string() }).parse(answer)
  }

  function release(
    context: ExecuteContext,
    { tx_id, sender, token, denom, amount, to_address }: z.infer<typeof Release>,
  ): void {
    if (context.sender !== config.contracts.router)
      throw new ContractError('only the router may release tokens')
    context.event('', {
      method: 'release escrow_execute',
      sender,
      token,
      amount: `${amount}`,
      tx_id,
      to_address,
    })
    if ('native' in denom) context.send(to_address, [{ denom: denom.native.denom, amount }])
    else {
      const transfer = { recipient: to_address, amount: `${amount}` }
      context.execute(denom.smart.contract_address, { transfer })
    }
  }

  const messages = {
    ...Object.fromEntries(
      Object.keys(generation.messages).map((name) => [
        name,
        (context: ExecuteContext, body: unknown) => takeAndRun(context, { [name]: body }),
      ]),
    ),
    receive: on(Cw20Receive, (context: ExecuteContext, body) => {
      checkFunds(context, [])
      return receive(context, body)
    }),
    release: on(Release, release),
  }

  const queries = {
    get_state: on(z.strictObject({}), () =>
      generation.answers.factoryState({
        chainUid: config.chainUid,
        router: config.contracts.router,
        admin: config.adminAddress,
        relayer: config.relayerAddress,
        // The factory itself holds the escrow of its chain.
        codeIds: { escrow: 0, cw20: HUB_CODE_ID.cw20 },
        isNative: true,
      }),
    ),
    get_escrow: on(z.strictObject({ token_id: z.string() }), (_, { token_id }) => {
      const denom = denomOn(tokenIn(config, token_id), config.chainUid)
      return {
        escrow_address: denom ? config.contracts.factory : null,
        denoms: denom ? [denom] : [],
      }
    }),
    get_l_p_token: on(z.strictObject({ vlp: z.string() }), (context: QueryContext, { vlp }) => ({
      token_address: lpTokenOf(context, vlp),
    })),
    get_vlp: on(z.strictObject({ pair: Pair }), (context: QueryContext, { pair }) => ({
      vlp_address: askVlp(context, pair).vlp,
    })),
  }

  return {
    label: 'factory',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}

/** The tokens that an operation brings along. */
function brought(call: PacketCall): CallAsset[] {
  if (call.type === 'swap') return [call.asset]
  if (call.type === 'add_liquidity' || call.type === 'pool_creation') return call.assets
  if (call.type !== 'deposit_token') return []
  const { token, denom, amount } = call
  return [{ token, denom, amount }]
}

/** The funds that must come with an operation, sorted by denom as the chain sorts them. */
function nativeCoins(call: PacketCall): Coin[] {
  return brought(call)
    .flatMap(({ denom, amount }) =>
      denom !== 'voucher' && 'native' in denom ? [{ denom: denom.native.denom, amount }] : [],
    )
    .toSorted((left, right) => (left.denom < right.denom ? -1 : 1))
}

function checkFunds({ funds }: ExecuteContext, coins: readonly Coin[]): void {
  if (showCoins(funds) === showCoins(coins)) return
  throw new ContractError(
    coins.length === 0
      ? 'this message takes no funds'
      : `the funds must be exactly ${showCoins(coins)}`,
  )
}

function parseHook(msg: string): unknown {
  try {
    return JSON.parse(fromUtf8(fromBase64(msg))) as unknown // its shape is checked next
  } catch {
    return undefined
  }
}
