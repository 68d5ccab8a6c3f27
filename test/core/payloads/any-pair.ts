import fc, { type Arbitrary } from 'fast-check'

import type { TokenType } from '../../../src/core/terms/network.ts'
import type { CrossChainUser, TransactionBuild } from '../../../src/core/terms/shapes.ts'
import { places } from './pool-network.ts'
import { cosmWasmMessages, evmMessages, factoryCall, record } from './read-build.ts'

type SideJson = { token: string; token_type: TokenType; amount: string }
type AnyPair = {
  sender: CrossChainUser
  pair: { token_1: SideJson; token_2: SideJson }
  /** The same two in the protocol's order. */
  sides: [SideJson, SideJson]
}

/** Two tokens of one chain with amounts that fit it, in either order; on EVM at most one of them is native. */
export function anyPairOf(): Arbitrary<AnyPair> {
  return fc.constantFrom(...Object.values(places)).chain(({ sender, tokens }) => {
    const isEvm = sender.chain_uid === 'base'
    const forms = Object.entries(tokens).map(([token, token_type]) => ({ token, token_type }))
    const amounts = fc.bigInt({ min: 1n, max: 2n ** (isEvm ? 256n : 128n) - 1n }).map(String)
    return fc
      .tuple(fc.shuffledSubarray(forms, { minLength: 2, maxLength: 2 }), amounts, amounts)
      .map(([[first, second], amountOfFirst, amountOfSecond]): AnyPair => {
        if (!first || !second) throw new Error('two tokens were asked for')
        const token_1 = { ...first, amount: amountOfFirst }
        const token_2 = { ...second, amount: amountOfSecond }
        return {
          sender,
          pair: { token_1, token_2 },
          sides: token_1.token < token_2.token ? [token_1, token_2] : [token_2, token_1],
        }
      })
  })
}

/** `lpToken` is name, symbol and decimals, of a new pool. */
type Terms = { slippageBps: number; timeoutSec: number; lpToken?: unknown[] }

/** What a build that pays into a pool says, read back into the interface's words; what it takes along is checked against it. */
export function sidesIn(build: TransactionBuild): { sides: unknown; terms: Terms } {
  return build.type === 'evm' ? evmSides(build) : cosmWasmSides(build)
}

function evmSides(build: TransactionBuild) {
  const call = factoryCall(build)
  if (call.functionName !== 'add_liquidity' && call.functionName !== 'request_pool_creation')
    throw new Error(`decoded as ${call.functionName}`)
  const { args } = call
  const slippage = args.length === 3 ? args[1] : args[5]
  const { timeout } = args.length === 3 ? args[2] : args[6]
  const sides = [args[0].token_1, args[0].token_2].map(({ token, amount, token_type }) => ({
    token,
    token_type:
      token_type.token_type === 'native'
        ? { native: { denom: token_type.native_denom } }
        : { smart: { contract_address: token_type.erc20_address } },
    amount: `${amount}`,
  }))
  const msgs = evmMessages(build)
  // In which order they stand differs between adding and creating, which examples hold.
  const smart = sides.flatMap(({ token_type }) =>
    token_type.smart ? [token_type.smart.contract_address.toLowerCase()] : [],
  )
  const native = sides.find(({ token_type }) => token_type.native)
  if (
    msgs
      .slice(0, -1)
      .map(({ to }) => to.toLowerCase())
      .toSorted()
      .join() !== smart.toSorted().join()
  )
    throw new Error('the approvals are not those of the smart tokens')
  if (BigInt(msgs.at(-1)?.value ?? -1) !== BigInt(native?.amount ?? 0))
    throw new Error('the value is not that of the native token')
  const terms = { slippageBps: Number(slippage), timeoutSec: Number(timeout) }
  return { sides, terms: args.length === 3 ? terms : { ...terms, lpToken: args.slice(2, 5) } }
}

function cosmWasmSides(build: TransactionBuild) {
  const message = cosmWasmMessages(build).at(-1)
  const content = record(Object.values(message?.msg ?? {})[0])
  const pair = record(
    content['pair_info'] ?? content['pair'] ?? content['pair_with_denom_and_amount'],
  )
  const config = content['cross_chain_config']
  const timeout = config === undefined ? content['timeout'] : record(config)['timeout']
  const terms = {
    slippageBps: Number(content['slippage_tolerance_bps']),
    timeoutSec: timeout === null ? 60 : Number(timeout),
  }
  const { lp_token_name, lp_token_symbol, lp_token_decimal } = content
  const lpToken = [lp_token_name, lp_token_symbol, lp_token_decimal]
  return {
    sides: [pair['token_1'], pair['token_2']],
    terms: lp_token_name === undefined ? terms : { ...terms, lpToken },
  }
}
