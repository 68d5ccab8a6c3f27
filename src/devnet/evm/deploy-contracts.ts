import {
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  zeroAddress,
  type Address,
  type Hex,
  type LocalAccount,
} from 'viem'

import { patientHttp } from './patient-http.ts'
import { factoryArtifact, testTokenArtifact } from './contract-artifacts.ts'
import { localFactoryAbi } from './local-factory-abi.ts'

export type TestTokenSpec = { token: string; name: string; symbol: string; decimals: number }

export type DeployOptions = {
  rpcUrl: string
  chainId: number
  blockTimeMs: number
  chainUid: string
  /** Deploys, owns the tokens, and must have sent nothing else before the first deployment is complete. */
  deployer: LocalAccount
  packetRelayer: Address
  /** The hub as packets name it: `<settlement_uid>.<router>`. */
  hubPort: string
  nativeDenom: string
  /** Of the published factories, liquidity is removed after an approval of the LP tokens; in the interface's, by one message. */
  generation?: 'interface' | 'published'
  tokens: TestTokenSpec[]
  /** Who starts with how much of every token, in whole tokens. */
  holders: { address: Address; wholeTokens: bigint }[]
  /** What the deployer brings into the factory's escrow; base units. A token without a contract is the native currency. */
  escrow?: { token: string; amount: bigint }[]
}

export type EvmContracts = { factory: Address; tokens: { token: string; address: Address }[] }

/** A transaction of the deployer; without `to`, a deployment. */
type Step = { to?: Address; data: Hex; value?: bigint }

/**
 * The addresses of the contracts, which follow from the deployer and its nonces: the factory first, then the tokens in
 * their order. Pure, so that they are known before the chain runs.
 */
export function evmContractAddresses(
  deployer: Address,
  tokens: readonly { token: string }[],
): EvmContracts {
  return {
    factory: getContractAddress({ from: deployer, nonce: 0n }),
    tokens: tokens.map(({ token }, index) => ({
      token,
      address: getContractAddress({ from: deployer, nonce: BigInt(index + 1) }),
    })),
  }
}

/**
 * Deploys the factory and the tokens, hands out the tokens and funds the escrow, and returns once that is final. Step n is
 * the deployer's transaction with nonce n, so a start that was cut short goes on where it stopped, and on a chain that has
 * it all this does nothing.
 */
export async function deployContracts(options: DeployOptions): Promise<EvmContracts> {
  const { deployer, tokens, rpcUrl, chainId, blockTimeMs } = options
  const contracts = evmContractAddresses(deployer.address, tokens)
  const steps: Step[] = [
    {
      data: encodeDeployData({
        ...factoryArtifact,
        args: [
          options.chainUid,
          options.hubPort,
          options.nativeDenom,
          options.packetRelayer,
          options.generation === 'published',
        ],
      }),
    },
    ...tokens.map(({ name, symbol, decimals }) => ({
      data: encodeDeployData({
        ...testTokenArtifact,
        args: [name, symbol, decimals, deployer.address],
      }),
    })),
    ...tokens.flatMap(({ token, decimals }) => {
      const to = contracts.tokens.find((deployed) => deployed.token === token)?.address
      if (!to) throw new Error(`no address for the token ${token}`)
      return options.holders.map(({ address, wholeTokens }) => {
        const args = [address, wholeTokens * 10n ** BigInt(decimals)] as const
        return {
          to,
          data: encodeFunctionData({ abi: testTokenArtifact.abi, functionName: 'mint', args }),
        }
      })
    }),
    ...(options.escrow ?? []).flatMap((part) => fundingSteps(contracts, deployer.address, part)),
  ]

  const reader = createPublicClient({
    transport: patientHttp(rpcUrl),
    pollingInterval: Math.min(blockTimeMs, 500),
  })
  const wallet = createWalletClient({ account: deployer, transport: patientHttp(rpcUrl) })
  const first = await reader.getTransactionCount({ address: deployer.address, blockTag: 'pending' })
  const hashes: Hex[] = []
  for (let nonce = first; nonce < steps.length; nonce += 1) {
    const step = steps[nonce]
    if (!step) break
    // Fixed gas and fees: nothing to estimate against while the earlier steps are still pending.
    const gas = step.to === undefined ? 10_000_000n : 200_000n
    const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
    const to = step.to ?? null
    hashes.push(
      await wallet.sendTransaction({
        chain: null,
        to,
        data: step.data,
        value: step.value ?? 0n,
        nonce,
        gas,
        ...fees,
        chainId,
        type: 'eip1559',
      }),
    )
  }
  for (const hash of hashes) {
    const receipt = await reader.waitForTransactionReceipt({
      hash,
      timeout: 20_000 + 10 * blockTimeMs,
    })
    if (receipt.status !== 'success') throw new Error(`The deployment transaction ${hash} failed.`)
  }
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, blockTimeMs))
  }
  // Also where all were sent before: the last ones may still wait for a block.
  const { address } = deployer
  await until(async () => (await reader.getTransactionCount({ address })) >= steps.length)
  if (first === steps.length) return contracts
  const { number } = await reader.getBlock()
  // No re-org must take any of it away.
  await until(async () => (await reader.getBlock({ blockTag: 'finalized' })).number >= number)
  return contracts
}

function fundingSteps(
  { factory, tokens }: EvmContracts,
  deployer: Address,
  { token, amount }: { token: string; amount: bigint },
): Step[] {
  const address = tokens.find((deployed) => deployed.token === token)?.address
  const fund: Step = {
    to: factory,
    data: encodeFunctionData({
      abi: localFactoryAbi,
      functionName: 'fundEscrow',
      args: [address ?? zeroAddress, amount],
    }),
  }
  if (address === undefined) return [{ ...fund, value: amount }]
  const { abi } = testTokenArtifact
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [deployer, amount] })
  const args = [factory, amount] as const
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return [{ to: address, data: mint }, { to: address, data: approve }, fund]
}
