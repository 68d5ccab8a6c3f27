import { connectComet } from '@cosmjs/tendermint-rpc'

import { hubOf, type Network } from '../../src/core/terms/network.ts'
import type { Books } from '../../test/devnet/books.ts'
import type { Finding } from './findings.ts'

/** A claim's way on the hub, as its events say. */
type Created = {
  claimId: string
  claimer: string
  group: string
  /** `chain_uid:address`, as recipients are. */
  sender: string
  token: string
  amount: bigint
}
type Executed = { claimId: string; recipient: string }

/**
 * Keeps who may be paid what, as the people of the drill asked for it, and holds the hub's own events against it. Keys are ids of
 * claimers or of claim groups.
 * @param least base units of the smallest claim
 */
export function createLedger(least: bigint) {
  const payees = new Map<string, Set<string>>()
  const returns = new Set<string>()
  const moves = new Map<string, string>()
  /** Claims that have to be over at the end, in whichever way. */
  const over = new Set<string>()

  /** Keys of which nothing was ever made, or something was not paid to anybody. What is too small is nobody's. */
  function unendedIn({ created, executed }: Awaited<ReturnType<typeof readHub>>): string[] {
    const paid = new Set(executed.map(({ claimId }) => claimId))
    const counted = [...created.values()].filter(({ amount }) => amount >= least)
    const made = new Set(counted.flatMap(keysOf))
    const open = new Set(counted.filter(({ claimId }) => !paid.has(claimId)).flatMap(keysOf))
    return [...over].filter((key) => !made.has(key) || open.has(key))
  }

  return {
    /** Whose move made a claim, or a group of claims. */
    made: (key: string, move: string) => void moves.set(key, move),
    /** The rightful recipient asked for a claim, or for a share of a group, at an address that nobody else was ever told. */
    mayGet(key: string, address: string) {
      payees.set(key, (payees.get(key) ?? new Set()).add(`base:${address.toLowerCase()}`))
    },
    /** The sender asked for a claim, or for what is left of a group, or lets it run out. */
    mayGoBack: (key: string) => void returns.add(key),
    /** It is to be paid out or back until the end. */
    isToEnd: (key: string) => void over.add(key),

    /** What is to end and has not, as the hub says. */
    unended: async (network: Network) => unendedIn(await readHub(network)),

    /**
     * Holds everything that the hub has done against what was asked for: each claim was paid once at most, to who may get it, and
     * every address has just what it was paid.
     */
    async findings({ network, balanceOf, vouchersOf }: Books): Promise<Finding[]> {
      const hub = await readHub(network)
      const { created, executed } = hub
      const found: Finding[] = []
      const wrong = (keys: readonly string[], what: string, kind: Finding['kind'] = 'breach') =>
        found.push({ kind, move: keys.map((key) => moves.get(key)).find(Boolean), what })

      const paid = new Map<string, Map<string, bigint>>()
      const seen = new Set<string>()
      for (const { claimId, recipient } of executed) {
        const claim = created.get(claimId)
        if (!claim) {
          wrong([], `claim ${claimId} was paid and never made`)
          continue
        }
        const { token, amount } = claim
        const keys = keysOf(claim)
        if (seen.has(claimId)) wrong(keys, `claim ${claimId} was paid twice`)
        seen.add(claimId)
        const isPayee = keys.some((each) => payees.get(each)?.has(recipient))
        const isSender = recipient === claim.sender && keys.some((each) => returns.has(each))
        if (!isPayee && !isSender)
          wrong(keys, `claim ${claimId} of ${claim.sender} was paid to ${recipient}`)
        const sums = paid.get(recipient) ?? new Map<string, bigint>()
        // One address of a group is one person, who gets one share.
        if (isPayee && sums.size > 0) wrong(keys, `${recipient} was paid twice`)
        paid.set(recipient, sums.set(token, (sums.get(token) ?? 0n) + amount))
      }
      for (const key of unendedIn(hub)) wrong([key], `not all of ${key} has ended`, 'failure')

      const addresses = new Set([...payees.values()].flatMap((each) => [...each]))
      for (const recipient of new Set([...addresses, ...paid.keys()])) {
        const [chain_uid = '', address = ''] = recipient.split(':')
        const user = { chain_uid, address }
        for (const [token, sum] of paid.get(recipient) ?? [['eth', 0n] as const]) {
          const held = addresses.has(recipient)
            ? await balanceOf(user, token)
            : await vouchersOf(user, token)
          if (held !== sum)
            wrong([], `${recipient} was paid ${sum} ${token} and has ${held}`, 'failure')
        }
      }
      return found
    },
    get size() {
      return moves.size
    },
  }
}

const keysOf = ({ claimer, group }: Created) => [claimer, group].filter((key) => key !== '')

/** Every claim that the hub has made, by its id, and everything that it has paid. */
async function readHub(network: Network) {
  const comet = await connectComet(hubOf(network).rpc_url)
  const eventsWith = async (key: string): Promise<Record<string, string>[]> => {
    const query = `wasm.${key} EXISTS`
    const { txs } = await comet.txSearchAll({ query, per_page: 100 })
    return txs.flatMap(({ result }) =>
      result.events
        .filter(({ type }) => type === 'wasm')
        .map(({ attributes }) =>
          Object.fromEntries(attributes.map(({ key: name, value }) => [name, value])),
        )
        .filter((attributes) => key in attributes),
    )
  }
  const created = (await eventsWith('create_claim')).map((event): [string, Created] => {
    const { create_claim: claimId = '', pseudo_claim_id: claimer = '' } = event
    const { claim_group_id: group = '', sender = '', token = '', amount = '0' } = event
    return [claimId, { claimId, claimer, group, sender, token, amount: BigInt(amount) }]
  })
  const executed = (await eventsWith('execute_claim')).map((event): Executed => {
    const { execute_claim: claimId = '', recipient = '' } = event
    return { claimId, recipient }
  })
  comet.disconnect()
  return { created: new Map(created), executed }
}
