import { sha256 } from '@cosmjs/crypto'
import { toBase64, toHex, toUtf8 } from '@cosmjs/encoding'

import { bytesOf, type Block, type IncludedTx } from './block-store.ts'
import type { Chain } from './chain.ts'
import type { ChainEvent } from './chain-event.ts'
import type { TxResult } from './execute-tx.ts'

/** CometBFT 0.38's JSON: field names, and numbers as text where it has them so. */

// Chooses cosmjs's client for CometBFT 0.38.
const COMET_VERSION = '0.38.17'

function time(timeMs: number): string {
  return new Date(timeMs).toISOString()
}

export function eventsJson(events: readonly ChainEvent[]) {
  return events.map(({ type, attributes }) => ({
    type,
    attributes: attributes.map(({ key, value }) => ({ key, value, index: true })),
  }))
}

export function txResultJson(result: TxResult) {
  return {
    code: result.code,
    data: result.data,
    log: result.log,
    info: '',
    gas_wanted: result.gasWanted,
    gas_used: result.gasUsed,
    events: eventsJson(result.events),
    codespace: result.codespace,
  }
}

export function txJson(tx: IncludedTx) {
  return {
    hash: tx.hash,
    height: `${tx.height}`,
    index: tx.index,
    tx_result: txResultJson(tx.result),
    tx: tx.tx,
  }
}

/** The one validator. Nothing is signed with its key: the chain runs in one process and needs no votes. */
function validatorJson(chainId: string) {
  const key = sha256(toUtf8(`validator of ${chainId}`))
  return {
    address: toHex(sha256(key).slice(0, 20)).toUpperCase(),
    pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(key) },
    voting_power: '1',
    proposer_priority: '0',
  }
}

function blockIdJson(hash: string) {
  return { hash, parts: hash === '' ? { total: 0, hash: '' } : { total: 1, hash } }
}

function headerJson(chain: Chain, block: Block) {
  const { chainId } = chain
  const validators = toHex(sha256(toUtf8(validatorJson(chainId).address))).toUpperCase()
  return {
    version: { block: '11', app: '0' },
    chain_id: chainId,
    height: `${block.height}`,
    time: time(block.timeMs),
    last_block_id: blockIdJson(chain.blocks.block(block.height - 1)?.hash ?? ''),
    last_commit_hash: block.hash,
    data_hash: block.dataHash,
    validators_hash: validators,
    next_validators_hash: validators,
    consensus_hash: validators,
    app_hash: block.appHash,
    last_results_hash: block.appHash,
    evidence_hash: '',
    proposer_address: validatorJson(chainId).address,
  }
}

export function blockJson(chain: Chain, block: Block) {
  const previous = chain.blocks.block(block.height - 1)
  const last_commit = {
    height: `${previous?.height ?? 0}`,
    round: 0,
    block_id: blockIdJson(previous?.hash ?? ''),
    signatures: [],
  }
  return {
    block_id: blockIdJson(block.hash),
    block: {
      header: headerJson(chain, block),
      data: { txs: block.txs.map(({ tx }) => tx) },
      evidence: { evidence: [] },
      last_commit,
    },
  }
}

export function blockMetaJson(chain: Chain, block: Block) {
  const block_size = `${block.txs.reduce((sum, tx) => sum + bytesOf(tx).length, 0)}`
  return {
    block_id: blockIdJson(block.hash),
    block_size,
    header: headerJson(chain, block),
    num_txs: `${block.txs.length}`,
  }
}

export function blockResultsJson(block: Block) {
  return {
    height: `${block.height}`,
    txs_results:
      block.txs.length === 0 ? null : block.txs.map(({ result }) => txResultJson(result)),
    finalize_block_events: [],
    validator_updates: null,
    consensus_param_updates: null,
    app_hash: block.appHash,
  }
}

export function statusJson(chain: Chain, first: Block, latest: Block) {
  const validator = validatorJson(chain.chainId)
  return {
    node_info: {
      protocol_version: { p2p: '8', block: '11', app: '0' },
      id: validator.address.toLowerCase(),
      listen_addr: 'tcp://127.0.0.1:0',
      network: chain.chainId,
      version: COMET_VERSION,
      channels: '',
      moniker: 'vouch-devnet',
      other: { tx_index: 'on', rpc_address: '' },
    },
    sync_info: {
      latest_block_hash: latest.hash,
      latest_app_hash: latest.appHash,
      latest_block_height: `${latest.height}`,
      latest_block_time: time(latest.timeMs),
      earliest_block_hash: first.hash,
      earliest_app_hash: first.appHash,
      earliest_block_height: `${first.height}`,
      earliest_block_time: time(first.timeMs),
      catching_up: false,
    },
    validator_info: validator,
  }
}
