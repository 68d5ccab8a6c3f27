import {
  createPublicClient,
  createWalletClient,
  getAddress,
  isHex,
  type Hash,
  type PublicClient,
} from 'viem'

import type { EvmBuild } from '../../src/core/terms/shapes.ts'
import { evmAccount } from '../../src/devnet/accounts.ts'
import type { VouchClient } from './vouch-client.ts'
import { patientHttp } from '../../src/devnet/evm/patient-http.ts'

/** What a wallet needs of a sign request. */
export type ToSend = { build: EvmBuild; chain: { rpc_url: string } }

/**
 * The wallet's part, as the sign page has it done: prepare for its address, sign, report. Gives the operation's transaction, the
 * contract of the first message (the token, where it needs an approval), and the chain's node.
 */
export async function signWithWallet(
  client: VouchClient,
  signId: string,
  persona: Parameters<typeof evmAccount>[0],
): Promise<{ hash: Hash; token: string; node: Pick<PublicClient, 'readContract' | 'getBalance'> }> {
  const { address } = evmAccount(persona)
  const view = await client.ok<ToSend>('POST', `/api/v1/sign/${signId}/prepare`, { address })
  return sendAndReport(client, signId, persona, view)
}

/** The same of what is built already. */
export async function sendAndReport(
  client: VouchClient,
  signId: string,
  persona: Parameters<typeof evmAccount>[0],
  { build, chain }: ToSend,
): Promise<{ hash: Hash; token: string; node: Pick<PublicClient, 'readContract' | 'getBalance'> }> {
  const account = evmAccount(persona)
  const wallet = createWalletClient({ account, transport: patientHttp(chain.rpc_url) })
  const node = createPublicClient({ transport: patientHttp(chain.rpc_url), pollingInterval: 50 })
  let hash: Hash | undefined
  for (const { to, data, value, gasLimit } of build.msgs) {
    if (!isHex(data) || !isHex(value)) throw new Error('the build has no hex')
    const call = { to: getAddress(to), data, value: BigInt(value) }
    const gas =
      gasLimit === undefined
        ? await estimateWithMargin(node, { account, ...call })
        : BigInt(gasLimit)
    hash = await wallet.sendTransaction({ chain: null, ...call, gas })
    await node.waitForTransactionReceipt({ hash })
  }
  if (hash === undefined) throw new Error('the build has no message')
  await client.ok('POST', `/api/v1/sign/${signId}/report`, { tx_hash: hash })
  return { hash, token: build.msgs[0]?.to ?? '', node }
}

/** Gas as wallets estimate it: what comes first, or a number in the call that grows by a digit, makes it take more. */
export async function estimateWithMargin(
  node: PublicClient,
  call: Parameters<PublicClient['estimateGas']>[0],
): Promise<bigint> {
  return ((await node.estimateGas(call)) * 3n) / 2n
}
