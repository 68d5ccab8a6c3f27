import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { LOCAL_GENERATIONS } from '../generations/local-generations.ts'
import { ClaimId } from '../generations/shapes.ts'
import { checkClaimKey, checkClaimSignature, readSignedData } from './claim-document.ts'
import { showUser, type HubConfig } from './hub-config.ts'
import { PacketCall } from './packet-call.ts'
import { newTxId } from './packet-events.ts'
import { sequenceKey } from './releases.ts'

/** A claim, as queries show it. `amount` is base units; `sender` is who sent the vouchers, on whatever chain. */
export type Claim = {
  token: string
  amount: string
  claimer_pubkey: string
  sender: CrossChainUser
  pseudo_claim_id: string | null
  claim_group_id: string | null
}

const Delivery = z.strictObject({
  sender: CrossChainUser,
  amount: BaseUnits,
  token_id: z.string(),
  msg: z.base64(),
})

const CreateVoucherClaim = z.strictObject({
  create_voucher_claim: z.strictObject({
    claimer_pubkey: z.base64(),
    pseudo_claim_id: z.string().max(128).nullish(),
    claim_group_id: z.string().max(128).nullish(),
  }),
})

const ClaimVoucher = z.strictObject({ data: z.string().max(4096), signature: z.base64().max(128) })

/** The first `limit` of what there is, without the first `offset` of them. */
const page = { limit: z.int().nonnegative(), offset: z.int().nonnegative() }
type Page = { limit: number; offset: number }

/** By what claims can be found; each index is a collection per key, of claim ids. */
type Index = 'pubkey' | 'pseudo' | 'group' | 'sender'

/**
 * Holds vouchers for a public key until somebody shows what the key's holder signed. Claims are numbered from 0, and found by a
 * key in the form in which it was sent and no other.
 *
 * Queries: `get_claim {claim_id}` answers the claim, `get_claim_by_pseudo_claim_id {pseudo_claim_id}` its id and it; several
 * claims may carry one pseudo id (anybody can send to it), and the oldest is shown. The lists answer `[[id, claim], …]`, oldest
 * first: `limit` counts from the first of all, whatever `offset` then leaves out. A claim that was redeemed, or never was, is a
 * query error of the storage.
 *
 * What it says stands in its plain `wasm` event: `create_claim` (the id), `sender` (`chain_uid:address`), `token`, `claimer_pubkey`,
 * `pseudo_claim_id`, `claim_group_id` (each empty without one), `amount`; and `execute_claim` (the id), who it is for where the
 * generation says it, `claim_msg_sender`.
 */
export function createClaimer(config: HubConfig): Contract {
  const { delivery, facts, readOrder } = LOCAL_GENERATIONS[config.generation].claims
  const claims = (context: QueryContext) => context.collection<Claim>('claims')
  const index = (context: QueryContext, name: Index, key: string) =>
    context.collection<true>(`${name}/${key}`)

  function keysOf({
    claimer_pubkey,
    pseudo_claim_id,
    claim_group_id,
    sender,
  }: Claim): [Index, string][] {
    const pseudo: [Index, string][] = pseudo_claim_id === null ? [] : [['pseudo', pseudo_claim_id]]
    const group: [Index, string][] = claim_group_id === null ? [] : [['group', claim_group_id]]
    return [['pubkey', claimer_pubkey], ['sender', showUser(sender)], ...pseudo, ...group]
  }

  function receiveVouchers(
    context: ExecuteContext,
    { sender, token_id: token, amount, msg }: z.infer<typeof Delivery>,
  ): void {
    if (context.sender !== config.contracts.virtual_balance)
      throw new ContractError('Invalid vcoin address')
    const parsed = CreateVoucherClaim.safeParse(parseMessage(msg))
    if (!parsed.success)
      throw new ContractError(
        `Error parsing message: it is not create_voucher_claim: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      )
    const { claimer_pubkey, pseudo_claim_id, claim_group_id } = parsed.data.create_voucher_claim
    checkClaimKey(claimer_pubkey)
    const claim: Claim = {
      token,
      amount: `${amount}`,
      claimer_pubkey,
      sender,
      pseudo_claim_id: pseudo_claim_id ?? null,
      claim_group_id: claim_group_id ?? null,
    }
    const id = nextId(context)
    claims(context).set(sequenceKey(id), claim)
    for (const [name, key] of keysOf(claim)) index(context, name, key).set(sequenceKey(id), true)
    context.event('', {
      create_claim: `${id}`,
      sender: showUser(sender),
      token,
      claimer_pubkey,
      pseudo_claim_id: claim.pseudo_claim_id ?? '',
      claim_group_id: claim.claim_group_id ?? '',
      amount: claim.amount,
    })
  }

  function claimVoucher(
    context: ExecuteContext,
    { data, signature }: z.infer<typeof ClaimVoucher>,
  ): void {
    if (context.funds.length > 0) throw new ContractError('this message takes no funds')
    const { claimId, recipientsOf, told } = readOrder(readSignedData(data))
    const claim = claimAt(context, claimId)
    checkClaimSignature(data, signature, claim.claimer_pubkey)
    const { token } = claim
    const amount = BigInt(claim.amount)
    const recipients = recipientsOf(amount)

    const key = sequenceKey(claimId)
    claims(context).delete(key)
    for (const [name, value] of keysOf(claim)) index(context, name, value).delete(key)
    context.event('', {
      execute_claim: `${claimId}`,
      ...told,
      claim_msg_sender: context.sender,
    })
    const call = z.encode(PacketCall, {
      type: 'transfer_voucher',
      token,
      amount,
      recipients,
    })
    const tx_id = newTxId(context, config.claimer.chain_uid)
    const execute_call = { tx_id, sender: config.claimer, call }
    context.execute(config.contracts.router, { execute_call })
  }

  function nextId(context: ExecuteContext): number {
    const counters = context.collection<number>('counters')
    const id = counters.get('claims') ?? 0
    counters.set('claims', id + 1)
    return id
  }

  function claimAt(context: QueryContext, id: number): Claim {
    const claim = claims(context).get(sequenceKey(id))
    if (!claim)
      throw new ContractError(
        `type: euclid::msgs::claimer::Claim; key: [${storageKey(id)}] not found`,
      )
    return claim
  }

  function list(
    context: QueryContext,
    name: Index,
    key: string,
    { limit, offset }: Page,
  ): [number, Claim][] {
    return index(context, name, key)
      .entries()
      .slice(offset, limit)
      .map(([id]) => [Number(id), claimAt(context, Number(id))])
  }

  const byKey = on(
    z.strictObject({ pub_key: z.base64(), ...page }),
    (context: QueryContext, { pub_key, ...part }) => list(context, 'pubkey', pub_key, part),
  )

  const messages = {
    [delivery]: on(Delivery, receiveVouchers),
    claim_voucher: on(ClaimVoucher, claimVoucher),
  }

  const { chainUid, contracts, adminAddress: admin } = config
  const queries = {
    ...Object.fromEntries(
      Object.entries(facts({ chainUid, contracts, admin })).map(([name, fact]) => [
        name,
        on(z.strictObject({}), () => fact),
      ]),
    ),
    get_claim: on(z.strictObject({ claim_id: ClaimId }), (context: QueryContext, { claim_id }) =>
      claimAt(context, claim_id),
    ),
    get_claim_by_pseudo_claim_id: on(
      z.strictObject({ pseudo_claim_id: z.string() }),
      (context: QueryContext, { pseudo_claim_id }) => {
        const [first] = list(context, 'pseudo', pseudo_claim_id, { limit: 1, offset: 0 })
        if (!first) throw new ContractError('Claim not found')
        return first
      },
    ),
    get_claims_by_claimer_pubkey: byKey,
    get_user_claims: byKey,
    get_claims_by_group_id: on(
      z.strictObject({ group_id: z.string(), ...page }),
      (context: QueryContext, { group_id, ...part }) => list(context, 'group', group_id, part),
    ),
    get_sender_claims: on(
      z.strictObject({ sender: CrossChainUser, ...page }),
      (context: QueryContext, { sender, ...part }) =>
        list(context, 'sender', showUser(sender), part),
    ),
    /** For the local network's books: what all claims come to, token by token. */
    get_totals: on(z.strictObject({}), (context: QueryContext) => {
      const totals = new Map<string, bigint>()
      for (const [, { token, amount }] of claims(context).entries())
        totals.set(token, (totals.get(token) ?? 0n) + BigInt(amount))
      return { totals: [...totals].map(([token, amount]) => ({ token, amount: `${amount}` })) }
    }),
  }

  return {
    label: 'claimer',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}

/** A claim's place in a contract's storage, as errors spell it: the length of a name, the name, and 16 bytes of number. */
function storageKey(id: number): string {
  const name = Buffer.from('claims')
  const bytes = Buffer.concat([Buffer.of(0, name.length), name, Buffer.alloc(16)])
  bytes.writeBigUInt64BE(BigInt(id), bytes.length - 8)
  return [...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(', ')
}

function parseMessage(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString()) as unknown // its shape is checked next
  } catch {
    return undefined
  }
}
