import {
  createPublicClient,
  createWalletClient,
  defineChain,
  type Account,
  type Chain,
  type HttpTransport,
  type LocalAccount,
  type PublicClient,
  type WalletClient,
} from 'viem'

import type { EvmChain } from '../../core/terms/network.ts'
import { patientHttp } from './patient-http.ts'

export type WalletClients = {
  wallet: WalletClient<HttpTransport, Chain, Account>
  node: PublicClient<HttpTransport, Chain>
}

/** viem's clients of an account on a chain of the local network. Each is made once: viem keeps something of every client for as long as the process lives. */
export function createWalletClients(): (chain: EvmChain, account: LocalAccount) => WalletClients {
  const made = new Map<string, WalletClients>()

  function make(
    { chain_id, name, native_currency, rpc_url, block_time_ms }: EvmChain,
    account: LocalAccount,
  ): WalletClients {
    const chain = defineChain({
      id: Number(chain_id),
      name,
      nativeCurrency: native_currency,
      rpcUrls: { default: { http: [rpc_url] } },
    })
    const transport = patientHttp()
    const pollingInterval = Math.max(50, block_time_ms / 4)
    return {
      wallet: createWalletClient({ account, chain, transport }),
      node: createPublicClient({ chain, transport, pollingInterval }),
    }
  }

  return (chain, account) => {
    const key = `${chain.chain_uid}/${account.address}`
    const clients = made.get(key) ?? make(chain, account)
    made.set(key, clients)
    return clients
  }
}
