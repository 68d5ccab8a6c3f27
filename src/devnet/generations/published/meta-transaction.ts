import { z } from 'zod'

import type { Contract, ExecuteContext, QueryContext } from '../../cosmwasm/contract.ts'
import { dispatch, on } from '../../cosmwasm/message-table.ts'
import { ContractError } from '../../cosmwasm/tx-error.ts'
import { chainIn, showUser, type HubConfig } from '../../hub/hub-config.ts'
import { adr036Signer, personalSigner } from '../../hub/meta-signature.ts'

/** What is signed: its JSON without spaces, with its fields in this order, however they were sent. */
const Data = z.strictObject({
  signer_address: z.string(),
  /** How a bech32 address begins; `0x` on EVM chains, where it counts for nothing. */
  signer_prefix: z.string(),
  signer_chain_uid: z.string(),
  call_data: z.array(z.strictObject({ target: z.string(), call_data: z.string() })),
  /** The last of the unix seconds in which it may be run. */
  expiry: z.int().nonnegative(),
  nonce: z.string(),
})

const ExecuteMetaTransaction = z.strictObject({
  data: Data,
  signature: z.string(),
  signer_pubkey: z.string(),
})

/**
 * Hands what owners of vouchers signed off chain to its targets, as theirs; anybody may bring it and pay the gas. All calls of one
 * transaction succeed, or none does and the nonce stays unused.
 *
 * Queries: `get_state {}` -> `{router_contract, admin}`; `nonce_relayed {nonce}` -> `{height}`, which looks for a sender with the
 * nonce's own name, and so finds none.
 */
export function createMetaTransaction(config: HubConfig): Contract {
  /** The height at which a sender's nonce was used. */
  const nonces = (context: QueryContext, sender: string) =>
    context.collection<number>(`nonces/${sender}`)

  function executeMetaTransaction(
    context: ExecuteContext,
    { data, signature, signer_pubkey: pubKey }: z.infer<typeof ExecuteMetaTransaction>,
  ): void {
    const { signer_address, signer_prefix: prefix, signer_chain_uid, expiry, nonce } = data
    const { block } = context
    if (block.timeMs > expiry * 1000) throw new ContractError('Timestamp limit exceeded')
    const signed = { text: JSON.stringify(data), signer: signer_address, signature, pubKey }
    const derived =
      chainIn(config, signer_chain_uid).chain_type === 'evm'
        ? personalSigner(signed)
        : adr036Signer({ ...signed, prefix })
    if (derived !== signer_address)
      throw new ContractError(
        `Address mismatch: the key is of '${derived}', not of '${signer_address}'`,
      )
    const verified_sender = { chain_uid: signer_chain_uid, address: signer_address }
    const sender = showUser(verified_sender)
    const used = nonces(context, sender)
    const height = used.get(nonce)
    if (height !== undefined)
      throw new ContractError(
        `Nonce already used for sender ${sender}: ${nonce} at block height ${height}`,
      )
    used.set(nonce, block.height)
    context.event('', { meta_sender_key: sender, meta_broadcaster: context.sender })
    for (const { target, call_data } of data.call_data)
      context.execute(target, { meta_receive: { verified_sender, call_data } })
  }

  const messages = {
    execute_meta_transaction: on(ExecuteMetaTransaction, executeMetaTransaction),
  }
  const queries = {
    get_state: on(z.strictObject({}), () => ({
      router_contract: config.contracts.router,
      admin: config.adminAddress,
    })),
    nonce_relayed: on(z.strictObject({ nonce: z.string() }), (context: QueryContext, { nonce }) => {
      const height = nonces(context, nonce).get(nonce)
      if (height === undefined)
        throw new ContractError('cosmwasm_std::math::uint128::Uint128 not found')
      return { height: `${height}` }
    }),
  }

  return {
    label: 'meta-transaction',
    execute: (context, msg) => dispatch(messages, context, msg),
    query: (context, msg) => dispatch(queries, context, msg),
  }
}
