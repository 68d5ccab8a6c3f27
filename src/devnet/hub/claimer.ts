import { fromBase64, toBase64 } from '@cosmjs/encoding'
import { Secp256k1 } from '@cosmjs/crypto'
import { z } from 'zod'

import { BaseUnits } from '../../core/terms/amounts.ts'
import { denomOn } from '../../core/terms/network.ts'
import { CrossChainUser } from '../../core/terms/shapes.ts'
import type { Contract, ExecuteContext, QueryContext } from '../cosmwasm/contract.ts'
import { dispatch, on } from '../cosmwasm/message-table.ts'
import { ContractError } from '../cosmwasm/tx-error.ts'
import { checkClaimKey, checkClaimSignature, parseClaimDocument } from './claim-document.ts'
import { checkUser, showUser, tokenIn, type HubConfig } from './hub-config.ts'
import type { PacketCallJson } from './packet-call.ts'
import { emitTransaction, newTxId } from './packet-events.ts'
import { sequenceKey } from './releases.ts'

/** A claim, as queries show it. `amount` is base units; `sender` is who sent the vouchers, on whatever chain. */
export type Claim = {
  token: string
  amount: string
  claimer_pubkey: string
  sender: CrossChainUser
  pseudo_claim_id: string
  claim_group_id: string | null
}

const ReceiveVouchers = z.strictObject({
  tx_id: z.string(),
  sender: CrossChainUser,
  token: z.string(),
  amount: BaseUnits,
  msg: z.string(),
})

const CreateVoucherClaim = z.strictObject({
  create_voucher_claim: z.strictObject({
    claimer_pubkey: z.string(),
    pseudo_claim_id: z.string().min(1).max(128),
    claim_group_id: z.string().min(1).max(128).nullish(),
  }),
})

const ClaimVoucher = z.strictObject({ data: z.string().max(4096), signature: z.string().max(128) })

const page = { limit: z.int().positive().nullish(), offset: z.int().nonnegative().nullish() }

const DEFAULT_LIMIT = 30
const MAX_LIMIT = 100
const RELEASE_TIMEOUT_SEC = 60

/** By what claims can be found; each index is a collection per key, of claim ids. */
type Index = 'pubkey' | 'pseudo' | 'group' | 'sender'

/**
 * Holds vouchers for a public key until somebody shows what the key's holder signed.
 *
 * Queries: `get_claim {claim_id}` and `get_claim_by_pseudo_claim_id {pseudo_claim_id}` answer the claim with its
 * `claim_id` beside the other fields; several claims may carry one pseudo id (anybody can send to it), and the oldest is
 * shown. The lists answer `{claims: [...]}` of the same, oldest first, empty when there are none; `sender` is
 * `{chain_uid, address}`. A claim that was redeemed, or never was, is a query error `no such claim`.
 *
 * Events, on type `euclid`: `create_claim` (the id), `claimer_pubkey`, `pseudo_claim_id`, `claim_group_id` (empty without
 * one), `token`, `amount`, `sender` (the address), `tx_id`; and `execute_claim` (the id), `recipient`
 * (`chain_uid:address`), `token`, `amount`, `tx_id`.
 */
export function createClaimer(config: HubConfig): Contract {
  const claims = (context: QueryContext) => context.collection<Claim>('claims')
  const index = (context: QueryContext, name: Index, key: string) =>
    context.collection<true>(`${name}/${key}`)

  function keysOf({
    claimer_pubkey,
    pseudo_claim_id,
    claim_group_id,
    sender,
  }: Claim): [Index, string][] {
    const group: [Index, string][] = claim_group_id === null ? [] : [['group', claim_group_id]]
    return [
      ['pubkey', compressed(claimer_pubkey)],
      ['pseudo', pseudo_claim_id],
      ['sender', showUser(sender)],
      ...group,
    ]
  }

  function receiveVouchers(
    context: ExecuteContext,
    { tx_id, sender, token, amount, msg }: z.infer<typeof ReceiveVouchers>,
  ): void {
    if (context.sender !== config.contracts.router)
      throw new ContractError('only the router hands over vouchers')
    const parsed = CreateVoucherClaim.safeParse(parseMessage(msg))
    if (!parsed.success)
      throw new ContractError(
        `the message to the claimer contract is not create_voucher_claim: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      )
    const { claimer_pubkey, pseudo_claim_id, claim_group_id } = parsed.data.create_voucher_claim
    checkClaimKey(claimer_pubkey)
    const claim: Claim = {
      token,
      amount: `${amount}`,
      claimer_pubkey,
      sender,
      pseudo_claim_id,
      claim_group_id: claim_group_id ?? null,
    }
    const id = nextId(context)
    claims(context).set(sequenceKey(id), claim)
    for (const [name, key] of keysOf(claim)) index(context, name, key).set(sequenceKey(id), true)
    context.event('euclid', {
      create_claim: `${id}`,
      claimer_pubkey,
      pseudo_claim_id,
      claim_group_id: claim.claim_group_id ?? '',
      token,
      amount: claim.amount,
      sender: sender.address,
      tx_id,
    })
  }

  function claimVoucher(
    context: ExecuteContext,
    { data, signature }: z.infer<typeof ClaimVoucher>,
  ): { tx_id: string } {
    if (context.funds.length > 0) throw new ContractError('this message takes no funds')
    const order = parseClaimDocument(data)
    const claim = claimAt(context, order.claim_id)
    checkClaimSignature(data, signature, claim.claimer_pubkey)
    const recipient = checkUser(config, order.recipient)
    const { token, amount } = claim
    const denom = order.release_funds
      ? denomOn(tokenIn(config, token), recipient.chain_uid)
      : 'voucher'
    if (!denom)
      throw new ContractError(`token ${token} has no denomination on ${recipient.chain_uid}`)

    const key = sequenceKey(order.claim_id)
    claims(context).delete(key)
    for (const [name, value] of keysOf(claim)) index(context, name, value).delete(key)
    const txId = newTxId(context, config.chainUid)
    emitTransaction(context, { txId, sender: context.sender, type: 'claim_voucher' })
    context.event('euclid', {
      execute_claim: `${order.claim_id}`,
      recipient: showUser(recipient),
      token,
      amount,
      tx_id: txId,
    })
    const call: PacketCallJson = {
      type: 'transfer_voucher',
      token,
      amount,
      recipients: [{ user: recipient, limit: { type: 'equal', value: amount }, denom }],
      timeoutSec: RELEASE_TIMEOUT_SEC,
    }
    const sender = { chain_uid: config.chainUid, address: config.contracts.claimer }
    context.execute(config.contracts.router, { execute_call: { tx_id: txId, sender, call } })
    return { tx_id: txId }
  }

  function nextId(context: ExecuteContext): number {
    const counters = context.collection<number>('counters')
    const id = (counters.get('claims') ?? 0) + 1
    counters.set('claims', id)
    return id
  }

  function claimAt(context: QueryContext, id: number): Claim {
    const claim = claims(context).get(sequenceKey(id))
    if (!claim) throw new ContractError(`no such claim: ${id} was redeemed, or never made`)
    return claim
  }

  function list(
    context: QueryContext,
    name: Index,
    key: string,
    { limit, offset }: { limit?: number | null | undefined; offset?: number | null | undefined },
  ) {
    const from = offset ?? 0
    const ids = index(context, name, key)
      .entries()
      .slice(from, from + Math.min(limit ?? DEFAULT_LIMIT, MAX_LIMIT))
    return {
      claims: ids.map(([id]) => ({ claim_id: Number(id), ...claimAt(context, Number(id)) })),
    }
  }

  const messages = {
    receive_vouchers: on(ReceiveVouchers, receiveVouchers),
    claim_voucher: on(ClaimVoucher, claimVoucher),
  }

  const queries = {
    get_claim: on(
      z.strictObject({ claim_id: z.int().positive() }),
      (context: QueryContext, { claim_id }) => ({
        claim_id,
        ...claimAt(context, claim_id),
      }),
    ),
    get_claim_by_pseudo_claim_id: on(
      z.strictObject({ pseudo_claim_id: z.string() }),
      (context: QueryContext, { pseudo_claim_id }) => {
        const [first] = list(context, 'pseudo', pseudo_claim_id, { limit: 1 }).claims
        if (!first)
          throw new ContractError(`no such claim: none waits with the pseudo id ${pseudo_claim_id}`)
        return first
      },
    ),
    get_claims_by_claimer_pubkey: on(
      z.strictObject({ pub_key: z.string(), ...page }),
      (context: QueryContext, { pub_key, ...part }) => {
        checkClaimKey(pub_key)
        return list(context, 'pubkey', compressed(pub_key), part)
      },
    ),
    get_claims_by_group_id: on(
      z.strictObject({ group_id: z.string(), ...page }),
      (context: QueryContext, { group_id, ...part }) => list(context, 'group', group_id, part),
    ),
    /** What all claims come to, token by token: the vouchers that lie here. */
    get_totals: on(z.strictObject({}), (context: QueryContext) => {
      const totals = new Map<string, bigint>()
      for (const [, { token, amount }] of claims(context).entries())
        totals.set(token, (totals.get(token) ?? 0n) + BigInt(amount))
      return { totals: [...totals].map(([token, amount]) => ({ token, amount: `${amount}` })) }
    }),
    get_sender_claims: on(
      z.strictObject({ sender: CrossChainUser, ...page }),
      (context: QueryContext, { sender, ...part }) =>
        list(context, 'sender', showUser(sender), part),
    ),
  }

  return {
    label: 'claimer',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}

/** One form for both spellings of a key, so that either finds the claim. */
function compressed(pubKey: string): string {
  return toBase64(Secp256k1.compressPubkey(fromBase64(pubKey)))
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text) as unknown // its shape is checked next
  } catch {
    return undefined
  }
}
