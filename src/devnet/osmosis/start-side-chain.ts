import { denomOn, type GenerationName, type Token } from '../../core/terms/network.ts'
import { createCw20 } from '../cosmwasm-contracts/cw20.ts'
import type { GasPrice } from '../cosmwasm/ante.ts'
import type { GenesisContext } from '../cosmwasm/chain.ts'
import { contractAddress } from '../cosmwasm/contract-address.ts'
import { startChain, type RunningChain } from '../cosmwasm/start-chain.ts'
import type { HttpFront } from '../http-listener.ts'
import { createChainFactory } from './factory.ts'

/** A cw20 token of the chain's first state. */
export type Cw20Spec = { token: string; name: string; symbol: string; decimals: number }

export type SideChainOptions = {
  /** On 127.0.0.1; 0 is a free port. */
  port: number
  /** Where the chain keeps its journal; without it, state lives in memory only. */
  journalPath?: string
  blockTimeMs: number
  chainUid: string
  chainId: string
  bech32Prefix: string
  gasPrice: GasPrice
  relayerAddress: string
  /** Makes the cw20 tokens, and brings what is in escrow from the start. */
  operatorAddress: string
  settlementUid: string
  router: string
  /** `interface` by default. */
  generation?: GenerationName
  tokens: readonly Token[]
  cw20s: readonly Cw20Spec[]
  /** What accounts own at the first start; base units. */
  balances: readonly { address: string; denom: string; amount: bigint }[]
  cw20Balances: readonly { address: string; token: string; amount: bigint }[]
  /** What the operator brings into escrow at the first start, out of the balances above. */
  escrow: readonly { token: string; amount: bigint }[]
  log: (line: string) => void
  /** Unix milliseconds; the wall clock by default. */
  now?: () => number
  /** Stands before the public RPC address. */
  front?: HttpFront | undefined
}

const FACTORY_ID = 1
const CW20_CODE_ID = 2

/** The addresses of the factory and of the cw20 tokens in their order: the same on every start, so known before it runs. */
export function sideChainContracts(
  bech32Prefix: string,
  cw20s: readonly { token: string }[],
): { factory: string; cw20s: { token: string; address: string }[] } {
  return {
    factory: contractAddress(bech32Prefix, FACTORY_ID, FACTORY_ID),
    cw20s: cw20s.map(({ token }, index) => ({
      token,
      address: contractAddress(bech32Prefix, CW20_CODE_ID, FACTORY_ID + 1 + index),
    })),
  }
}

/** Starts a CosmWasm chain beside the hub, with its factory and tokens. With a journal it survives a kill. */
export async function startSideChain(options: SideChainOptions): Promise<RunningChain> {
  const { chainUid, chainId, bech32Prefix, gasPrice, tokens, journalPath } = options
  const { factory } = sideChainContracts(bech32Prefix, options.cw20s)
  const contract = createChainFactory({
    chainUid,
    chainId,
    relayerAddress: options.relayerAddress,
    funderAddress: options.operatorAddress,
    settlementUid: options.settlementUid,
    router: options.router,
    generation: options.generation ?? 'interface',
    cw20CodeId: CW20_CODE_ID,
    tokens,
  })
  return startChain({
    chainId,
    bech32Prefix,
    gasPrice,
    contracts: new Map([[factory, contract]]),
    codes: new Map([[CW20_CODE_ID, createCw20({ bech32Prefix })]]),
    balances: options.balances,
    genesis: (first) => {
      makeTokens(first, options)
      fundEscrow(first, factory, options)
    },
    now: options.now ?? Date.now,
    ...(journalPath !== undefined && { journalPath }),
    log: options.log,
    port: options.port,
    blockTimeMs: options.blockTimeMs,
    front: options.front,
  })
}

function makeTokens(first: GenesisContext, options: SideChainOptions): void {
  const { bech32Prefix, cw20s, cw20Balances, operatorAddress } = options
  const expected = sideChainContracts(bech32Prefix, cw20s).cw20s
  for (const [index, { token, name, symbol, decimals }] of cw20s.entries()) {
    const initial_balances = cw20Balances
      .filter((balance) => balance.token === token)
      .map(({ address, amount }) => ({ address, amount: `${amount}` }))
    const mint = { minter: operatorAddress }
    const facts = { name, symbol, decimals, initial_balances, mint }
    const address = first.instantiate(operatorAddress, CW20_CODE_ID, token, facts)
    if (address !== expected[index]?.address)
      throw new Error(`the cw20 token ${token} came to ${address}, which nobody expects`)
  }
}

function fundEscrow(first: GenesisContext, factory: string, options: SideChainOptions): void {
  const { chainUid, tokens, escrow, operatorAddress } = options
  for (const { token, amount } of escrow) {
    const known = tokens.find((candidate) => candidate.token === token)
    const denom = known && denomOn(known, chainUid)
    if (!denom) throw new Error(`${token} has no form on ${chainUid} to fund the escrow with`)
    const fund_escrow = { token }
    if ('native' in denom) {
      const funds = [{ denom: denom.native.denom, amount }]
      first.execute(operatorAddress, factory, { fund_escrow }, funds)
      continue
    }
    const msg = Buffer.from(JSON.stringify({ fund_escrow })).toString('base64')
    const send = { amount: `${amount}`, contract: factory, msg }
    first.execute(operatorAddress, denom.smart.contract_address, { send })
  }
}
