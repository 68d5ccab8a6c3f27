import { moveCoins, showCoins, type Coin } from './bank.ts'
import { chainEvent, type ChainEvent } from './chain-event.ts'
import { createCollection } from './collection.ts'
import type { BlockContext, Contract, ExecuteContext, QueryContext, TxContext } from './contract.ts'
import { GAS, meterStore, type GasMeter } from './gas-meter.ts'
import { createKvStore, type KvStore } from './kv-store.ts'
import { ContractError, OutOfGasError, SDK_CODE, TxError, WASM_CODE } from './tx-error.ts'

/** What a call runs in: `store` and `events` belong to the part that fails or succeeds as a whole. */
export type Run = {
  contracts: ReadonlyMap<string, Contract>
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

function contractAt(run: Run, address: string, depth: number): Contract {
  const contract = run.contracts.get(address)
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
    collection: <T>(name: string) => createCollection<T>(store, `wasm/${contract}/${name}`),
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
      const event = chainEvent(`wasm-${type}`, { _contract_address: contract, ...attributes })
      const bytes = event.attributes.reduce(
        (sum, { key, value }) => sum + key.length + value.length,
        0,
      )
      run.gas.consume(GAS.eventByte * BigInt(bytes), 'wasm event')
      run.events.push(event)
    },
    execute: (other, msg, coins = []) =>
      executeContract(run, { contract: other, sender: contract, funds: coins, msg, tx }, depth + 1),
    send(to, coins) {
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
