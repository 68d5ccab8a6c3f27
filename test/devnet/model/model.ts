import { denomOn, tokenOf, type Network } from '../../../src/core/terms/network.ts'
import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'
import { firstLp, gapBps, LOCKED_LP, Refusal, smaller, tradeOf } from './pool-amounts.ts'
import { claimerOf, pairOf, poolUser, row, type Rows } from './rows.ts'
import type {
  Action,
  ClaimMark,
  HubEvent,
  Limit,
  Operation,
  Outcome,
  Recipient,
  Side,
  Trouble,
} from './operation.ts'

export type Claim = { id: number; token: string; amount: bigint; mark: ClaimMark }

/** The whole model; it can be cloned. */
export type State = {
  rows: Rows
  /** By pair: the amplification of a stable pool. */
  pools: Map<string, { amp: bigint | undefined }>
  claims: Map<number, Claim>
  claimCount: number
  /** Releases under way by `<chain>/<sequence>`, and how many there were to each chain. */
  releases: Map<string, Side & { refundTo: CrossChainUser; to: CrossChainUser }>
  releaseCounts: Map<string, number>
  nonces: Set<string>
}

/** One step: operations of different accounts at the same time, and what their network answered of its own free choice. */
export type Step = {
  operations: readonly Operation[]
  /** The hub's order; operations that never reached it are missing. */
  order: readonly HubEvent[]
  /** What each sender paid for gas. */
  gas: ReadonlyMap<Operation, Side>
  trouble: Trouble | undefined
}

/**
 * The rules of the protocol over plain balances, written down a second time. `fees` gets what pools take for the protocol.
 * `play` changes the state by one step and says what became of each operation.
 */
export function createModel(network: Network, fees: CrossChainUser) {
  const { hub, generation } = network
  const claimer = claimerOf(network)
  const isHome = (token: string, chain: string) =>
    denomOn(tokenOf(network, token), chain) !== undefined

  function change({ rows }: State, name: string, by: bigint): void {
    const after = (rows.get(name) ?? 0n) + by
    if (after < 0n) throw new Refusal(`${name} would be ${after}`)
    if (after === 0n) rows.delete(name)
    else rows.set(name, after)
  }
  const have = ({ rows }: State, name: string) => rows.get(name) ?? 0n

  /** What an operation takes from its sender's own chain before it goes to the hub. */
  function takenBy({ sender: { user }, action }: Operation): [name: string, amount: bigint][] {
    const real = ({ token, amount }: Side): [string, bigint] => [row.owned(user, token), amount]
    if (action.kind === 'deposit') return [real(action)]
    if (action.kind === 'swap') return [real({ token: first(action.route), amount: action.amount })]
    if (action.kind === 'add' || action.kind === 'create') return action.sides.map(real)
    if (action.kind === 'remove') return [[row.owned(user, `lp:${action.pair}`), action.lp]]
    return []
  }

  /** What could not be paid stayed in its escrow: it is vouchers again. */
  function refund(
    state: State,
    chain: string,
    { refundTo, token, amount }: Side & { refundTo: CrossChainUser },
  ): void {
    change(state, row.escrow(chain, token), amount)
    change(state, row.vouchers(refundTo, token), amount)
  }

  /** Real tokens in a factory become vouchers. */
  function bookIn(state: State, from: CrossChainUser, { token, amount }: Side): void {
    change(state, row.escrow(from.chain_uid, token), amount)
    change(state, row.vouchers(from, token), amount)
  }

  function release(
    state: State,
    from: CrossChainUser,
    { user: to, isRefunded }: Recipient,
    side: Side,
  ): void {
    const { token, amount } = side
    if (!isHome(token, to.chain_uid)) throw new Refusal(`${token} is not on ${to.chain_uid}`)
    change(state, row.vouchers(from, token), -amount)
    change(state, row.escrow(to.chain_uid, token), -amount)
    if (to.chain_uid === hub.chain_uid) return change(state, row.owned(to, token), amount)
    const sequence = state.releaseCounts.get(to.chain_uid) ?? 0
    state.releaseCounts.set(to.chain_uid, sequence + 1)
    const refundTo = isRefunded === true ? to : from
    state.releases.set(`${to.chain_uid}/${sequence}`, { refundTo, to, token, amount })
  }

  function pay(state: State, from: CrossChainUser, recipient: Recipient, side: Side): void {
    const { user, form, claim } = recipient
    if (form === 'real') return release(state, from, recipient, side)
    change(state, row.vouchers(from, side.token), -side.amount)
    change(state, row.vouchers(user, side.token), side.amount)
    if (!claim) return
    const id = state.claimCount // the first is 0
    state.claimCount += 1
    state.claims.set(id, { id, ...side, mark: claim })
    change(state, row.claim(id, claim, side.token), side.amount)
  }

  /** From the top down, while something is left. `isStrict` refuses what cannot be met; otherwise it is passed over. What is left stays with `from`. */
  function payOut(
    state: State,
    from: CrossChainUser,
    { token, amount }: Side,
    recipients: readonly Recipient[],
    isStrict: boolean,
  ): void {
    let left = amount
    for (const recipient of recipients) {
      const { user, form, limit } = recipient
      const isPayable = form === 'voucher' || isHome(token, user.chain_uid)
      if (!isPayable && isStrict) throw new Refusal(`${token} is not on ${user.chain_uid}`)
      if (!isPayable) continue
      const held = form === 'voucher' ? left : have(state, row.escrow(user.chain_uid, token))
      if (left === 0n) break
      const share = shareOf(limit, { left, available: smaller(left, held) }, isStrict)
      if (share > 0n) pay(state, from, recipient, { token, amount: share })
      left -= share
    }
    // Whoever pays nobody must still have what it says it pays.
    if (isStrict) change(state, row.vouchers(from, token), -left)
    if (isStrict) change(state, row.vouchers(from, token), left)
  }

  function swap(state: State, from: CrossChainUser, action: Action & { kind: 'swap' }): void {
    const { amount, route, minimum, recipients, partner } = action
    const token = first(route)
    const fee = feeOf(action)
    const user = { chain_uid: from.chain_uid, address: partner?.address ?? '' }
    // Of real tokens, the factory keeps it apart and pays it once the swap is made.
    if (fee > 0n && action.form === 'voucher') {
      change(state, row.vouchers(from, token), -fee)
      change(state, row.vouchers(user, token), fee)
    }
    change(state, row.vouchers(from, token), -(amount - fee))
    const out = trade(state, route, amount - fee)
    if (out < minimum) throw new Refusal(`${out} is less than ${minimum}`)
    const last = route.at(-1) ?? token
    change(state, row.vouchers(from, last), out)
    payOut(state, from, { token: last, amount: out }, recipients, true)
  }

  /** Through the pools of a route; what goes in is nobody's any more, and what comes out is not anybody's yet. */
  function trade(state: State, route: readonly string[], amountIn: bigint): bigint {
    let amount = amountIn
    for (const [index, tokenOut] of route.slice(1).entries()) {
      const tokenIn = route[index] ?? ''
      const pair = pairOf(tokenIn, tokenOut)
      const pool = state.pools.get(pair)
      if (!pool) throw new Refusal(`no pool of ${pair}`)
      const [reserveIn, reserveOut] = [tokenIn, tokenOut].map((token) =>
        row.vouchers(poolUser(pair), token),
      ) as [string, string] // two tokens, two names
      const { out, protocolFee } = tradeOf(
        { reserveIn: have(state, reserveIn), reserveOut: have(state, reserveOut), amp: pool.amp },
        amount,
      )
      change(state, reserveIn, amount - protocolFee)
      change(state, row.vouchers(fees, tokenIn), protocolFee)
      change(state, reserveOut, -out)
      amount = out
    }
    return amount
  }

  function addLiquidity(
    state: State,
    from: CrossChainUser,
    sides: readonly [Side, Side],
    slippageBps: number,
  ): { pair: string; lp: bigint } {
    const pair = pairOf(sides[0].token, sides[1].token)
    if (!state.pools.has(pair)) throw new Refusal(`no pool of ${pair}`)
    const amounts = [sides[0].amount, sides[1].amount] as const
    const reserves = sides.map(({ token }) => row.vouchers(poolUser(pair), token))
    const [one = 0n, other = 0n] = reserves.map((name) => have(state, name))
    const total = have(state, row.lpTotal(pair))
    for (const { token, amount } of sides) {
      change(state, row.vouchers(from, token), -amount)
      change(state, row.vouchers(poolUser(pair), token), amount)
    }
    if (total > 0n && gapBps([one, other], amounts) > BigInt(slippageBps))
      throw new Refusal('the price is too far away')
    const made =
      total === 0n
        ? firstLp(...amounts)
        : smaller((amounts[0] * total) / one, (amounts[1] * total) / other)
    const lp = total === 0n ? made - LOCKED_LP : made
    if (lp === 0n) throw new Refusal('too little for any LP token')
    change(state, row.lpTotal(pair), made)
    change(state, row.lpOn(pair, from.chain_uid), lp)
    return { pair, lp }
  }

  function removeLiquidity(
    state: State,
    from: CrossChainUser,
    { pair, lp, recipients }: Action & { kind: 'remove' },
  ): void {
    const total = have(state, row.lpTotal(pair))
    change(state, row.lpOn(pair, from.chain_uid), -lp)
    change(state, row.lpTotal(pair), -lp)
    const parts = pair.split(',').map((token): Side => {
      const name = row.vouchers(poolUser(pair), token)
      return { token, amount: (have(state, name) * lp) / total }
    })
    for (const part of parts) {
      change(state, row.vouchers(poolUser(pair), part.token), -part.amount)
      change(state, row.vouchers(from, part.token), part.amount)
      if (generation === 'interface') payOut(state, from, part, recipients, false)
    }
  }

  /** What the hub does for a sender; LP tokens that it allots are issued on the sender's chain. */
  function run(
    state: State,
    from: CrossChainUser,
    action: Action,
  ): { pair: string; lp: bigint } | undefined {
    switch (action.kind) {
      case 'deposit':
        bookIn(state, from, action)
        payOut(state, from, action, [action.to], true)
        return undefined
      case 'transfer':
      case 'withdraw':
        payOut(state, from, action, action.recipients, true)
        return undefined
      case 'swap':
        if (action.form === 'real')
          bookIn(state, from, {
            token: first(action.route),
            amount: action.amount - feeOf(action),
          })
        swap(state, from, action)
        return undefined
      case 'create': {
        const pair = pairOf(action.sides[0].token, action.sides[1].token)
        if (state.pools.has(pair)) throw new Refusal(`there is a pool of ${pair}`)
        state.pools.set(pair, { amp: action.amp })
        for (const side of action.sides) bookIn(state, from, side)
        return addLiquidity(state, from, action.sides, 0)
      }
      case 'add':
        for (const side of action.sides) bookIn(state, from, side)
        return addLiquidity(state, from, action.sides, action.slippageBps)
      case 'remove':
        removeLiquidity(state, from, action)
        return undefined
      case 'redeem': {
        const claim = state.claims.get(action.claim)
        if (!claim) throw new Refusal('no such claim')
        if (claim.mark.key !== action.key) throw new Refusal('not the key of the claim')
        state.claims.delete(claim.id)
        change(state, row.claim(claim.id, claim.mark, claim.token), -claim.amount)
        const { token, amount } = claim
        payOut(state, claimer, { token, amount }, [{ ...action.to, isRefunded: true }], true)
        return undefined
      }
      case 'meta': {
        if (action.flaw !== undefined) throw new Refusal(action.flaw)
        const { user } = action.signer
        const nonce = `${user.chain_uid}:${user.address} ${action.nonce}`
        if (state.nonces.has(nonce)) throw new Refusal('the nonce was used')
        state.nonces.add(nonce)
        for (const part of action.actions) run(state, user, part)
        return undefined
      }
    }
  }

  /** All of it, or nothing: `undefined` when it was refused. */
  function attempt<Result>(
    state: State,
    work: (draft: State) => Result,
  ): { result: Result } | undefined {
    const draft = structuredClone(state)
    try {
      const result = work(draft)
      Object.assign(state, draft)
      return { result }
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  const take = (state: State, operation: Operation) => {
    const { action } = operation
    // A factory refuses the transaction itself: a swap of nothing. One for nothing is built as one for a unit at least.
    if (action.kind === 'swap' && action.amount === feeOf(action))
      throw new Refusal('an amount of the swap is zero')
    for (const [name, amount] of takenBy(operation)) change(state, name, -amount)
  }
  const issue = (
    state: State,
    { sender }: Operation,
    liquidity: { pair: string; lp: bigint } | undefined,
  ) => {
    if (liquidity) change(state, row.owned(sender.user, `lp:${liquidity.pair}`), liquidity.lp)
  }

  /** A partner gets the fee of a swap of real tokens on the sender's own chain. */
  const payPartner = (state: State, { sender, action }: Operation) => {
    if (action.kind !== 'swap' || action.form === 'voucher' || !action.partner) return
    const partner = { chain_uid: sender.user.chain_uid, address: action.partner.address }
    change(state, row.owned(partner, first(action.route)), feeOf(action))
  }

  function play(state: State, step: Step): Map<Operation, Outcome> {
    const { operations, order, gas, trouble } = step
    const outcomes = new Map<Operation, Outcome>(operations.map((each) => [each, 'failed']))
    const isTroubled = (chain: string, direction: Trouble['direction']) =>
      trouble?.chain === chain &&
      trouble.direction === direction &&
      (trouble.kind === 'refuse_packets' || trouble.kind === 'time_out_packets')

    for (const operation of operations) {
      const { sender } = operation
      const paid = gas.get(operation)
      if (paid) change(state, row.owned(sender.user, paid.token), -paid.amount)
      if (sender.user.chain_uid === hub.chain_uid) continue
      if (attempt(state, (draft) => take(draft, operation))) outcomes.set(operation, 'refused')
    }

    const issued = new Map<Operation, { pair: string; lp: bigint } | undefined>()
    for (const event of order) {
      if (event.kind === 'answer') {
        const name = `${event.chain}/${event.sequence}`
        const sent = state.releases.get(name)
        if (!sent) continue // what was paid by it shows up as a difference
        state.releases.delete(name)
        if (isTroubled(event.chain, 'from_hub')) refund(state, event.chain, sent)
        else change(state, row.owned(sent.to, sent.token), sent.amount)
        continue
      }
      const { operation } = event
      const { user } = operation.sender
      const isHubs = user.chain_uid === hub.chain_uid
      if (!isHubs && isTroubled(user.chain_uid, 'to_hub')) continue
      const done = attempt(state, (draft) => {
        if (isHubs) take(draft, operation)
        const liquidity = run(draft, user, operation.action)
        if (isHubs) issue(draft, operation, liquidity)
        return liquidity
      })
      if (!done) continue
      outcomes.set(operation, 'done')
      if (!isHubs) issued.set(operation, done.result)
    }

    for (const [operation, outcome] of outcomes) {
      if (outcome === 'refused')
        for (const [name, amount] of takenBy(operation)) change(state, name, amount)
      if (outcome !== 'done') continue
      issue(state, operation, issued.get(operation))
      payPartner(state, operation)
    }
    return outcomes
  }

  return {
    play,
    have,
    isHome,
    /** What a route would yield now. @throws {Refusal} nothing */
    quote: (state: State, route: readonly string[], amount: bigint) =>
      trade(structuredClone(state), route, amount),
  }
}
export type Model = ReturnType<typeof createModel>

/** Rounded up. */
function feeOf({ amount, partner }: Action & { kind: 'swap' }): bigint {
  return (amount * BigInt(partner?.bps ?? 0) + 9_999n) / 10_000n
}

const first = (route: readonly string[]) => route[0] ?? ''

/** What a limit takes of what can be paid; without one, all that is left. @throws {Refusal} too little of it, where that matters */
function shareOf(
  limit: Limit | undefined,
  { left, available }: { left: bigint; available: bigint },
  isStrict: boolean,
): bigint {
  if (limit && limit.kind !== 'greater_than_or_equal') return smaller(limit.value, available)
  if (!isStrict) return limit && available < limit.value ? 0n : available
  const least = limit ? limit.value : left
  if (available < least) throw new Refusal(`${available} is less than ${least}`)
  return available
}
