import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { denomOn, TokenType, type CosmWasmChain, type Token } from '../../core/terms/network.ts'
import { sumOfCw20Balances } from '../cosmwasm-contracts/cw20.ts'
import { balanceOf, sumOfBalances } from '../cosmwasm/bank.ts'
import type { Chain } from '../cosmwasm/chain.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import type { ChainLedger, Holdings } from './balance-books.ts'
import type { HubBooks } from './hub-ledger.ts'

const TokenInfo = z.object({ total_supply: BaseUnits })
const Balance = z.object({ balance: BaseUnits })
const Escrow = z.object({ amount: BaseUnits })
const LpToken = z.object({ token_address: z.string() })
const Acknowledgement = z.object({ acknowledgement: z.object({ ok: z.boolean() }).nullable() })
const Pending = z.object({
  packets: z.array(
    z.object({
      sequence: z.int(),
      taken: z.array(z.object({ token: z.string(), token_type: TokenType, amount: BaseUnits })),
      burned: z.object({ token: z.string(), amount: BaseUnits }).nullable(),
    }),
  ),
})

/**
 * A CosmWasm chain of this process. `supply` is how much of each denomination its first state had, in base units: no block
 * brings more.
 */
export type CosmWasmSource = {
  facts: CosmWasmChain
  chain: Chain
  supply: ReadonlyMap<string, bigint>
}

/** Reads the books of a chain beside the hub, at its newest height. */
export function readSideLedger(
  source: CosmWasmSource,
  tokens: readonly Token[],
  { pools, releases }: HubBooks,
): ChainLedger {
  const { facts, chain } = source
  const { chain_uid, factory } = facts
  const ask = <Schema extends z.ZodType>(msg: object, schema: Schema) =>
    schema.parse(chain.query(factory, msg))

  const shares = readShares(source, pools)
  const isPaid = (sequence: number) =>
    ask({ packet_acknowledgement: { sequence } }, Acknowledgement).acknowledgement?.ok === true
  return {
    chain_uid,
    tokens: readTokens(
      source,
      tokens,
      (token) => ask({ get_escrow: { token_id: token } }, Escrow).amount,
    ),
    shares: new Map(shares.map(({ vlp, holdings }) => [vlp, holdings])),
    open: ask({ pending_packets: {} }, Pending).packets.map(({ sequence, taken, burned }) => {
      const vlp = shares.find(({ contract }) => contract === burned?.token)?.vlp
      const gone = burned && vlp !== undefined ? { vlp, amount: burned.amount } : undefined
      return { sequence, taken, burned: gone }
    }),
    paid: new Set(
      releases
        .filter((release) => release.chain_uid === chain_uid && isPaid(release.sequence))
        .map(({ sequence }) => sequence),
    ),
  }
}

/** Reads the books of the hub's own chain: its factory needs no packets, and the router keeps its escrow book. */
export function readNeuronLedger(
  source: CosmWasmSource,
  tokens: readonly Token[],
  { escrows, pools }: HubBooks,
): ChainLedger {
  const { chain_uid } = source.facts
  const shares = readShares(source, pools)
  return {
    chain_uid,
    tokens: readTokens(
      source,
      tokens,
      (token) =>
        escrows.find((escrow) => escrow.chain_uid === chain_uid && escrow.token === token)
          ?.amount ?? 0n,
    ),
    shares: new Map(shares.map(({ vlp, holdings }) => [vlp, holdings])),
    open: [],
    paid: new Set(),
  }
}

function readTokens(
  { facts, chain, supply }: CosmWasmSource,
  tokens: readonly Token[],
  escrowOf: (token: string) => bigint,
): ChainLedger['tokens'] {
  const { chain_uid, factory } = facts
  return new Map(
    tokens.flatMap((token) => {
      const denom = denomOn(token, chain_uid)
      if (!denom) return []
      const escrow = escrowOf(token.token)
      if ('native' in denom) {
        const native = {
          supply: supply.get(denom.native.denom) ?? 0n,
          held: sumOfBalances(chain.state, denom.native.denom),
          factory: balanceOf(chain.state, factory, denom.native.denom),
        }
        return [[token.token, { ...native, escrow }] as const]
      }
      const contract = denom.smart.contract_address
      const query = { balance: { address: factory } }
      const { balance } = Balance.parse(chain.query(contract, query))
      return [[token.token, { ...readCw20(chain, contract), factory: balance, escrow }] as const]
    }),
  )
}

/** The pools' LP tokens that exist on the chain. */
function readShares({ facts, chain }: CosmWasmSource, pools: HubBooks['pools']) {
  return pools.flatMap(({ vlp }) => {
    const contract = lpTokenAt(chain, facts.factory, vlp)
    return contract === undefined ? [] : [{ vlp, contract, holdings: readCw20(chain, contract) }]
  })
}

function lpTokenAt(chain: Chain, factory: string, vlp: string): string | undefined {
  try {
    return LpToken.parse(chain.query(factory, { get_l_p_token: { vlp } })).token_address
  } catch (error) {
    if (error instanceof ContractError) return undefined // no share of that pool was ever issued here
    throw error
  }
}

function readCw20(chain: Chain, contract: string): Holdings {
  const { total_supply } = TokenInfo.parse(chain.query(contract, { token_info: {} }))
  return { supply: total_supply, held: sumOfCw20Balances(chain.state, contract) }
}
