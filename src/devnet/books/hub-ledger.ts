import { fromBase64, fromUtf8 } from '@cosmjs/encoding'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import type { Network } from '../../core/terms/network.ts'
import type { Chain } from '../cosmwasm/chain.ts'
import { ReleasePacket } from '../hub/packet-shapes.ts'
import { LiquidityAdded } from '../osmosis/lp-tokens.ts'
import type { Accepted, Amount, HubLedger } from './balance-books.ts'

const Escrows = z.object({
  chains: z.array(z.object({ chain_uid: z.string(), balance: BaseUnits })),
})
const Vouchers = z.object({
  balances: z.array(z.object({ user: z.object({ address: z.string() }), amount: BaseUnits })),
})
const Vlps = z.object({
  vlps: z.array(z.object({ vlp: z.string(), token_1: z.string(), token_2: z.string() })),
})
const Liquidity = z.object({
  token_1_reserve: BaseUnits,
  token_2_reserve: BaseUnits,
  total_lp_tokens: BaseUnits,
})
const Shares = z.object({
  pools: z.array(z.object({ chain_uid: z.string(), pool: z.object({ lp_shares: BaseUnits }) })),
})
const Totals = z.object({ totals: z.array(z.object({ token: z.string(), amount: BaseUnits })) })
const Pending = z.object({
  packets: z.array(z.object({ sequence: z.int(), msg: z.base64(), fee: BaseUnits })),
})
const Acknowledgement = z.object({
  acknowledgement: z.object({ ok: z.boolean(), msg: z.base64() }).nullable(),
})

/** The hub's books but for its answers, which are asked for packet by packet. */
export type HubBooks = Omit<HubLedger, 'accepted'>

/** Reads the hub's books by its contracts' own queries, at its newest height. */
export function readHubBooks(chain: Chain, network: Network): HubBooks {
  const { router, virtual_balance, claimer, chain_uid: hubUid } = network.hub
  const ask = <Schema extends z.ZodType>(contract: string, msg: object, schema: Schema) =>
    schema.parse(chain.query(contract, msg))

  const vouchersByToken = new Map(
    network.tokens.map(({ token }) => {
      const query = { get_token_balances: { token_id: token, pagination: null } }
      return [token, ask(virtual_balance, query, Vouchers).balances] as const
    }),
  )
  const vouchersOf = (contract: string, token: string) =>
    vouchersByToken.get(token)?.find(({ user }) => user.address === contract)?.amount ?? 0n

  const pools = ask(router, { get_all_vlps: { pagination: null } }, Vlps).vlps.map((registered) => {
    const { vlp, token_1, token_2 } = registered
    const pair = `${token_1}-${token_2}`
    const { total_lp_tokens, ...reserves } = ask(vlp, { liquidity: {} }, Liquidity)
    const shares = ask(vlp, { get_all_pools: {} }, Shares).pools
    return {
      vlp,
      pair,
      totalLp: total_lp_tokens,
      shares: new Map(shares.map(({ chain_uid, pool }) => [chain_uid, pool.lp_shares])),
      reserves: [
        { token: token_1, booked: reserves.token_1_reserve },
        { token: token_2, booked: reserves.token_2_reserve },
      ],
    }
  })
  const claims = ask(claimer, { get_totals: {} }, Totals).totals
  const claimed = (token: string) => claims.find((total) => total.token === token)?.amount ?? 0n

  return {
    escrows: network.tokens.flatMap(({ token }) =>
      ask(router, { query_token_escrows: { token, pagination: null } }, Escrows).chains.map(
        ({ chain_uid, balance }) => ({ chain_uid, token, amount: balance }),
      ),
    ),
    vouchers: new Map(
      [...vouchersByToken].map(([token, balances]) => [
        token,
        balances.reduce((sum, { amount }) => sum + amount, 0n),
      ]),
    ),
    contracts: [
      ...pools.flatMap(({ vlp, pair, reserves }) =>
        reserves.map(({ token, booked }) => ({
          name: `the pool ${pair}`,
          token,
          booked,
          amount: vouchersOf(vlp, token),
        })),
      ),
      ...network.tokens.map(({ token }) => ({
        name: 'the claimer',
        token,
        booked: claimed(token),
        amount: vouchersOf(claimer, token),
      })),
    ],
    pools,
    releases: network.chains
      .filter(({ chain_uid }) => chain_uid !== hubUid)
      .flatMap(({ chain_uid }) =>
        ask(router, { pending_packets: { chain_uid } }, Pending).packets.map(
          ({ sequence, msg, fee }) => ({
            chain_uid,
            sequence,
            fee,
            ...readRelease(fromBase64(msg)),
          }),
        ),
      ),
  }
}

/** Reads what the hub answered to packets so far; those that it refused are not accepted. */
export function readAccepted(
  chain: Chain,
  router: string,
  packets: readonly { chain_uid: string; sequence: number }[],
): HubLedger['accepted'] {
  const accepted = new Map<string, Accepted>()
  for (const { chain_uid, sequence } of packets) {
    const query = { packet_acknowledgement: { source_chain_uid: chain_uid, sequence } }
    const { acknowledgement } = Acknowledgement.parse(chain.query(router, query))
    if (acknowledgement?.ok)
      accepted.set(`${chain_uid}/${sequence}`, {
        issued: readIssued(fromBase64(acknowledgement.msg)),
      })
  }
  return (chainUid, sequence) => accepted.get(`${chainUid}/${sequence}`)
}

function readIssued(answer: Uint8Array): Accepted['issued'] {
  const liquidity = LiquidityAdded.safeParse(JSON.parse(fromUtf8(answer)))
  if (!liquidity.success) return undefined
  const { vlp_address: vlp, mint_lp_tokens: amount } = liquidity.data.ok
  return { vlp, amount }
}

function readRelease(packet: Uint8Array): Amount {
  const { token, amount } = ReleasePacket.parse(JSON.parse(fromUtf8(packet))).release_escrow
  return { token, amount }
}
