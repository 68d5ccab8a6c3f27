import { leastClaim } from '../../../src/core/claims/claim-limits.ts'
import { denomOn, tokenOf } from '../../../src/core/terms/network.ts'
import { createDice, type Dice } from './dice.ts'
import type { Plan, World } from './drive-model.ts'
import type { State } from './model.ts'
import {
  CLAIM_KEYS,
  type Action,
  type Actor,
  type ClaimMark,
  type Limit,
  type Meta,
  type Operation,
  type Payout,
  type Recipient,
  type Side,
  type Swap,
  type Trouble,
} from './operation.ts'
import { Refusal } from './pool-amounts.ts'
import { claimerOf, pairOf, poolUser, row } from './rows.ts'

/** More than there is of anything. */
const TOO_MUCH = 10n ** 27n
const GROUPS = ['team', 'party']

/**
 * Draws what accounts do next: mostly what they can do, sometimes what has to be refused. Nobody spends more than half of
 * what it owns on its own chain, or else far more than there is: what comes in meanwhile decides nothing.
 */
function createDraw({ network, model, actors }: World, dice: Dice) {
  const claimer = claimerOf(network)
  const isPublished = network.generation === 'published'
  /** Whether a sender's messages say all of a recipient: vouchers, any limit, where a failed payout goes. */
  const saysAll = ({ family }: Actor) => family === 'evm' || isPublished
  const chains = network.chains.map(({ chain_uid }) => chain_uid)
  const tokens = network.tokens.map(({ token }) => token)
  const homeTokens = (chain: string) => tokens.filter((token) => model.isHome(token, chain))
  const homesOf = (token: string) => chains.filter((chain) => model.isHome(token, chain))
  const isNative = (token: string, chain: string) =>
    'native' in (denomOn(tokenOf(network, token), chain) ?? {})

  const partOf = (amount: bigint, most = 500) => {
    if (dice.chance(0.05)) return BigInt(1 + dice.below(20))
    // Small parts as often as large ones.
    const part = Math.ceil(2 ** (dice.below(1000) / 111) * (most / 512))
    return (amount * BigInt(part)) / 1000n || 1n
  }
  const users = (from = actors) => dice.pick(from).user
  const usersOn = (chain: string) => actors.filter(({ user }) => user.chain_uid === chain)

  const mark = (isGrouped: boolean): ClaimMark => ({
    key: dice.below(CLAIM_KEYS),
    pseudoId: dice.hex(24),
    ...(isGrouped && dice.chance(0.5) && { group: dice.pick(GROUPS) }),
  })
  const voucherTo = (sender: Actor, { token, amount }: Side): Recipient => {
    // The service builds no claim of less.
    const isEnough = amount >= leastClaim(network, token)
    if (isEnough && dice.chance(0.3)) return { user: claimer, form: 'voucher', claim: mark(false) }
    return { user: dice.chance(0.4) ? sender.user : users(), form: 'voucher' }
  }
  const limit = (amount: bigint, kinds: readonly Limit['kind'][]): Limit => ({
    kind: dice.pick(kinds),
    value: dice.chance(0.1) ? amount * 2n : partOf(amount, 1000),
  })
  /** Accounts that are paid in real tokens, with the limits that the interface has. */
  const realRecipients = (token: string, amount: bigint, most = 3): Recipient[] =>
    Array.from({ length: 1 + dice.below(most) }, (_, index) => ({
      user: users(usersOn(dice.pick(homesOf(token)))),
      form: 'real',
      ...((index + 1 < most ? dice.chance(0.6) : dice.chance(0.3)) && {
        limit: limit(amount, ['less_than_or_equal']),
      }),
    }))
  /** Recipients as only EVM chains and published messages can name them. */
  const anyRecipients = (token: string, amount: bigint): Recipient[] =>
    Array.from({ length: 1 + dice.below(4) }, () => {
      const limited = dice.chance(0.6) && {
        limit: limit(amount, ['equal', 'less_than_or_equal', 'greater_than_or_equal']),
      }
      const chance = dice.below(4)
      if (chance === 0) return { user: claimer, form: 'voucher', claim: mark(true), ...limited }
      if (chance === 1) return { user: users(), form: 'voucher', ...limited }
      const isRefunded = dice.chance(0.5)
      const user = users(usersOn(dice.pick(homesOf(token))))
      return { user, form: 'real', isRefunded, ...limited }
    })

  /** A token at home on the sender's chain, and some of what it owns there. */
  function ownSide(state: State, { user }: Actor): Side | undefined {
    const owned = homeTokens(user.chain_uid).filter(
      (token) => model.have(state, row.owned(user, token)) > 1_000n,
    )
    if (owned.length === 0) return undefined
    const token = dice.pick(owned)
    const isTooMuch = dice.chance(0.03) && !isNative(token, user.chain_uid)
    const amount = isTooMuch ? TOO_MUCH : partOf(model.have(state, row.owned(user, token)))
    return { token, amount }
  }
  function voucherSide(state: State, { user }: Actor): Side | undefined {
    const held = tokens.filter((token) => model.have(state, row.vouchers(user, token)) > 0n)
    if (held.length === 0) return undefined
    const token = dice.pick(held)
    const all = model.have(state, row.vouchers(user, token))
    return {
      token,
      amount: dice.chance(0.05) ? all + 1n : dice.chance(0.1) ? all : partOf(all, 900),
    }
  }
  function routeFrom(state: State, token: string): string[] | undefined {
    const route = [token]
    for (let hops = 1 + dice.below(3); hops > 0; hops -= 1) {
      const last = route.at(-1) ?? token
      const next = tokens.filter((other) => state.pools.has(pairOf(last, other)) && other !== last)
      if (next.length === 0) break
      route.push(dice.pick(next))
    }
    return route.length > 1 && route.at(-1) !== token ? route : undefined
  }
  function minimumOf(state: State, route: readonly string[], amount: bigint): bigint {
    if (dice.chance(0.5)) return 1n
    try {
      const out = model.quote(state, route, amount)
      return dice.chance(0.2) ? out * 2n : dice.chance(0.5) ? out : (out * 97n) / 100n
    } catch (error) {
      if (error instanceof Refusal) return 1n
      throw error
    }
  }
  function swapOf(
    state: State,
    sender: Actor,
    side: Side | undefined,
    terms: { form: Swap['form']; saysAll: boolean },
  ): Swap | undefined {
    const route = side && routeFrom(state, side.token)
    if (!side || !route) return undefined
    const last = route.at(-1) ?? ''
    const chain = sender.user.chain_uid
    const expected = side.amount
    return {
      kind: 'swap',
      form: terms.form,
      amount: side.amount,
      route,
      minimum: minimumOf(state, route, side.amount),
      recipients:
        terms.saysAll && dice.chance(0.6)
          ? anyRecipients(last, expected)
          : realRecipients(last, expected),
      // Of a single unit, a partner would get all, and nobody builds that.
      ...(dice.chance(0.3) &&
        side.amount > 1n && {
          partner: { bps: 1 + dice.below(30), address: users(usersOn(chain)).address },
        }),
    }
  }

  const draws: Record<
    Exclude<Action['kind'], 'redeem' | 'meta'>,
    (state: State, sender: Actor) => Action | undefined
  > = {
    deposit(state, sender) {
      const side = ownSide(state, sender)
      return side && { kind: 'deposit', ...side, to: voucherTo(sender, side) }
    },
    transfer(state, sender) {
      const side = voucherSide(state, sender)
      return side && { kind: 'transfer', ...side, recipients: [voucherTo(sender, side)] }
    },
    withdraw(state, sender) {
      const side = voucherSide(state, sender)
      return (
        side && { kind: 'withdraw', ...side, recipients: realRecipients(side.token, side.amount) }
      )
    },
    swap: (state, sender) =>
      swapOf(state, sender, ownSide(state, sender), { form: 'real', saysAll: saysAll(sender) }),
    add(state, sender) {
      const side = ownSide(state, sender)
      const partners = homeTokens(sender.user.chain_uid).filter(
        (token) => side && state.pools.has(pairOf(token, side.token)) && token !== side.token,
      )
      if (!side || side.amount === TOO_MUCH || partners.length === 0) return undefined
      const token = dice.pick(partners)
      const user = poolUser(pairOf(token, side.token))
      const reserve = (asset: string) => model.have(state, row.vouchers(user, asset))
      const fitting = (side.amount * reserve(token)) / (reserve(side.token) || 1n) + 1n
      const amount = (fitting * BigInt(970 + dice.below(60))) / 1000n || 1n
      if (amount > model.have(state, row.owned(sender.user, token)) / 2n) return undefined
      const slippageBps = dice.pick([0, 100, 400, 10_000])
      return { kind: 'add', sides: sorted(side, { token, amount }), slippageBps }
    },
    create(state, sender) {
      const [one, other] = [ownSide(state, sender), ownSide(state, sender)]
      if (!one || !other || one.token === other.token) return undefined
      if (one.amount === TOO_MUCH || other.amount === TOO_MUCH) return undefined
      const isStable = dice.chance(0.4)
      const amp = dice.pick([100n, 1000n, 20_000n])
      return { kind: 'create', sides: sorted(one, other), ...(isStable && { amp }) }
    },
    remove(state, sender) {
      const { user } = sender
      const pairs = [...state.pools.keys()].filter(
        (pair) => model.have(state, row.owned(user, `lp:${pair}`)) > 0n,
      )
      if (pairs.length === 0) return undefined
      const pair = dice.pick(pairs)
      const lp = partOf(model.have(state, row.owned(user, `lp:${pair}`)), 1000)
      const token = dice.pick(pair.split(','))
      // EVM factories and published messages name one, without a limit.
      const recipients = saysAll(sender)
        ? [{ user: users(usersOn(dice.pick(homesOf(token)))), form: 'real' as const }]
        : realRecipients(token, lp)
      return { kind: 'remove', pair, lp, recipients }
    },
  }

  function redeemOf(state: State): Action | undefined {
    if (state.claims.size === 0) return undefined
    const { id, mark: own, token } = dice.pick([...state.claims.values()])
    const isReal = dice.chance(0.5)
    // Published documents name the token's form on the recipient's chain.
    const places = isReal && (isPublished || dice.chance(0.9)) ? homesOf(token) : chains
    const user = users(usersOn(dice.pick(places)))
    return {
      kind: 'redeem',
      claim: dice.chance(0.05) ? state.claimCount + 100 : id,
      token,
      key: dice.chance(0.1) ? (own.key + 1) % CLAIM_KEYS : own.key,
      to: { user, form: isReal ? 'real' : 'voucher' },
    }
  }

  function metaOf(state: State): Meta | undefined {
    const signer = dice.pick(actors)
    const actions = Array.from({ length: 1 + dice.below(2) }, (): Payout | Swap | undefined => {
      const side = voucherSide(state, signer)
      if (!side) return undefined
      const kind = dice.pick(['transfer', 'withdraw', 'swap'] as const)
      if (kind === 'swap')
        return swapOf(state, signer, side, { form: 'voucher', saysAll: isPublished })
      if (kind === 'withdraw')
        return { kind, ...side, recipients: realRecipients(side.token, side.amount) }
      const recipients = isPublished
        ? anyRecipients(side.token, side.amount)
        : [voucherTo(signer, side)]
      return { kind, ...side, recipients }
    }).filter((action) => action !== undefined)
    if (actions.length === 0) return undefined
    const used = [...state.nonces]
      .map((nonce) => nonce.split(' '))
      .filter(([user]) => user === `${signer.user.chain_uid}:${signer.user.address}`)
    const [, old] = used.length > 0 && dice.chance(0.15) ? dice.pick(used) : []
    const flaw = dice.chance(0.07) ? 'expired' : dice.chance(0.07) ? 'forged' : undefined
    return { kind: 'meta', signer, actions, nonce: old ?? dice.hex(12), flaw }
  }

  function actionOf(state: State, sender: Actor): Action | undefined {
    const kind = dice.pick(WEIGHTED)
    if (sender.user.chain_uid === network.hub.chain_uid && dice.chance(0.6))
      return dice.chance(0.5) ? redeemOf(state) : metaOf(state)
    return draws[kind](state, sender)
  }

  return {
    /** At most one operation for each account. */
    operations(state: State, most: number): Operation[] {
      const drawn = actors.flatMap((sender): Operation[] => {
        if (dice.chance(0.1)) return []
        const action = actionOf(state, sender) ?? draws.deposit(state, sender)
        return action ? [{ sender, action }] : []
      })
      return drawn.slice(0, most)
    },
    trouble(): Trouble | undefined {
      if (dice.chance(0.7)) return undefined
      return {
        chain: dice.pick(chains.filter((chain) => chain !== network.hub.chain_uid)),
        direction: dice.pick(['to_hub', 'from_hub']),
        kind: dice.pick([
          'refuse_packets',
          'time_out_packets',
          'lose_packets',
          'lose_acknowledgements',
          'slow_packets',
        ]),
      }
    },
  }
}

/** So many operations, the same for the same seed as far as the network's own order of things is the same. */
export function randomPlan(run: { operations: number; seed: number }): Plan {
  return (world) => {
    const draw = createDraw(world, createDice(run.seed))
    let left = run.operations
    return (state) => {
      if (left <= 0) return undefined
      const operations = draw.operations(state, left)
      left -= operations.length
      return { operations, trouble: draw.trouble() }
    }
  }
}

const WEIGHTED = [
  ...Array.from({ length: 4 }, () => 'deposit' as const),
  ...Array.from({ length: 4 }, () => 'transfer' as const),
  ...Array.from({ length: 5 }, () => 'withdraw' as const),
  ...Array.from({ length: 6 }, () => 'swap' as const),
  ...Array.from({ length: 3 }, () => 'add' as const),
  ...Array.from({ length: 3 }, () => 'remove' as const),
  'create' as const,
]

function sorted(one: Side, other: Side): [Side, Side] {
  return one.token < other.token ? [one, other] : [other, one]
}
