import type { FastifyInstance } from 'fastify'

import { metaTxnCalls, type TrackMetaAnswer } from '../../calls/meta-calls.ts'
import { parseAddress } from '../../core/terms/address.ts'
import { InvalidRequestError, NotFoundError } from '../../core/terms/errors.ts'
import { chainNamed, chainOf, hubOf, type Network } from '../../core/terms/network.ts'
import { parseTxHash } from '../../core/terms/tx-hash.ts'
import { hasNothingToCome } from '../../core/tracking/outcomes.ts'
import type { Progress } from '../../core/tracking/progress.ts'
import type { MetaTransactions } from '../../services/operations/meta-transactions.ts'
import type { Relay } from '../../services/relaying/relay.ts'
import type { RelayRecord } from '../../services/relaying/relay-store-port.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import { clientOf } from '../client-of.ts'
import { serve } from '../serve.ts'
import { AT_LEADER } from '../shared.ts'

type Deps = {
  network: Network
  moves: MetaTransactions['moves']
  relay: Pick<Relay, 'submit' | 'find' | 'findByHash'>
  tracker: Pick<Tracker, 'progress'>
}

/** `/api/v1/execute/meta-txn/…`: the live service's way to move vouchers without gas, and where that is. */
export const metaTxnRoutes =
  ({ network, moves, relay, tracker }: Deps) =>
  (server: FastifyInstance) => {
    serve(server, metaTxnCalls.metaSwap, async ({ body }) => moves.swap(body))
    serve(server, metaTxnCalls.metaTransfer, async ({ body }) => moves.transfer(body))
    serve(server, metaTxnCalls.metaWithdraw, async ({ body }) => moves.withdraw(body))
    serve(server, metaTxnCalls.metaSign, async ({ body }) => moves.sign(body))
    serve(
      server,
      metaTxnCalls.metaBroadcast,
      async ({ request, body }) => {
        const { wallet_address, chain_uid, signature, pub_key, call_data: data } = body
        const chain = chainOf(network, chain_uid)
        const isSigner =
          chain.chain_uid === data.signer_chain_uid &&
          parseAddress(chain, wallet_address) === data.signer_address
        if (!isSigner)
          throw new InvalidRequestError(
            'wallet_address',
            `is not ${data.signer_address} on ${data.signer_chain_uid}, whose vouchers are moved`,
            'Sign with the wallet that the payload was made for.',
          )
        // An EVM wallet's key follows from its signature.
        const signer_pubkey = chain.family === 'evm' ? undefined : pub_key
        const { id } = await relay.submit(
          { data, signature, signer_pubkey },
          { client: clientOf(request) },
        )
        return { queue_id: id }
      },
      AT_LEADER,
    )
    serve(server, metaTxnCalls.trackMeta, async ({ body }) => {
      const { queue_id, tx_hash } = body
      const found = queue_id ? await relay.find(queue_id) : await byHash(tx_hash ?? '', body.chain)
      return { response: trackOf(network, found, await progressOf(found)) }
    })

    async function byHash(hash: string, chain: string | null | undefined): Promise<RelayRecord> {
      const hub = hubOf(network)
      if (chain && chainNamed(network, chain).chain_uid !== hub.chain_uid)
        throw new InvalidRequestError(
          'chain',
          `is ${chain}, and what is moved without gas stands on ${hub.chain_uid}`,
          'Name that chain, or leave it out.',
        )
      const found = await relay.findByHash(parseTxHash(hub, hash, 'tx_hash'))
      if (found) return found
      throw new NotFoundError(
        `The transaction ${hash} is none that this service brought to the hub.`,
        'Follow it with /api/v1/txn/track.',
      )
    }

    const progressOf = ({ txHash }: RelayRecord) => tracker.progress(network.hub.chain_uid, txHash)
  }

/** Where a relayed text is, in the live service's words. Pure. */
export function trackOf(
  network: Network,
  { signer, calls, status, error, txHash }: RelayRecord,
  progress: Progress | undefined,
): TrackMetaAnswer['response'] {
  const { chain_uid, settlement_uid } = network.hub
  const hops = (progress?.hops ?? []).map(({ chain_uid: at, state, detail, tx_hash }) => ({
    chain_uid: at,
    status:
      state === 'done'
        ? ('success' as const)
        : state === 'failed'
          ? ('failed' as const)
          : ('pending' as const),
    msg: detail,
    tx_hash,
  }))
  const paidOn = (progress?.hops ?? []).flatMap((hop) =>
    hop.kind === 'release' ? [hop.chain_uid] : [],
  )
  const tx_status = statusOf(status, progress)
  const step = {
    chain_uid,
    status: tx_status === 'failed' ? ('failed' as const) : ('pending' as const),
    msg: error ?? '',
    tx_hash: txHash,
  }
  return {
    type: 'meta_txn',
    tx_status,
    is_completed: tx_status === 'success' || tx_status === 'failed',
    source_chain_uid: settlement_uid,
    meta_source_chain_uid: signer.slice(0, signer.indexOf(':')),
    destination_chain_uid: paidOn.length > 0 ? [...new Set(paidOn)] : [settlement_uid],
    meta_txn_sub_type: calls.map(({ type }) => type),
    meta_call_txn_response: [...calls],
    status: hops.length > 0 ? hops : [step],
  }
}

function statusOf(
  status: RelayRecord['status'],
  progress: Progress | undefined,
): TrackMetaAnswer['response']['tx_status'] {
  const outcome = progress?.outcome ?? 'pending'
  if (outcome === 'completed' || outcome === 'released_as_vouchers') return 'success'
  // What a block has counts: a node that did not have it yet may have had us give it up.
  const hasRun = progress?.hops.some(({ kind, state }) => kind === 'submit' && state === 'done')
  if (status === 'failed' && !hasRun) return 'failed'
  if (outcome !== 'not_found' && hasNothingToCome(outcome)) return 'failed'
  return status === 'signed' ? 'queued' : 'pending'
}
