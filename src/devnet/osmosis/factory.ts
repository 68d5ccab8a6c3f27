import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { denomOn, type TokenType } from '../../core/terms/network.ts'
import { Cw20Receive } from '../cosmwasm-contracts/cw20-messages.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { FactoryConfig } from './factory-config.ts'
import { bookIn, escrowOf, type Holding } from './factory-escrow.ts'
import {
  AddLiquidity,
  DepositToken,
  HookMessage,
  PoolCreation,
  SwapRequest,
  VoucherOperation,
  type Side,
} from './factory-messages.ts'
import {
  acknowledgementOf,
  endPacket,
  pendingPackets,
  receiveRelease,
  sendOperation,
} from './factory-packets.ts'
import { checkLpToken, lpTokenOf, vlpOf } from './lp-tokens.ts'

const Sequence = z.int().nonnegative()
const Pair = z.strictObject({ token_1: z.string(), token_2: z.string() })

/**
 * The factory of a CosmWasm chain beside the hub, with the interface's messages and those of the live factories. It is
 * thin: it takes real tokens into escrow and sends the operation to the hub, which decides everything else. When the hub
 * refuses or hears of it too late, what was taken goes back to the caller.
 *
 * For the packet relayer: `receive_packet`, `acknowledge_packet`, and the queries `pending_packets` and `packet_acknowledgement`.
 */
export function createChainFactory(config: FactoryConfig): Contract {
  function checkRelayer({ sender }: ExecuteContext): void {
    if (sender !== config.relayerAddress)
      throw new ContractError('only the packet relayer may carry packets')
  }

  function deposit(context: ExecuteContext, body: z.infer<typeof DepositToken>, msg: unknown) {
    const { token, token_type } = body.asset_in
    const holding = { token, denom: token_type, amount: body.amount_in }
    if (!('native' in token_type))
      throw new ContractError('smart tokens are deposited through their own contract')
    checkFunds(context, [holding])
    return sendOperation(context, config, {
      type: 'deposit_token',
      sender: context.sender,
      message: { deposit_token: msg },
      taken: [holding],
    })
  }

  function swap(context: ExecuteContext, body: z.infer<typeof SwapRequest>, msg: unknown) {
    const { token, token_type } = body.asset_in
    if (token_type !== 'voucher' && !('native' in token_type))
      throw new ContractError('smart tokens are swapped through their own contract')
    const taken =
      token_type === 'voucher' ? [] : [{ token, denom: token_type, amount: body.amount_in }]
    checkFunds(context, taken)
    return sendOperation(context, config, {
      type: 'swap',
      sender: context.sender,
      message: { execute_swap_request: msg },
      taken,
    })
  }

  /** Takes both sides: natives from the funds, smart tokens by their allowances. */
  function takeSides(context: ExecuteContext, sides: readonly Side[]): Holding[] {
    const taken = sides.flatMap(({ token, token_type, amount }) =>
      token_type === 'voucher' ? [] : [{ token, denom: token_type, amount }],
    )
    checkFunds(context, taken)
    for (const { denom, amount } of taken) {
      if (!('smart' in denom)) continue
      context.execute(denom.smart.contract_address, {
        transfer_from: {
          owner: context.sender,
          recipient: context.contract,
          amount: `${amount}`,
        },
      })
    }
    return taken
  }

  function addLiquidity(
    context: ExecuteContext,
    sides: z.infer<typeof AddLiquidity>,
    message: object,
  ) {
    return sendOperation(context, config, {
      type: 'add_liquidity',
      sender: context.sender,
      message,
      taken: takeSides(context, sides),
      added: { pair: pairOf(sides) },
    })
  }

  function createPool(
    context: ExecuteContext,
    { sides, lp_token_marketing: marketing }: z.infer<typeof PoolCreation>,
    msg: unknown,
  ) {
    return sendOperation(context, config, {
      type: 'pool_creation',
      sender: context.sender,
      message: { request_pool_creation: msg },
      taken: takeSides(context, sides),
      added: { pair: pairOf(sides), ...(marketing && { marketing }) },
    })
  }

  /** Vouchers are at the hub, so nothing is taken here. */
  function voucherOperation(
    context: ExecuteContext,
    body: z.infer<typeof VoucherOperation>,
    type: string,
    message: object,
  ) {
    checkFunds(context, [])
    return sendOperation(context, config, {
      type,
      sender: context.sender,
      message,
    })
  }

  function receive(context: ExecuteContext, hook: z.infer<typeof Cw20Receive>) {
    const { sender, amount } = hook
    const msg = parseHook(hook.msg)
    const token_type: TokenType = { smart: { contract_address: context.sender } }
    if ('fund_escrow' in msg) {
      checkFunder(sender)
      const { token } = msg.fund_escrow
      return bookIn(context, config, { token, denom: token_type, amount })
    }
    if ('remove_liquidity' in msg) {
      const { pair, lp_allocation, ...rest } = msg.remove_liquidity
      checkLpToken(context, context.sender, pair)
      if (typeof lp_allocation === 'bigint' && lp_allocation !== amount)
        throw new ContractError(`${amount} LP tokens were sent, lp_allocation is ${lp_allocation}`)
      context.execute(context.sender, { burn: { amount: `${amount}` } })
      return sendOperation(context, config, {
        type: 'remove_liquidity',
        sender,
        message: { remove_liquidity: { ...rest, pair, lp_allocation: `${amount}` } },
        burned: { token: context.sender, amount },
      })
    }
    if ('deposit' in msg) {
      const { token, ...rest } = msg.deposit
      const asset_in = { token, token_type }
      return sendOperation(context, config, {
        type: 'deposit_token',
        sender,
        message: { deposit_token: { ...rest, asset_in, amount_in: `${amount}` } },
        taken: [{ token, denom: token_type, amount }],
      })
    }
    const { asset_in, ...rest } = msg.swap
    const { token } = asset_in
    return sendOperation(context, config, {
      type: 'swap',
      sender,
      message: {
        execute_swap_request: { ...rest, asset_in: { token, token_type }, amount_in: `${amount}` },
      },
      taken: [{ token, denom: token_type, amount }],
    })
  }

  function checkFunder(sender: string): void {
    if (sender !== config.funderAddress)
      throw new ContractError('only the operator funds the escrow of the first pools')
  }

  const messages = {
    deposit_token: forwarded(DepositToken, deposit),
    execute_swap_request: forwarded(SwapRequest, swap),
    add_liquidity_request: forwarded(AddLiquidity, (context, body, add_liquidity_request) =>
      addLiquidity(context, body, { add_liquidity_request }),
    ),
    add_liquidity: forwarded(AddLiquidity, (context, body, add_liquidity) =>
      addLiquidity(context, body, { add_liquidity }),
    ),
    request_pool_creation: forwarded(PoolCreation, createPool),
    withdraw_virtual_balance: forwarded(VoucherOperation, (context, body, msg) =>
      voucherOperation(context, body, 'withdraw_virtual_balance', {
        withdraw_virtual_balance: msg,
      }),
    ),
    transfer_virtual_balance: forwarded(VoucherOperation, (context, body, msg) =>
      voucherOperation(context, body, 'transfer_voucher', { transfer_virtual_balance: msg }),
    ),
    transfer_voucher: forwarded(VoucherOperation, (context, body, transfer_voucher) =>
      voucherOperation(context, body, 'transfer_voucher', { transfer_voucher }),
    ),
    /** Brings what the hub's first pools are made of; nobody gets anything for it. */
    fund_escrow: on(z.strictObject({ token: z.string() }), (context: ExecuteContext, { token }) => {
      checkFunder(context.sender)
      for (const { denom, amount } of context.funds)
        bookIn(context, config, { token, denom: { native: { denom } }, amount })
    }),
    receive: on(Cw20Receive, receive),
    receive_packet: on(
      z.strictObject({
        sequence: Sequence,
        timeout_at: z.int().nonnegative(),
        msg: z.base64(),
      }),
      (context: ExecuteContext, packet) => {
        checkRelayer(context)
        receiveRelease(context, config, packet)
      },
    ),
    acknowledge_packet: on(
      z.strictObject({
        sequence: Sequence,
        packet: z.base64().optional(),
        ok: z.boolean(),
        msg: z.base64(),
      }),
      (context: ExecuteContext, { sequence, packet, ok, msg }) => {
        checkRelayer(context)
        endPacket(context, config, sequence, { packet, ok, msg: fromUtf8(fromBase64(msg), true) })
      },
    ),
  }

  const queries = {
    get_state: on(z.strictObject({}), () =>
      LOCAL_GENERATIONS[config.generation].answers.factoryState({
        chainUid: config.chainUid,
        router: config.router,
        admin: config.funderAddress,
        relayer: config.relayerAddress,
        // The factory itself holds the escrow of its chain.
        codeIds: { escrow: 0, cw20: config.cw20CodeId },
        isNative: false,
      }),
    ),
    get_escrow: on(
      z.strictObject({ token_id: z.string() }),
      (context: QueryContext, { token_id }) => {
        const token = config.tokens.find((known) => known.token === token_id)
        const denom = token && denomOn(token, config.chainUid)
        return {
          escrow_address: denom ? context.contract : null,
          denoms: denom ? [denom] : [],
          amount: denom ? `${escrowOf(context, denom)}` : '0',
        }
      },
    ),
    get_l_p_token: on(z.strictObject({ vlp: z.string() }), (context: QueryContext, { vlp }) => ({
      token_address: lpTokenOf(context, vlp).token_address,
    })),
    get_vlp: on(z.strictObject({ pair: Pair }), (context: QueryContext, { pair }) => {
      return { vlp_address: vlpOf(context, pair).vlp }
    }),
    pending_packets: on(z.strictObject({}), (context: QueryContext) => ({
      packets: pendingPackets(context),
    })),
    packet_acknowledgement: on(
      z.strictObject({ sequence: Sequence }),
      (context: QueryContext, { sequence }) => ({
        acknowledgement: acknowledgementOf(context, sequence),
      }),
    ),
  }

  return {
    label: 'factory',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}

/** An entry of the message table that also hands on the message as it came. */
function forwarded<Schema extends z.ZodType>(
  schema: Schema,
  run: (context: ExecuteContext, body: z.output<Schema>, msg: unknown) => unknown,
) {
  return (context: ExecuteContext, msg: unknown) =>
    on(schema, (_: ExecuteContext, body) => run(context, body, msg))(context, msg)
}

/** The native coins that came must be exactly those of the operation. */
function checkFunds({ funds }: ExecuteContext, holdings: readonly Holding[]): void {
  const needed = new Map<string, bigint>()
  for (const { denom, amount } of holdings) {
    if (amount === 0n) throw new ContractError('the amount is zero')
    if ('native' in denom)
      needed.set(denom.native.denom, (needed.get(denom.native.denom) ?? 0n) + amount)
  }
  const isExact =
    funds.length === needed.size && funds.every(({ denom, amount }) => needed.get(denom) === amount)
  if (isExact) return
  const wanted = [...needed].map(([denom, amount]) => `${amount}${denom}`).sort()
  throw new ContractError(
    wanted.length === 0
      ? 'this message takes no funds'
      : `the funds must be exactly ${wanted.join(',')}`,
  )
}

function parseHook(msg: string): z.infer<typeof HookMessage> {
  let json: unknown
  try {
    json = JSON.parse(fromUtf8(fromBase64(msg), true))
  } catch {
    throw new ContractError('the message of the transfer is not JSON')
  }
  const parsed = HookMessage.safeParse(json)
  if (!parsed.success)
    throw new ContractError(
      `the message of the transfer is not one: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
    )
  return parsed.data
}

function pairOf([one, other]: readonly [Side, Side]) {
  return { token_1: one.token, token_2: other.token }
}
