import type { Plan, World } from './drive-model.ts'
import type { State } from './model.ts'
import type { Action, Actor, ClaimMark, Operation, Recipient, Side } from './operation.ts'
import { claimerOf, poolUser, row } from './rows.ts'

const NAMES = ['alice', 'bobby', 'carol', 'david'] as const
const NATIVE: Record<string, string> = {
  base: 'eth',
  polygon: 'pol',
  osmosis: 'osmo',
  neuron: 'euclid',
}
const SMART: Record<string, string> = { base: 'usdc', polygon: 'usdc', osmosis: 'usdt' }
/** From a native and a smart token of each chain. */
const ROUTES: Record<string, string[]> = {
  eth: ['eth', 'usdc'],
  pol: ['pol', 'usdc'],
  osmo: ['osmo', 'usdc', 'usdt'],
  euclid: ['euclid', 'eth', 'usdc'],
  usdc: ['usdc', 'usdt'],
  usdt: ['usdt', 'usdc', 'eth'],
}
/** Where the last token of those routes is at home. */
const PAID_ON: Record<string, readonly [string, string]> = {
  usdc: ['polygon', 'osmosis'],
  usdt: ['base', 'osmosis'],
  eth: ['base', 'base'],
}
const SHARE = 100n

/**
 * Every operation once: from all four chains, of native and smart tokens and of vouchers, for the sender, for accounts of both
 * families and for persons, with whole amounts and with limits. All of it can be done.
 */
export const everyOperation: Plan = (world) => {
  const steps = stepsIn(world)
  let next = 0
  return (state) => {
    const operations = steps[next]?.(state)
    next += 1
    return operations && { operations }
  }
}

function stepsIn({ network, model, actors }: World): ((state: State) => Operation[])[] {
  const claimer = claimerOf(network)
  const actor = (name: string, chain: string): Actor => {
    const found = actors.find((each) => each.name === name && each.user.chain_uid === chain)
    if (!found) throw new Error(`${name} has no account on ${chain}`)
    return found
  }
  const isFamily = (family: Actor['family']) => (each: Actor) => each.family === family
  const otherFamily = ({ name, family }: Actor) =>
    actors.filter((each) => each.name !== name && !isFamily(family)(each))
  const toUser = ({ user }: Actor): Recipient => ({ user, form: 'voucher' })

  // The first digit says whether the person brings a key.
  let claims = 0
  const person = (first: '7' | 'f', group?: string): Recipient => {
    claims += 1
    const mark: ClaimMark = {
      key: claims % 4,
      pseudoId: `${first}${`${claims}`.padStart(23, '0')}`,
      ...(group !== undefined && { group }),
    }
    return { user: claimer, form: 'voucher', claim: mark }
  }
  /** Four recipients of vouchers for the four personas. */
  const anybody = (sender: Actor): Recipient => {
    if (sender.name === 'alice') return toUser(sender)
    if (sender.name === 'bobby') return toUser(otherFamily(sender)[0] ?? sender)
    return person(sender.name === 'carol' ? '7' : 'f')
  }
  const own = (state: State, { user }: Actor, token: string): Side => ({
    token,
    amount: model.have(state, row.owned(user, token)) / SHARE,
  })
  const held = (state: State, { user }: Actor, token: string): Side => ({
    token,
    amount: model.have(state, row.vouchers(user, token)) / 4n,
  })
  const real = (name: string, chain: string, most?: bigint): Recipient => ({
    user: actor(name, chain).user,
    form: 'real',
    ...(most !== undefined && { limit: { kind: 'less_than_or_equal', value: most } }),
  })
  const natively = (token: string, chain: string) => NATIVE[chain] === token
  /** One operation of each account that has an action. */
  const each = (actionOf: (sender: Actor, chain: string) => Action | undefined): Operation[] =>
    actors.flatMap((sender) => {
      const action = actionOf(sender, sender.user.chain_uid)
      return action ? [{ sender, action }] : []
    })

  const deposits =
    (tokens: Record<string, string>, to: (sender: Actor) => Recipient) => (state: State) =>
      each((sender, chain) => {
        const token = tokens[chain]
        if (token === undefined) return undefined
        return { kind: 'deposit', ...own(state, sender, token), to: to(sender) }
      })
  const swaps = (tokens: Record<string, string>) => (state: State) =>
    each((sender, chain) => {
      const token = tokens[chain]
      const route = ROUTES[token ?? '']
      if (token === undefined || !route) return undefined
      const { amount } = own(state, sender, token)
      const out = model.quote(state, route, amount)
      const [one, other] = PAID_ON[route.at(-1) ?? ''] ?? ['base', 'base']
      const swap = { kind: 'swap', form: 'real', amount, route, minimum: 1n } as const
      if (sender.name === 'alice') return { ...swap, recipients: [real('bobby', other)] }
      if (sender.name === 'bobby') {
        const recipients = [real('carol', one, out / 4n), real('david', other, out / 8n)]
        return { ...swap, recipients: [...recipients, real('alice', one)] }
      }
      // In `interface`, CosmWasm messages pay real tokens only.
      const isSayable = sender.family === 'evm' || network.generation === 'published'
      if (sender.name === 'carol' && isSayable) {
        const share = { kind: 'equal', value: out / 4n } as const
        const recipients = ['7', 'f'].map((first) => ({
          ...person(first === '7' ? '7' : 'f', `of ${chain}`),
          limit: share,
        }))
        return { ...swap, recipients: [...recipients, toUser(actor('david', 'polygon'))] }
      }
      const partner = { bps: 30, address: actor('alice', chain).user.address }
      return { ...swap, partner, recipients: [real('david', one)] }
    })

  /** Both sides in the pool's own proportion. */
  const sides = (state: State, sender: Actor, pair: string): [Side, Side] => {
    const [one = '', other = ''] = pair.split(',')
    const reserve = (token: string) => model.have(state, row.vouchers(poolUser(pair), token))
    const first = own(state, sender, one)
    const fits = (first.amount * reserve(other)) / (reserve(one) || 1n)
    const second = own(state, sender, other)
    if (!state.pools.has(pair)) return [first, second]
    const amount = (second.amount * reserve(one)) / (reserve(other) || 1n)
    return fits <= second.amount
      ? [first, { token: other, amount: fits }]
      : [{ token: one, amount }, second]
  }
  const liquidity: Record<string, { pair: string; amp?: bigint }> = {
    'alice base': { pair: 'eth,usdc' },
    'bobby base': { pair: 'usdc,usdt' },
    'carol base': { pair: 'eth,usdt', amp: 1000n },
    'alice polygon': { pair: 'pol,usdc' },
    'alice osmosis': { pair: 'osmo,usdc' },
    'bobby osmosis': { pair: 'usdc,usdt' },
    'carol osmosis': { pair: 'euclid,osmo', amp: 200n },
    'david osmosis': { pair: 'osmo,usdt' },
  }
  const liquidityOf = ({ name }: Actor, chain: string) => liquidity[`${name} ${chain}`]

  function redemptions(state: State): Operation[] {
    const places = [
      { to: actor('bobby', 'base').user, form: 'real' },
      { to: actor('bobby', 'osmosis').user, form: 'real' },
      { to: actor('carol', 'polygon').user, form: 'voucher' },
      { to: actor('carol', 'neuron').user, form: 'voucher' },
    ] as const
    const open = [...state.claims.values()].filter(({ token }) => token === 'usdc')
    return each((sender, chain) => {
      const index = NAMES.indexOf(sender.name)
      const [claim, place] = [open[index], places[index]]
      if (chain !== network.hub.chain_uid || !claim || !place) return undefined
      const to = { user: place.to, form: place.form }
      const { id, token, mark } = claim
      return { kind: 'redeem', claim: id, token, key: mark.key, to }
    })
  }

  /** A signer of each chain; the personas' accounts on the hub bring what they signed. */
  function metaTransactions(state: State): Operation[] {
    const chains = network.chains.map(({ chain_uid }) => chain_uid)
    return each((sender, chain) => {
      const home = chains[NAMES.indexOf(sender.name)]
      if (chain !== network.hub.chain_uid || home === undefined) return undefined
      const signer = actor('alice', home)
      const side = held(state, signer, NATIVE[home] ?? '')
      const part = { ...side, amount: side.amount / 4n }
      const route = ROUTES[side.token] ?? []
      const [one] = PAID_ON[route.at(-1) ?? ''] ?? ['base']
      return {
        kind: 'meta',
        signer,
        nonce: `every ${home}`,
        actions: [
          { kind: 'transfer', ...part, recipients: [toUser(actor('david', 'base'))] },
          { kind: 'withdraw', ...part, recipients: [real('david', home)] },
          {
            kind: 'swap',
            form: 'voucher',
            amount: part.amount,
            route,
            minimum: 1n,
            recipients: [real('carol', one)],
          },
        ],
      }
    })
  }

  return [
    deposits(NATIVE, toUser),
    deposits(NATIVE, anybody),
    deposits(SMART, anybody),
    (state) =>
      each((sender, chain) => ({
        kind: 'transfer',
        ...held(state, sender, NATIVE[chain] ?? ''),
        recipients: [anybody(sender)],
      })),
    (state) =>
      each((sender, chain) => {
        const side = held(state, sender, NATIVE[chain] ?? '')
        const withdrawal = { kind: 'withdraw', ...side } as const
        const part = side.amount / 4n
        if (sender.name === 'alice') return { ...withdrawal, recipients: [real('alice', chain)] }
        if (sender.name === 'bobby') return { ...withdrawal, recipients: [real('carol', chain)] }
        const limited = [real('alice', chain, part), real('bobby', chain, part)]
        // Of what nobody takes, vouchers stay.
        if (sender.name === 'carol') return { ...withdrawal, recipients: limited }
        const far = natively('euclid', chain) ? 'osmosis' : chain
        return { ...withdrawal, recipients: [...limited, real('david', far)] }
      }),
    swaps(NATIVE),
    swaps(SMART),
    (state) =>
      each((sender, chain) => {
        const pool = liquidityOf(sender, chain)
        if (!pool) return undefined
        const both = sides(state, sender, pool.pair)
        return state.pools.has(pool.pair)
          ? { kind: 'add', sides: both, slippageBps: 1_000 }
          : { kind: 'create', sides: both, amp: pool.amp }
      }),
    (state) =>
      each((sender, chain) => {
        const pool = liquidityOf(sender, chain)
        if (!pool) return undefined
        const lp = model.have(state, row.owned(sender.user, `lp:${pool.pair}`)) / 2n
        const isSeveral = sender.family === 'cosmwasm' && network.generation === 'interface'
        const recipients = isSeveral
          ? [
              real('alice', 'osmosis', lp / 4n),
              real('bobby', 'base', lp / 4n),
              real('carol', 'osmosis'),
            ]
          : [sender.name === 'alice' ? real('alice', chain) : real('david', 'base')]
        return { kind: 'remove', pair: pool.pair, lp, recipients }
      }),
    redemptions,
    metaTransactions,
  ]
}
