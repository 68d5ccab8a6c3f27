import { LOCKED_LP } from '../../core/routing/curves.ts'

/** All amounts are base units. */
export type Amount = { token: string; amount: bigint }

/** `supply` is what a chain says exists of something, `held` what all its accounts have, added up one by one. */
export type Holdings = { supply: bigint; held: bigint }

/** A packet to the hub that its chain has no answer for: what it took into escrow, and the LP tokens it burned. */
export type OpenPacket = {
  sequence: number
  taken: readonly Amount[]
  burned?: { vlp: string; amount: bigint } | undefined
}

/** What one chain's own books say. */
export type ChainLedger = {
  chain_uid: string
  /** By token: `factory` is the factory's real balance, part of `held`; `escrow` what the factory's own book says. */
  tokens: ReadonlyMap<string, Holdings & { factory: bigint; escrow: bigint }>
  /** LP tokens, by their pool. */
  shares: ReadonlyMap<string, Holdings>
  open: readonly OpenPacket[]
  /** Sequences of the hub's releases that were paid here. */
  paid: ReadonlySet<number>
}

/** A packet that the hub accepted; with liquidity, the shares that it allots. */
export type Accepted = { issued?: { vlp: string; amount: bigint } | undefined }

/** What the hub's books say, about all chains. */
export type HubLedger = {
  /** What the hub believes to lie in a chain's escrow. */
  escrows: readonly (Amount & { chain_uid: string })[]
  /** All vouchers of a token, whoever holds them. */
  vouchers: ReadonlyMap<string, bigint>
  /** Vouchers that a contract holds, beside what its own book says it should have. */
  contracts: readonly (Amount & { name: string; booked: bigint })[]
  pools: readonly {
    vlp: string
    pair: string
    totalLp: bigint
    shares: ReadonlyMap<string, bigint>
  }[]
  /** Of packets that their chains have no answer for yet. */
  accepted(chainUid: string, sequence: number): Accepted | undefined
  /** Without an acknowledgement at the hub. `fee` was burned with the amount, and becomes vouchers with the acknowledgement. */
  releases: readonly (Amount & { chain_uid: string; sequence: number; fee: bigint })[]
}

/** Two books that should say the same. */
export type Gap = { books: string; expected: bigint; found: bigint }

/**
 * A token's books over all chains. `minted` is what the chains say exists. `held` is what somebody can spend: accounts'
 * balances and vouchers, and what is on its way. `difference` adds up the sizes of all gaps, so that no fault hides another.
 */
export type TokenBooks = {
  token: string
  minted: bigint
  held: bigint
  /** Part of `held`: in packets that one side has not finished. */
  inFlight: bigint
  difference: bigint
  gaps: Gap[]
}

/** Compares the books of one moment. Pure. Tokens first, then the pools' shares as `lp:<pair>`. */
export function balanceBooks(chains: readonly ChainLedger[], hub: HubLedger): TokenBooks[] {
  const tokens = new Set(chains.flatMap((chain) => [...chain.tokens.keys()]))
  return [
    ...[...tokens].map((token) => tokenBooks(token, chains, hub)),
    ...hub.pools.map((pool) => shareBooks(pool, chains, hub)),
  ]
}

function tokenBooks(token: string, chains: readonly ChainLedger[], hub: HubLedger): TokenBooks {
  const sumOf = (amounts: readonly Amount[]) =>
    sum(amounts.flatMap((each) => (each.token === token ? [each.amount] : [])))
  const pages = chains.flatMap((chain) => {
    const book = chain.tokens.get(token)
    if (!book) return []
    const { chain_uid, open, paid } = chain
    // Taken here and not booked by the hub, or refused there and to be given back.
    const deposits = open
      .filter(({ sequence }) => !hub.accepted(chain_uid, sequence))
      .flatMap(({ taken }) => taken)
    // Out of the hub's books and not paid here, or refused here and to be booked in again.
    const releases = hub.releases.filter(
      (release) => release.chain_uid === chain_uid && !paid.has(release.sequence),
    )
    const booked = sumOf(hub.escrows.filter((escrow) => escrow.chain_uid === chain_uid))
    return [{ ...book, chain_uid, booked, inFlight: sumOf([...deposits, ...releases]) }]
  })
  const vouchers = hub.vouchers.get(token) ?? 0n
  const fees = sum(hub.releases.flatMap((each) => (each.token === token ? [each.fee] : [])))
  const inFlight = sum(pages.map((page) => page.inFlight)) + fees
  const minted = sum(pages.map(({ supply }) => supply))
  return conclude({
    token,
    minted,
    held: sum(pages.map(({ held, escrow }) => held - escrow)) + vouchers + inFlight,
    inFlight,
    gaps: [
      ...pages.flatMap(({ chain_uid, supply, held, factory, escrow, booked, inFlight: moving }) => [
        gap(`${chain_uid}: supply and accounts`, supply, held),
        // It may have more: what somebody sent there by mistake is no deposit.
        gap(`${chain_uid}: escrow and the factory's balance`, escrow, min(factory, escrow)),
        gap(`${chain_uid}: escrow here and at the hub`, booked + moving, escrow),
      ]),
      gap('hub: escrows and vouchers', sum(pages.map(({ booked }) => booked)), vouchers + fees),
      ...hub.contracts
        .filter((contract) => contract.token === token)
        .map(({ name, booked, amount }) => gap(`hub: vouchers of ${name}`, booked, amount)),
    ],
  })
}

function shareBooks(
  pool: HubLedger['pools'][number],
  chains: readonly ChainLedger[],
  hub: HubLedger,
): TokenBooks {
  const pages = chains.map(({ chain_uid, shares, open }) => {
    const moving = open.map(({ sequence, burned }) => {
      const accepted = hub.accepted(chain_uid, sequence)
      const part = accepted ? accepted.issued : burned
      return part?.vlp === pool.vlp ? part.amount : 0n
    })
    const book = shares.get(pool.vlp) ?? { supply: 0n, held: 0n }
    return { ...book, chain_uid, inFlight: sum(moving), booked: pool.shares.get(chain_uid) ?? 0n }
  })
  const locked = pool.totalLp === 0n ? 0n : LOCKED_LP
  const inFlight = sum(pages.map((page) => page.inFlight))
  return conclude({
    token: `lp:${pool.pair}`,
    minted: pool.totalLp,
    held: locked + inFlight + sum(pages.map(({ held }) => held)),
    inFlight,
    gaps: [
      ...pages.flatMap(({ chain_uid, supply, held, booked, inFlight: moving }) => [
        gap(`${chain_uid}: supply and accounts`, supply, held),
        gap(`${chain_uid}: shares here and at the hub`, booked, supply + moving),
      ]),
      gap('hub: shares and total', pool.totalLp, locked + sum([...pool.shares.values()])),
    ],
  })
}

function conclude(books: Omit<TokenBooks, 'difference'>): TokenBooks {
  const gaps = books.gaps.filter(({ expected, found }) => expected !== found)
  const sizes = gaps.map(({ expected, found }) =>
    expected > found ? expected - found : found - expected,
  )
  return { ...books, gaps, difference: sum(sizes) }
}

function gap(books: string, expected: bigint, found: bigint): Gap {
  return { books, expected, found }
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
