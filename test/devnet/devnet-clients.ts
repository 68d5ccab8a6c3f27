import { CosmWasmClient, SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { GasPrice } from '@cosmjs/stargate'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  getAddress,
  maxUint256,
  toHex,
  type Address,
  type Hash,
} from 'viem'
import { z } from 'zod'

import { chainOf, denomOn, hubOf, tokenOf, type Network } from '../../src/core/terms/network.ts'
import { EVM_VOUCHER, evmConfig, evmTokenType } from '../../src/core/payloads/encode-evm.ts'
import { factoryAbi } from '../../src/core/payloads/factory-abi.ts'
import type { CrossChainUser } from '../../src/core/terms/shapes.ts'
import { evmAccount, hubWallet, type AccountName } from '../../src/devnet/accounts.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

export type DevnetClients = Awaited<ReturnType<typeof connectClients>>

/** Plain viem and cosmjs clients on a network's public addresses, and nothing else. */
export async function connectClients(network: Network) {
  const base = chainOf(network, 'base')
  const hub = hubOf(network)
  const chain = defineChain({
    id: Number(base.chain_id),
    name: base.name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [base.rpc_url] } },
  })
  const reader = createPublicClient({
    chain,
    transport: patientHttp(),
    pollingInterval: 50,
    cacheTime: 0,
  })
  const hubReader = await CosmWasmClient.connect(hub.rpc_url)
  const factory = getAddress(base.factory)

  const query = async <Schema extends z.ZodType>(
    contract: string,
    message: object,
    schema: Schema,
  ) => {
    const answer: unknown = await hubReader.queryContractSmart(contract, message)
    return schema.parse(answer)
  }
  const walletOf = (name: AccountName) =>
    createWalletClient({ account: evmAccount(name), chain, transport: patientHttp() })
  const mined = (hash: Hash) => reader.waitForTransactionReceipt({ hash, timeout: LIMIT_MS })

  const erc20Of = (token: string): Address | undefined => {
    const denom = denomOn(tokenOf(network, token), 'base')
    return denom !== undefined && 'smart' in denom
      ? getAddress(denom.smart.contract_address)
      : undefined
  }

  /** Sends a deposit on base; returns its hash at once. `nonce` allows several in one block. */
  const sendDeposit = (deposit: {
    from: AccountName
    token: string
    amount: bigint
    to: CrossChainUser
    forwarding?: object
    /** What the call says the token is; the real token id by default. */
    tokenId?: string
    nonce?: number
  }): Promise<Hash> => {
    const denom = denomOn(tokenOf(network, deposit.token), 'base')
    if (!denom) throw new Error(`${deposit.token} has no form on base`)
    const recipient = {
      recipient: { chain_uid: deposit.to.chain_uid, sender: deposit.to.address },
      amount: { limit_type: 'equal', value: deposit.amount },
      denom: EVM_VOUCHER,
      forwarding_message: deposit.forwarding ? toHex(JSON.stringify(deposit.forwarding)) : '0x',
      unsafe_refund_as_voucher: false,
    } as const
    const asset = { token: deposit.tokenId ?? deposit.token, token_type: evmTokenType(denom) }
    return walletOf(deposit.from).writeContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'depositToken',
      args: [asset, deposit.amount, [recipient], evmConfig(60)],
      value: 'native' in denom ? deposit.amount : 0n,
      gas: 300_000n,
      ...(deposit.nonce === undefined ? {} : { nonce: deposit.nonce }),
    })
  }

  return {
    network,
    reader,
    hubReader,
    factory,
    query,
    walletOf,
    mined,
    sendDeposit,
    /** A signing client on the hub. */
    hubSigner: async (name: AccountName) =>
      SigningCosmWasmClient.connectWithSigner(hub.rpc_url, await hubWallet(name), {
        gasPrice: GasPrice.fromString(`${hub.fee.gas_price}${hub.fee.denom}`),
        broadcastPollIntervalMs: 50,
      }),
    approve: async (from: AccountName, token: string) => {
      const address = erc20Of(token)
      if (!address) throw new Error(`${token} needs no approval on base`)
      const args = [factory, maxUint256] as const
      const request = { address, abi: erc20Abi, functionName: 'approve', args } as const
      return mined(await walletOf(from).writeContract(request))
    },
    /** A real balance on base, in base units. */
    balanceOf: (owner: Address, token: string): Promise<bigint> => {
      const address = erc20Of(token)
      if (!address) return reader.getBalance({ address: owner })
      return reader.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [owner],
      })
    },
    vouchersOf: async (user: CrossChainUser, token: string): Promise<bigint> => {
      const message = {
        get_balance: { balance_key: { cross_chain_user: user, token_id: token } },
      }
      const { amount } = await query(
        network.hub.virtual_balance,
        message,
        z.object({ amount: z.string() }),
      )
      return BigInt(amount)
    },
  }
}

/** For a state that never comes, and far above what any machine takes. */
const LIMIT_MS = 600_000

/** Asks again until `isSo`; fails with `what` when that never comes. */
export async function eventually<Value>(
  what: string,
  ask: () => Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const value = await ask()
    if (isSo(value)) return value
    if (Date.now() > deadline)
      throw new Error(`${what}: still ${String(value)} after ${LIMIT_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
