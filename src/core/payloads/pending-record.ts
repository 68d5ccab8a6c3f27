import { z } from 'zod'

import { InvalidRequestError } from '../errors.ts'
import type { Chain, Network } from '../network.ts'

const PendingStep = z.object({
  chain_uid: z.string(),
  status: z.literal('pending'),
  msg: z.string(),
  timestamp: z.literal(''),
  tx_hash: z.string(),
})

/** A tracking record of which nothing is known but where it was broadcast: every step is still to be seen. */
export const PendingRecord = z.object({
  response: z.object({
    is_completed: z.literal(false),
    tx_hash: z.string(),
    asset_in_type: z.literal(''),
    type: z.literal(''),
    source_token_id: z.literal(''),
    tx_status: z.literal(''),
    tx_id: z.literal(''),
    voucher_minted: z.null(),
    sequence: z.literal(''),
    source_chain_uid: z.string(),
    source_chain_id: z.string(),
    source_factory: z.string(),
    sender: z.literal(''),
    total_duration: z.literal(''),
    total_estimated_duration: z.literal(''),
    status: z.array(PendingStep),
  }),
})
export type PendingRecord = z.infer<typeof PendingRecord>

/**
 * Checks the form of a CosmWasm transaction's hash.
 * @throws {InvalidRequestError} not 64 hex digits
 */
export function checkCosmWasmHash(hash: string, path: string): string {
  if (/^[0-9a-fA-F]{64}$/.test(hash)) return hash
  throw new InvalidRequestError(
    path,
    'is not the hash of a CosmWasm transaction',
    'Give its 64 hex digits, or leave it out to get the transaction to sign.',
  )
}

/** The record of a transaction that nobody has looked for yet: to its chain's hub and back. */
export function pendingRecord(network: Network, chain: Chain, txHash: string): PendingRecord {
  const step = (chain_uid: string, msg = 'Pending', tx_hash = '') => ({
    chain_uid,
    status: 'pending' as const,
    msg,
    timestamp: '' as const,
    tx_hash,
  })
  return {
    response: {
      is_completed: false,
      tx_hash: txHash,
      asset_in_type: '',
      type: '',
      source_token_id: '',
      tx_status: '',
      tx_id: '',
      voucher_minted: null,
      sequence: '',
      source_chain_uid: chain.chain_uid,
      source_chain_id: chain.chain_id,
      source_factory: chain.factory,
      sender: '',
      total_duration: '',
      total_estimated_duration: '',
      status: [
        step(chain.chain_uid, 'failed to get txn hash data', txHash),
        step(network.hub.settlement_uid),
        step(chain.chain_uid),
      ],
    },
  }
}
