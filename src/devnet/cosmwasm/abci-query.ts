import { toBase64, fromBase64, toHex, toUtf8 } from '@cosmjs/encoding'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import {
  QueryAllBalancesRequest,
  QueryAllBalancesResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import {
  QueryContractInfoRequest,
  QueryContractInfoResponse,
  QueryRawContractStateRequest,
  QueryRawContractStateResponse,
  QuerySmartContractStateRequest,
  QuerySmartContractStateResponse,
} from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { ContractInfo } from 'cosmjs-types/cosmwasm/wasm/v1/types'

import { balanceOf, balancesOf, moduleAddress, readAccount } from './bank.ts'
import type { Chain } from './chain.ts'
import { contractCollection } from './collection.ts'
import { RAW_STORAGE } from './contract.ts'
import { checkAddress } from './decode-tx.ts'
import { parseJson } from './execute-tx.ts'
import { readInstance } from './run-contract.ts'
import { ContractError, SDK_CODE, TxError, WASM_CODE } from './tx-error.ts'

/** The gRPC queries that this chain answers, by path. Each takes and gives protobuf. @throws {TxError} as the SDK refuses */
const queries: Record<string, (chain: Chain, data: Uint8Array) => Uint8Array> = {
  '/cosmos.auth.v1beta1.Query/Account'(chain, data) {
    const { address } = QueryAccountRequest.decode(data)
    checkAddress(address, chain.bech32Prefix)
    const account = readAccount(chain.state, address)
    if (!account) {
      // The words matter: clients tell "no such account" from a failure by them.
      throw new TxError(
        SDK_CODE.keyNotFound,
        `rpc error: code = NotFound desc = account ${address} not found: key not found`,
      )
    }
    const { accountNumber, sequence, pubKey } = account
    const value = BaseAccount.encode(
      BaseAccount.fromPartial({
        address,
        accountNumber: BigInt(accountNumber),
        sequence: BigInt(sequence),
        ...(pubKey !== null && {
          pubKey: {
            typeUrl: '/cosmos.crypto.secp256k1.PubKey',
            value: PubKey.encode({ key: fromBase64(pubKey) }).finish(),
          },
        }),
      }),
    ).finish()
    return QueryAccountResponse.encode({
      account: { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value },
    }).finish()
  },
  '/cosmos.bank.v1beta1.Query/Balance'(chain, data) {
    const { address, denom } = QueryBalanceRequest.decode(data)
    checkAddress(address, chain.bech32Prefix)
    return QueryBalanceResponse.encode({
      balance: { denom, amount: `${balanceOf(chain.state, address, denom)}` },
    }).finish()
  },
  '/cosmos.bank.v1beta1.Query/AllBalances'(chain, data) {
    const { address } = QueryAllBalancesRequest.decode(data)
    checkAddress(address, chain.bech32Prefix)
    const balances = balancesOf(chain.state, address).map(({ denom, amount }) => ({
      denom,
      amount: `${amount}`,
    }))
    const total = BigInt(balances.length)
    return QueryAllBalancesResponse.encode({
      balances,
      pagination: { nextKey: new Uint8Array(), total },
    }).finish()
  },
  '/cosmos.tx.v1beta1.Service/Simulate'(chain, data) {
    const { txBytes } = SimulateRequest.decode(data)
    const result = chain.simulate(txBytes)
    if (result.code !== 0)
      throw new TxError(result.code, result.log, result.codespace === 'wasm' ? 'wasm' : 'sdk')
    return SimulateResponse.encode(
      SimulateResponse.fromPartial({
        gasInfo: { gasWanted: BigInt(result.gasWanted), gasUsed: BigInt(result.gasUsed) },
        result: {
          data: fromBase64(result.data),
          log: '',
          events: result.events.map(({ type, attributes }) => ({ type, attributes })),
        },
      }),
    ).finish()
  },
  '/cosmwasm.wasm.v1.Query/SmartContractState'(chain, data) {
    const { address, queryData } = QuerySmartContractStateRequest.decode(data)
    try {
      const answer = chain.query(address, parseJson(queryData))
      return QuerySmartContractStateResponse.encode({
        data: toUtf8(JSON.stringify(answer)),
      }).finish()
    } catch (error) {
      if (!(error instanceof ContractError)) throw error
      throw new TxError(
        WASM_CODE.queryFailed,
        `${error.message}: query wasm contract failed`,
        'wasm',
      )
    }
  },
  '/cosmwasm.wasm.v1.Query/RawContractState'(chain, data) {
    const { address, queryData } = QueryRawContractStateRequest.decode(data)
    if (!chain.contracts.has(address) && !readInstance(chain.state, address))
      throw new TxError(WASM_CODE.noSuchContract, `no such contract: ${address}`, 'wasm')
    const value = contractCollection(chain.state, address, RAW_STORAGE).get(toHex(queryData))
    return QueryRawContractStateResponse.encode({
      data: value === undefined ? new Uint8Array() : toUtf8(JSON.stringify(value)),
    }).finish()
  },
  '/cosmwasm.wasm.v1.Query/ContractInfo'(chain, data) {
    const { address } = QueryContractInfoRequest.decode(data)
    const instance = readInstance(chain.state, address)
    if (instance) {
      const { creator, label } = instance
      const contractInfo = ContractInfo.fromPartial({
        codeId: BigInt(instance.codeId),
        creator,
        label,
      })
      return QueryContractInfoResponse.encode({ address, contractInfo }).finish()
    }
    const contract = chain.contracts.get(address)
    if (!contract)
      throw new TxError(WASM_CODE.noSuchContract, `no such contract: ${address}`, 'wasm')
    const codeId = BigInt([...chain.contracts.keys()].indexOf(address) + 1)
    // The contracts are part of the chain's first state, so no account stored them.
    const creator = moduleAddress(chain.bech32Prefix, 'wasm')
    const contractInfo = ContractInfo.fromPartial({ codeId, creator, label: contract.label })
    return QueryContractInfoResponse.encode({ address, contractInfo }).finish()
  },
}

/** The answer of an ABCI query, as its RPC method gives it: a refusal is an answer with a code. */
export type AbciAnswer = {
  code: number
  log: string
  codespace: string
  value: string
  height: string
}

/** Answers an ABCI query at the newest height. Units: `height` 0 means the newest. */
export function answerAbciQuery(
  chain: Chain,
  path: string,
  data: Uint8Array,
  height: number,
): AbciAnswer {
  const latest = chain.blocks.latest()
  const refuse = (code: number, codespace: string, log: string) => ({
    code,
    log,
    codespace,
    value: '',
    height: `${latest}`,
  })
  const query = Object.hasOwn(queries, path) ? queries[path] : undefined
  if (!query)
    return refuse(SDK_CODE.unknownRequest, 'sdk', `unknown query path: ${path}: unknown request`)
  if (height !== 0 && height !== latest) {
    return refuse(
      SDK_CODE.invalidRequest,
      'sdk',
      `state at height ${height} is not kept, only at ${latest}: invalid request`,
    )
  }
  try {
    return {
      code: 0,
      log: '',
      codespace: '',
      value: toBase64(query(chain, data)),
      height: `${latest}`,
    }
  } catch (error) {
    if (error instanceof TxError) return refuse(error.code, error.codespace, error.message)
    if (error instanceof RangeError)
      return refuse(
        SDK_CODE.invalidRequest,
        'sdk',
        'the query is not valid protobuf: invalid request',
      )
    throw error
  }
}
