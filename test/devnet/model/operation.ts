import type { CrossChainUser } from '../../../src/core/terms/shapes.ts'

/** How many keys claims wait for in a run. */
export const CLAIM_KEYS = 4

/** The claim that vouchers become: whose key it waits for (an index into the keys of the run), and how it is marked. */
export type ClaimMark = { key: number; pseudoId: string; group?: string | undefined }

/** `value` is base units. Without a limit a recipient takes what is left. */
export type Limit = {
  kind: 'equal' | 'less_than_or_equal' | 'greater_than_or_equal'
  value: bigint
}
/** With a claim, `user` is the claimer contract. */
export type Recipient = {
  user: CrossChainUser
  form: 'real' | 'voucher'
  limit?: Limit | undefined
  /** What cannot be paid goes to the recipient as vouchers, not back to the sender. */
  isRefunded?: boolean | undefined
  claim?: ClaimMark | undefined
}
/** An amount in base units. */
export type Side = { token: string; amount: bigint }

/** One gets all of it. */
export type Deposit = { kind: 'deposit'; to: Recipient } & Side
/** Vouchers to others, or out as real tokens: whatever the recipients say. */
export type Payout = Side & { kind: 'transfer' | 'withdraw'; recipients: Recipient[] }
export type Swap = {
  kind: 'swap'
  /** A meta transaction swaps vouchers, everybody else real tokens. */
  form: 'real' | 'voucher'
  amount: bigint
  /** Token ids, from the one that goes in to the one that comes out. */
  route: string[]
  minimum: bigint
  recipients: Recipient[]
  partner?: { bps: number; address: string } | undefined
}
export type AddLiquidity = { kind: 'add'; sides: [Side, Side]; slippageBps: number }
/** Without `amp`, a constant product. */
export type CreatePool = { kind: 'create'; sides: [Side, Side]; amp?: bigint | undefined }
/** `lp` is base units of LP tokens. */
export type RemoveLiquidity = {
  kind: 'remove'
  pair: string
  lp: bigint
  recipients: Recipient[]
}
/** `key` is the one that signs, which may be the wrong one. */
export type Redeem = {
  kind: 'redeem'
  claim: number
  token: string
  key: number
  to: Recipient
}
/** Voucher actions of `signer`, brought by somebody else. */
export type Meta = {
  kind: 'meta'
  signer: Actor
  actions: (Payout | Swap)[]
  nonce: string
  flaw?: 'expired' | 'forged' | undefined
}
export type Action =
  | Deposit
  | Payout
  | Swap
  | AddLiquidity
  | CreatePool
  | RemoveLiquidity
  | Redeem
  | Meta

/** A persona on one chain. */
export type Actor = {
  name: 'alice' | 'bobby' | 'carol' | 'david'
  family: 'evm' | 'cosmwasm'
  user: CrossChainUser
}
export type Operation = { sender: Actor; action: Action }

/** Never came to anything; went to the hub, which refused it; was done. */
export type Outcome = 'failed' | 'refused' | 'done'

/** What happens to packets between the hub and one chain during a step. */
export type Trouble = {
  chain: string
  direction: 'to_hub' | 'from_hub'
  kind:
    | 'refuse_packets'
    | 'time_out_packets'
    | 'lose_packets'
    | 'lose_acknowledgements'
    | 'slow_packets'
}

/** What the hub did, in its order: took a packet (or a transaction of its own chain), or heard what became of a release. */
export type HubEvent =
  | { kind: 'operation'; operation: Operation }
  | { kind: 'answer'; chain: string; sequence: number }

export function describe({ sender, action }: Operation): string {
  const text = JSON.stringify(action, (_, value: unknown) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return `${sender.name} on ${sender.user.chain_uid}: ${text}`
}

/** How often each kind of operation came to what. */
export function tallyOf(
  outcomes: readonly (readonly [Operation, Outcome])[],
): Partial<Record<Action['kind'], Record<Outcome, number>>> {
  const tally: ReturnType<typeof tallyOf> = {}
  for (const [{ action }, outcome] of outcomes) {
    const counts = (tally[action.kind] ??= { failed: 0, refused: 0, done: 0 })
    counts[outcome] += 1
  }
  return tally
}
