import { moveCoins, showCoins, type Coin } from './bank.ts'
import { chainEvent, type ChainEvent } from './chain-event.ts'
import { contractCollection } from './collection.ts'
import type { BlockContext, Contract, ExecuteContext, QueryContext, TxContext } from './contract.ts'
import { contractAddress } from './contract-address.ts'
import { checkAddress } from './decode-tx.ts'
import { GAS, meterStore, type GasMeter } from './gas-meter.ts'
import { createKvStore, type KvStore } from './kv-store.ts'
import { ContractError, OutOfGasError, SDK_CODE, TxError, WASM_CODE } from './tx-error.ts'

/** What a call runs in: `store` and `events` belong to the part that fails or succeeds as a whole. */
export type Run = {
  /** Those of the chain's first state, by address. */
  contracts: ReadonlyMap<string, Contract>
  /** What further contracts can be made of, by code id. */
  codes: ReadonlyMap<number, Contract>
  bech32Prefix: string
  block: BlockContext
  store: KvStore
  events: ChainEvent[]
  gas: GasMeter
}

// A contract that calls itself for ever would end at the gas limit anyway, but queries have none to speak of.
const MAX_DEPTH = 20

/**
 * Executes a message on a contract: moves the funds, then runs the contract. Writes into `run`.
 * @throws {ContractError} the contract refuses; {TxError} funds, gas, unknown contract
 */
export function executeContract(
  run: Run,
  call: { contract: string; sender: string; funds: readonly Coin[]; msg: unknown; tx: TxContext },
  depth = 0,
): unknown {
  const contract = contractAt(run, call.contract, depth)
  run.gas.consume(GAS.contractCall, 'wasm contract')
  if (call.funds.length > 0)
    run.events.push(
      ...moveCoins(meterStore(run.store, run.gas), call.sender, call.contract, call.funds),
    )
  run.events.push(chainEvent('execute', { _contract_address: call.contract }))
  return contract.execute(executeContext(run, call, depth), call.msg)
}

/** Asks a contract. @throws {ContractError} the contract refuses; {TxError} unknown contract, gas */
export function queryContract(run: Run, address: string, msg: unknown, depth = 0): unknown {
  const contract = contractAt(run, address, depth)
  run.gas.consume(GAS.contractQuery, 'wasm query')
  return contract.query(queryContext(run, address, depth), msg)
}

/** A contract that was made by another one. `creator` is an address. */
export type Instance = { codeId: number; label: string; creator: string }

/** @returns `undefined` for a contract of the first state, and where there is none */
export function readInstance(store: KvStore, address: string): Instance | undefined {
  const text = store.get('instances', address)
  return text === undefined ? undefined : (JSON.parse(text) as Instance) // only instantiateContract writes here
}

/**
 * Makes a contract and returns its address. Writes into `run`.
 * @throws {ContractError} the contract refuses; {TxError} gas, unknown code
 */
export function instantiateContract(
  run: Run,
  call: { creator: string; codeId: number; label: string; msg: unknown; tx: TxContext },
  depth = 0,
): string {
  const { codeId, label, creator, tx } = call
  const code = run.codes.get(codeId)
  if (!code?.instantiate) throw new TxError(WASM_CODE.noSuchCode, `no such code: ${codeId}`, 'wasm')
  run.gas.consume(GAS.contractCall, 'wasm contract')
  const store = meterStore(run.store, run.gas)
  const instanceId = Number(store.get('counters', 'instance') ?? run.contracts.size) + 1
  store.set('counters', 'instance', `${instanceId}`)
  const contract = contractAddress(run.bech32Prefix, codeId, instanceId)
  store.set('instances', contract, JSON.stringify({ codeId, label, creator } satisfies Instance))
  run.events.push(chainEvent('instantiate', { _contract_address: contract, code_id: `${codeId}` }))
  code.instantiate(
    executeContext(run, { contract, sender: creator, funds: [], tx }, depth),
    call.msg,
  )
  return contract
}

function contractAt(run: Run, address: string, depth: number): Contract {
  const instance = readInstance(run.store, address)
  const contract = run.contracts.get(address) ?? (instance && run.codes.get(instance.codeId))
  if (!contract) throw new TxError(WASM_CODE.noSuchContract, `no such contract: ${address}`, 'wasm')
  if (depth > MAX_DEPTH)
    throw new ContractError(`more than ${MAX_DEPTH} contract calls inside each other`)
  return contract
}

function queryContext(run: Run, contract: string, depth: number): QueryContext {
  const store = meterStore(run.store, run.gas)
  return {
    block: run.block,
    contract,
    collection: <T>(name: string) => contractCollection<T>(store, contract, name),
    query: (other, msg) => queryContract(run, other, msg, depth + 1),
  }
}

function executeContext(
  run: Run,
  call: { contract: string; sender: string; funds: readonly Coin[]; tx: TxContext },
  depth: number,
): ExecuteContext {
  const { contract, sender, funds, tx } = call
  return {
    ...queryContext(run, contract, depth),
    tx,
    sender,
    funds,
    event(type, attributes) {
      const event = chainEvent(type === '' ? 'wasm' : `wasm-${type}`, {
        _contract_address: contract,
        ...attributes,
      })
      const bytes = event.attributes.reduce(
        (sum, { key, value }) => sum + key.length + value.length,
        0,
      )
      run.gas.consume(GAS.eventByte * BigInt(bytes), 'wasm event')
      run.events.push(event)
    },
    execute: (other, msg, coins = []) =>
      executeContract(run, { contract: other, sender: contract, funds: coins, msg, tx }, depth + 1),
    instantiate: (codeId, label, msg) =>
      instantiateContract(run, { creator: contract, codeId, label, msg, tx }, depth + 1),
    send(to, coins) {
      checkAddress(to, run.bech32Prefix)
      run.events.push(...moveCoins(meterStore(run.store, run.gas), contract, to, coins))
    },
    attempt(part) {
      const store = createKvStore(run.store)
      const events: ChainEvent[] = []
      try {
        const value = part(executeContext({ ...run, store, events }, call, depth))
        store.commit()
        run.events.push(...events)
        return { ok: true, value }
      } catch (error) {
        if (
          error instanceof OutOfGasError ||
          !(error instanceof ContractError || error instanceof TxError)
        )
          throw error
        return { ok: false, error: error.message }
      }
    },
  }
}

/**
 * Checks coins as the SDK does: a denom, an amount above zero, sorted by denom, no denom twice.
 * @throws {TxError} code 10
 */
export function parseCoins(coins: readonly { denom: string; amount: string }[]): Coin[] {
  const parsed = coins.map(({ denom, amount }) => {
    if (!/^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/.test(denom) || !/^[1-9]\d{0,77}$/.test(amount)) {
      throw new TxError(SDK_CODE.invalidCoins, `${amount}${denom}: invalid coins`)
    }
    return { denom, amount: BigInt(amount) }
  })
  const isSorted = parsed.every(
    ({ denom }, index) => index === 0 || (parsed[index - 1]?.denom ?? '') < denom,
  )
  if (!isSorted) throw new TxError(SDK_CODE.invalidCoins, `${showCoins(parsed)}: invalid coins`)
  return parsed
}
