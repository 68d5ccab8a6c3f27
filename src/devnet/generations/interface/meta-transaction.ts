import { z } from 'zod'

import type { Contract, ExecuteContext, QueryContext } from '../../cosmwasm/contract.ts'
import { dispatch, on } from '../../cosmwasm/message-table.ts'
import { ContractError } from '../../cosmwasm/tx-error.ts'
import { messageName, readFactoryMessage } from '../../hub/factory-messages.ts'
import { chainIn, checkUser, prefixOf, showUser, type HubConfig } from '../../hub/hub-config.ts'
import { checkMetaSignature } from '../../hub/meta-signature.ts'
import { PacketCall } from '../../hub/packet-call.ts'
import { telling } from '../../hub/packet-events.ts'
import type { FactoryMessages } from '../local-generation.ts'
import { MOST_CALL_CHARACTERS } from '../../../core/payloads/meta-transaction.ts'
import { readJson } from '../../../core/terms/read-json.ts'

/** What is signed: its JSON, without spaces, with its fields in the order in which they are sent. */
const Data = z.strictObject({
  signer_address: z.string(),
  /** `0x`, or a bech32 prefix. */
  signer_prefix: z.string(),
  signer_chain_uid: z.string(),
  call_data: z
    .array(z.strictObject({ target: z.string(), call_data: z.string().max(MOST_CALL_CHARACTERS) }))
    .min(1)
    .max(10),
  /** Unix seconds from which on the transaction is void. */
  expiry: z.int().nonnegative(),
  nonce: z.string().min(1).max(128),
})

const ExecuteMetaTransaction = z.strictObject({
  data: z.unknown(),
  signature: z.string().max(256),
  signer_pubkey: z.string().max(256),
})

const Nonce = z.strictObject({
  signer_chain_uid: z.string(),
  signer_address: z.string(),
  nonce: z.string(),
})

/**
 * Runs voucher actions that their owner signed off chain; anybody may bring them and pay the gas. All calls of one
 * transaction succeed, or none does and the nonce stays unused.
 *
 * Query: `is_nonce_used {signer_chain_uid, signer_address, nonce}` -> `{used}`.
 */
export function createMetaTransaction(config: HubConfig, calls: FactoryMessages): Contract {
  const nonces = (context: QueryContext, user: { chain_uid: string; address: string }) =>
    context.collection<true>(`nonces/${showUser(user)}`)

  function executeMetaTransaction(
    context: ExecuteContext,
    { data: raw, signature, signer_pubkey }: z.infer<typeof ExecuteMetaTransaction>,
  ): { tx_id: string } {
    if (context.funds.length > 0) throw new ContractError('this message takes no funds')
    const parsed = Data.safeParse(raw)
    if (!parsed.success)
      throw new ContractError(
        `data is not a meta transaction: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`,
      )
    const { signer_prefix: prefix, signer_chain_uid, call_data, expiry, nonce } = parsed.data
    const chain = chainIn(config, signer_chain_uid)
    if (prefixOf(chain) !== prefix)
      throw new ContractError(
        `addresses on ${signer_chain_uid} begin with ${prefixOf(chain)}, not with ${prefix}`,
      )
    const sender = checkUser(config, {
      chain_uid: signer_chain_uid,
      address: parsed.data.signer_address,
    })
    const nowSec = Math.floor(context.block.timeMs / 1000)
    if (nowSec >= expiry)
      throw new ContractError(`the transaction expired at ${expiry}, and it is ${nowSec}`)
    checkMetaSignature({
      text: JSON.stringify(raw),
      signer: parsed.data.signer_address,
      prefix,
      signature,
      pubKey: signer_pubkey,
    })
    const used = nonces(context, sender)
    if (used.get(nonce)) throw new ContractError(`the nonce ${nonce} was used before`)
    used.set(nonce, true)

    const { tx, block } = context
    const txId = [
      sender.chain_uid,
      sender.address,
      block.chainId,
      block.height,
      tx.index,
      tx.messageIndex,
    ].join(':')
    for (const { target, call_data: text } of call_data) {
      if (target !== config.contracts.router)
        throw new ContractError(`${target} is not the router, the only target there is`)
      const message = parseCall(text, Object.keys(calls))
      const { type, call } = readFactoryMessage(calls, sender, message)
      if (call.type === 'swap' && call.asset.denom !== 'voucher')
        throw new ContractError('a meta transaction swaps vouchers only: asset_in must say so')
      telling(context, config).transaction(txId, sender, type)
      context.execute(target, {
        execute_call: { tx_id: txId, sender, call: z.encode(PacketCall, call) },
      })
    }
    return { tx_id: txId }
  }

  const messages = {
    execute_meta_transaction: on(ExecuteMetaTransaction, executeMetaTransaction),
  }
  const queries = {
    get_state: on(z.strictObject({}), () => ({ router: config.contracts.router })),
    is_nonce_used: on(
      Nonce,
      (context: QueryContext, { signer_chain_uid, signer_address, nonce }) => {
        const user = { chain_uid: signer_chain_uid, address: signer_address }
        return { used: nonces(context, user).get(nonce) === true }
      },
    ),
  }

  return {
    label: 'meta-transaction',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}

/** @throws {ContractError} not JSON, or none of the voucher actions */
function parseCall(text: string, allowed: readonly string[]): unknown {
  const message = readJson(text)
  const name = messageName(message)
  if (name === undefined || !allowed.includes(name))
    throw new ContractError(`call_data is not one of ${allowed.join(', ')}`)
  return message
}
