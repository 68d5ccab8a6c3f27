import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { MsgSendResponse } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { MsgExecuteContractResponse } from 'cosmjs-types/cosmwasm/wasm/v1/tx'

import { runAnte, type AnteOptions } from './ante.ts'
import { moveCoins } from './bank.ts'
import { chainEvent, type ChainEvent } from './chain-event.ts'
import type { BlockContext, Contract } from './contract.ts'
import { checkAddress, type ChainMessage, type DecodedTx } from './decode-tx.ts'
import { createGasMeter, meterStore, type GasMeter } from './gas-meter.ts'
import { createKvStore, type KvStore } from './kv-store.ts'
import { executeContract, parseCoins } from './run-contract.ts'
import { ContractError, SDK_CODE, TxError, WASM_CODE } from './tx-error.ts'

/** What became of a transaction. `data` is base64. Gas as decimal strings, so that it can go into the journal as it is. */
export type TxResult = {
  code: number
  codespace: string
  log: string
  data: string
  gasWanted: string
  gasUsed: string
  events: ChainEvent[]
}

export type ExecuteOptions = AnteOptions & {
  contracts: ReadonlyMap<string, Contract>
  codes: ReadonlyMap<number, Contract>
  block: BlockContext
  /** Place in the block. */
  index: number
  simulate: boolean
  log: (line: string) => void
}

// What a node lets a simulation use; more than any real transaction here needs.
const SIMULATION_GAS = 100_000_000n

/**
 * Runs a whole transaction on the state. When the ante checks fail, nothing is written; when a message fails, the fee and
 * the sequence stay taken and everything else is undone.
 */
export function executeTx(tx: DecodedTx, state: KvStore, options: ExecuteOptions): TxResult {
  const gasLimit = tx.authInfo.fee?.gasLimit ?? 0n
  const gas = createGasMeter(options.simulate ? SIMULATION_GAS : gasLimit)
  const anteStore = createKvStore(state)
  const events: ChainEvent[] = []
  const result = (failure: TxError | undefined, data = ''): TxResult => ({
    code: failure?.code ?? 0,
    codespace: failure?.codespace ?? '',
    log: failure?.message ?? '',
    data,
    gasWanted: `${gasLimit}`,
    gasUsed: `${gas.used}`,
    events,
  })

  try {
    events.push(...runAnte(tx, { ...options, store: anteStore, gas, height: options.block.height }))
  } catch (error) {
    return result(asTxError(error, options.log))
  }
  anteStore.commit()

  const store = createKvStore(state)
  const responses: { typeUrl: string; value: Uint8Array }[] = []
  const messageEvents: ChainEvent[] = []
  for (const [messageIndex, message] of tx.messages.entries()) {
    try {
      const run = runMessage(message, messageIndex, tx, store, gas, options)
      responses.push(run.response)
      messageEvents.push(...run.events.map((event) => withMessageIndex(event, messageIndex)))
    } catch (error) {
      const failure = asTxError(error, options.log)
      return result(
        new TxError(
          failure.code,
          `failed to execute message; message index: ${messageIndex}: ${failure.message}`,
          failure.codespace,
        ),
      )
    }
  }
  store.commit()
  events.push(...messageEvents)
  return result(
    undefined,
    toBase64(TxMsgData.encode(TxMsgData.fromPartial({ msgResponses: responses })).finish()),
  )
}

function runMessage(
  message: ChainMessage,
  messageIndex: number,
  tx: DecodedTx,
  store: KvStore,
  gas: GasMeter,
  options: ExecuteOptions,
) {
  const action = chainEvent('message', {
    action: message.typeUrl,
    sender: message.sender,
    module: message.typeUrl === '/cosmos.bank.v1beta1.MsgSend' ? 'bank' : 'wasm',
  })
  if (message.typeUrl === '/cosmos.bank.v1beta1.MsgSend') {
    const { fromAddress, toAddress, amount } = message.value
    checkAddress(toAddress, options.bech32Prefix)
    const coins = parseCoins(amount)
    if (coins.length === 0) throw new TxError(SDK_CODE.invalidCoins, ': invalid coins')
    const events = [action, ...moveCoins(meterStore(store, gas), fromAddress, toAddress, coins)]
    return {
      events,
      response: {
        typeUrl: '/cosmos.bank.v1beta1.MsgSendResponse',
        value: MsgSendResponse.encode({}).finish(),
      },
    }
  }
  const { contract, sender, funds, msg } = message.value
  const events = [action]
  const answer = executeContract(
    { ...options, store, events, gas },
    {
      contract: contract.toLowerCase(), // bech32 may be written in capitals, and is one address
      sender,
      funds: parseCoins(funds),
      msg: parseJson(msg),
      tx: { signer: tx.signers[0] ?? sender, index: options.index, messageIndex },
    },
  )
  const data = answer === undefined ? new Uint8Array() : toUtf8(JSON.stringify(answer))
  const value = MsgExecuteContractResponse.encode({ data }).finish()
  return { events, response: { typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContractResponse', value } }
}

function withMessageIndex(event: ChainEvent, messageIndex: number): ChainEvent {
  return {
    type: event.type,
    attributes: [...event.attributes, { key: 'msg_index', value: `${messageIndex}` }],
  }
}

/** The JSON of a contract message. @throws {TxError} code 18: not JSON */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown // the contract checks the shape
  } catch {
    throw new TxError(SDK_CODE.invalidRequest, 'msg is not valid JSON: invalid request')
  }
}

/** A contract that breaks is a bug: it fails the transaction as a wasm trap would, and is logged. */
function asTxError(error: unknown, log: (line: string) => void): TxError {
  if (error instanceof TxError) return error
  if (error instanceof ContractError)
    return new TxError(
      WASM_CODE.executeFailed,
      `${error.message}: execute wasm contract failed`,
      'wasm',
    )
  log(`contract broke: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new TxError(
    WASM_CODE.executeFailed,
    'Error calling the VM: the contract broke: execute wasm contract failed',
    'wasm',
  )
}
