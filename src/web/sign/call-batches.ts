import { createClient, custom, defineChain, getAddress, isHex, type Client, type Hex } from 'viem'
import { getCallsStatus, getCapabilities, sendCalls } from 'viem/actions'

import type { EvmMessage } from '../../core/terms/shapes.ts'
import { codesOf, type EvmChainInfo, type EvmProvider } from '../parts/wallets/evm-wallet.ts'

/**
 * How a wallet says that it takes no batch of this kind, so that nothing of it was sent. EIP-5792: a capability or chain that it has not,
 * too large, an upgrade that was declined, not atomic. EIP-1193 and JSON-RPC: no such method, or not these parameters.
 */
const TAKES_NO_BATCH = [5700, 5710, 5740, 5750, 5760, 4200, -32_601, -32_602]

const clientOf = (provider: EvmProvider): Client =>
  createClient({ transport: custom(provider, { retryCount: 0 }) })

type Batch = { account: string; chain: EvmChainInfo; msgs: readonly EvmMessage[] }

/**
 * Has the wallet do all messages or none, with one confirmation (EIP-5792). Returns the wallet's id for it, or `undefined` where it does
 * no such batches on this chain: then nothing was sent. Throws what the wallet throws.
 */
export async function sendBatch(
  provider: EvmProvider,
  { account, chain, msgs }: Batch,
): Promise<string | undefined> {
  const client = clientOf(provider)
  const from = getAddress(account)
  if (!(await isAtomic(client, from, Number(chain.chain_id)))) return undefined
  try {
    const { id } = await sendCalls(client, {
      account: from,
      chain: defineChain({
        id: Number(chain.chain_id),
        name: chain.name,
        nativeCurrency: chain.native_currency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [] } },
      }),
      forceAtomic: true,
      calls: msgs.map(({ to, data, value }) => ({
        to: getAddress(to),
        data: hexOf(data),
        value: BigInt(value),
      })),
    })
    return id
  } catch (error) {
    if (codesOf(error).some((code) => TAKES_NO_BATCH.includes(code))) return undefined
    throw error
  }
}

/** `ready`: the wallet would ask the person first, and says in a code of its own when they would rather not. */
async function isAtomic(client: Client, account: Hex, chainId: number): Promise<boolean> {
  try {
    const { atomic } = await getCapabilities(client, { account, chainId })
    return atomic?.status === 'supported' || atomic?.status === 'ready'
  } catch {
    return false // a wallet that does not know the question
  }
}

/** What became of a batch: its transaction, which may be a bundler's; or that nothing of it was done, or only a part. */
export type BatchEnd = { hash: string } | { failed: 'not_sent' | 'refused' | 'partly' }

/** Asks a wallet for a batch: `undefined` while it is under way. Throws what the wallet throws, also where it does not know the batch. */
export async function batchEnd(provider: EvmProvider, id: string): Promise<BatchEnd | undefined> {
  const { statusCode, status, receipts } = await getCallsStatus(clientOf(provider), { id })
  if (status === 'success') {
    // A wallet that did it one by one after all names the operation last.
    const hash = receipts?.at(-1)?.transactionHash
    if (hash === undefined) throw new Error('the wallet names no transaction of the batch')
    return { hash }
  }
  if (status !== 'failure') return undefined
  if (statusCode >= 600) return { failed: 'partly' }
  return { failed: statusCode >= 500 ? 'refused' : 'not_sent' }
}

function hexOf(data: string): Hex {
  if (!isHex(data)) throw new Error('calldata is no hex')
  return data
}
