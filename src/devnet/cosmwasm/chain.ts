import { sha256 } from '@cosmjs/crypto'
import { fromBase64, toBase64, toHex } from '@cosmjs/encoding'

import { runAnte, type GasPrice } from './ante.ts'
import { mintCoins, type Coin } from './bank.ts'
import { createBlockStore, type BlockStore } from './block-store.ts'
import type { BlockContext, Contract } from './contract.ts'
import { decodeTx } from './decode-tx.ts'
import { executeTx, type TxResult } from './execute-tx.ts'
import { createGasMeter } from './gas-meter.ts'
import { openJournal, type Journal, type JournalTx, type Place } from './journal.ts'
import { createKvStore, type KvStore } from './kv-store.ts'
import { executeContract, instantiateContract, queryContract } from './run-contract.ts'
import { TxError } from './tx-error.ts'

export type ChainOptions = {
  chainId: string
  bech32Prefix: string
  gasPrice: GasPrice
  /** By address. */
  contracts: ReadonlyMap<string, Contract>
  /** What contracts can make further contracts of, by code id; nothing by default. */
  codes?: ReadonlyMap<number, Contract>
  /** Runs once, on the chain's first state, after the balances. It must not depend on anything that differs between two first starts. */
  genesis?: (first: GenesisContext) => void
  /** What accounts own at the first start. */
  balances: readonly ({ address: string } & Coin)[]
  /** Unix milliseconds. */
  now: () => number
  /** Without it, state lives in memory only. */
  journalPath?: string
  log: (line: string) => void
}

/** What a genesis may do: what transactions do, without signatures and gas. Whatever fails ends the start. */
export type GenesisContext = {
  execute(sender: string, contract: string, msg: object, funds?: readonly Coin[]): unknown
  instantiate(creator: string, codeId: number, label: string, msg: object): string
}

/** CheckTx's answer; code 0 means that the transaction waits for the next block. */
export type CheckResult = { hash: string; code: number; codespace: string; log: string }

export type Chain = {
  chainId: string
  bech32Prefix: string
  contracts: ReadonlyMap<string, Contract>
  blocks: BlockStore
  /** The state after the newest block, for reading only. */
  state: KvStore
  /** @throws {TxInCacheError} the same bytes are waiting or were included before */
  broadcast(bytes: Uint8Array): CheckResult
  simulate(bytes: Uint8Array): TxResult
  /** @throws {ContractError} the contract refuses; {TxError} there is none */
  query(contract: string, msg: unknown): unknown
  /** What waits for the next block, in order. */
  waiting(): Uint8Array[]
  /** Makes a block of everything that waits. When the journal cannot be written, nothing happens and this throws. */
  produceBlock(): void
  /** Ends in order; the chain must not be used afterwards. */
  close(): void
}

export class TxInCacheError extends Error {
  constructor() {
    super('tx already exists in cache')
  }
}

// So many heights are promised at once: each promise costs a write, each crash skips the rest of one.
const HEIGHTS_AHEAD = 100
const QUERY_GAS = 1_000_000_000n
const GENESIS_GAS = 1_000_000_000_000n

/** A CosmWasm chain with one validator, in this process. It makes no block by itself: somebody calls `produceBlock`. */
export function createChain(options: ChainOptions): Chain {
  const { chainId, contracts, now, log } = options
  const codes = options.codes ?? new Map<number, Contract>()
  const state = createKvStore()
  const blocks = createBlockStore(chainId, recall)
  const mempool = new Map<string, Uint8Array>()
  let checkState = createKvStore(state)
  let promisedHeight = 0

  const journal = recover()
  // The first block makes heights and times well-defined for whoever connects.
  produceBlock()

  /** The transactions of a block as its record in the journal has them. */
  function recall(place: Place, texts: readonly string[]): JournalTx[] {
    const record = journal?.read(place, texts)
    return record?.kind === 'block' ? record.txs : []
  }

  function recover(): Journal | undefined {
    const waiting = new Map<string, string>()
    let stopped: { height: number; timeMs: number } | undefined
    const file =
      options.journalPath === undefined
        ? undefined
        : openJournal(options.journalPath, (record, place) => {
            stopped = undefined
            if (record.kind === 'genesis') {
              if (record.chainId !== chainId)
                throw new Error(
                  `${options.journalPath} belongs to the chain ${record.chainId}, not to ${chainId}`,
                )
              state.apply(record.writes)
            } else if (record.kind === 'mempool') {
              waiting.set(toHex(sha256(fromBase64(record.tx))).toUpperCase(), record.tx)
            } else if (record.kind === 'block') {
              state.apply(record.writes)
              blocks.add(record, place)
              for (const { hash } of record.txs) waiting.delete(hash)
            } else {
              promisedHeight = record.height
              stopped = record
            }
          })
    if (state.get('counters', 'account') === undefined) {
      for (const { address, denom, amount } of options.balances)
        mintCoins(state, address, [{ denom, amount }])
      options.genesis?.(genesisContext())
      file?.append({ kind: 'genesis', chainId, timeMs: now(), writes: state.writes() })
    }
    if (promisedHeight > blocks.latest()) {
      blocks.add({
        height: promisedHeight,
        timeMs: Math.max(stopped?.timeMs ?? now(), blocks.latestTimeMs()),
        txs: [],
      })
    }
    for (const tx of waiting.values()) {
      const bytes = fromBase64(tx)
      const check = checkTx(bytes)
      if (check.code === 0) mempool.set(check.hash, bytes)
      else log(`dropped a waiting transaction ${check.hash} after the restart: ${check.log}`)
    }
    return file
  }

  function genesisContext(): GenesisContext {
    const run = {
      contracts,
      codes,
      bech32Prefix: options.bech32Prefix,
      block: { chainId, height: 0, timeMs: now() },
      store: state,
      events: [],
      gas: createGasMeter(GENESIS_GAS),
    }
    let messageIndex = 0
    const txOf = (signer: string) => ({ signer, index: 0, messageIndex: messageIndex++ })
    return {
      execute: (sender, contract, msg, funds = []) =>
        executeContract(run, { contract, sender, funds, msg, tx: txOf(sender) }),
      instantiate: (creator, codeId, label, msg) =>
        instantiateContract(run, { creator, codeId, label, msg, tx: txOf(creator) }),
    }
  }

  function nextBlock(): BlockContext {
    return {
      chainId,
      height: blocks.latest() + 1,
      timeMs: Math.max(now(), blocks.latestTimeMs() + 1),
    }
  }

  /** The ante checks on a state in which everything that waits is already counted. */
  function checkTx(bytes: Uint8Array): CheckResult {
    const hash = toHex(sha256(bytes)).toUpperCase()
    const store = createKvStore(checkState)
    try {
      const tx = decodeTx(bytes, options.bech32Prefix)
      const gas = createGasMeter(tx.authInfo.fee?.gasLimit ?? 0n)
      runAnte(tx, { ...options, store, gas, height: nextBlock().height, simulate: false })
    } catch (error) {
      if (!(error instanceof TxError)) throw error
      return { hash, code: error.code, codespace: error.codespace, log: error.message }
    }
    store.commit()
    return { hash, code: 0, codespace: '', log: '' }
  }

  function produceBlock(): void {
    const block = nextBlock()
    if (block.height > promisedHeight) {
      journal?.append({
        kind: 'height',
        height: block.height + HEIGHTS_AHEAD,
        timeMs: block.timeMs,
      })
      promisedHeight = block.height + HEIGHTS_AHEAD
    }
    const store = createKvStore(state)
    const txs = [...mempool].map(([hash, bytes], index): JournalTx => {
      const result = executeTx(decodeTx(bytes, options.bech32Prefix), store, {
        ...options,
        codes,
        block,
        index,
        simulate: false,
      })
      return { tx: toBase64(bytes), hash, result }
    })
    const { height, timeMs } = block
    const place =
      txs.length > 0
        ? journal?.append({ kind: 'block', height, timeMs, txs, writes: store.writes() })
        : undefined
    store.commit()
    blocks.add({ height, timeMs, txs }, place)
    mempool.clear()
    checkState = createKvStore(state)
  }

  return {
    chainId,
    bech32Prefix: options.bech32Prefix,
    contracts,
    blocks,
    state,
    broadcast(bytes) {
      const hash = toHex(sha256(bytes)).toUpperCase()
      if (mempool.has(hash) || blocks.has(hash)) throw new TxInCacheError()
      const check = checkTx(bytes)
      if (check.code !== 0) return check
      // Whoever is told that the transaction was taken must not see it vanish with this process.
      journal?.append({ kind: 'mempool', tx: toBase64(bytes) })
      mempool.set(hash, bytes)
      return check
    },
    simulate(bytes) {
      const tx = decodeTx(bytes, options.bech32Prefix)
      return executeTx(tx, createKvStore(state), {
        ...options,
        codes,
        block: nextBlock(),
        index: mempool.size,
        simulate: true,
      })
    },
    query(contract, msg) {
      const block = { chainId, height: blocks.latest(), timeMs: blocks.latestTimeMs() }
      const run = {
        contracts,
        codes,
        bech32Prefix: options.bech32Prefix,
        block,
        store: createKvStore(state),
        events: [],
        gas: createGasMeter(QUERY_GAS),
      }
      return queryContract(run, contract, msg)
    },
    waiting: () => [...mempool.values()],
    produceBlock,
    close() {
      journal?.append({ kind: 'stopped', height: blocks.latest(), timeMs: blocks.latestTimeMs() })
      journal?.close()
    },
  }
}
