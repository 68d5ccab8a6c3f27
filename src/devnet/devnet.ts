import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Network } from '../core/network.ts'
import {
  ACCOUNT_COUNT,
  ACCOUNT_INDEX,
  createPersona,
  DEVNET_MNEMONIC,
  evmAccount,
  hubAddress,
  hubWallet,
  PERSONA_NAMES,
  type Persona,
} from './accounts.ts'
import { BASE, BASE_TOKENS, devnetNetwork, devnetTokens, NEURON } from './devnet-network.ts'
import { deployContracts } from './evm/deploy-contracts.ts'
import { startEvmChain } from './evm/evm-chain.ts'
import { startHub } from './hub/start-hub.ts'
import { connectEvm } from './relayer/evm-port.ts'
import { createHubPort } from './relayer/hub-port.ts'
import { createPacketRelayer } from './relayer/packet-relayer.ts'
import { connectWasmAccount } from './relayer/wasm-account.ts'
import { onPortOrAny, rememberedPorts, rememberPorts } from './remembered-ports.ts'

const DEFAULT_BLOCK_TIME_MS = 1_000
const DEFAULT_PORTS = { base: 8_545, neuron: 26_657 }

// In whole tokens. The operator is the faucet; the relayers only pay for gas.
const PERSONA_WHOLE_TOKENS = 10_000n
const SERVICE_WHOLE_TOKENS = [
  { name: 'operator', whole: 1_000_000n },
  { name: 'packetRelayer', whole: 100_000n },
  { name: 'claimsRelayer', whole: 100_000n },
] as const

export type DevnetOptions = {
  /** Where both chains are kept; without it they live in memory. */
  dataDir?: string
  /** Milliseconds between two blocks of either chain, 1,000 by default. */
  blockTimeMs?: number
  /** Preferred ports, by default those of last time or 8545 and 26657. One that is busy is replaced by a free one; 0 is any. */
  ports?: { base?: number; neuron?: number }
  log?: (line: string) => void
}

export type Devnet = {
  network: Network
  /** Funded users with their keys. */
  personas: Persona[]
  /** Every key of the local network derives from this; see `accounts.ts`. */
  mnemonic: string
  /** Vouch's own gas payer on the hub: `hubWallet('claimsRelayer')` signs for it. */
  claimsRelayer: { address: string; hdIndex: number }
  /** Stops everything in order; with `dataDir` the next start goes on from here. */
  stop(): Promise<void>
}

/**
 * Starts the local network: the EVM chain `base`, the hub `neuron`, their contracts, and the relayer between them.
 * Returns once all of it answers. With `dataDir` it survives a stop and a kill -9.
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { dataDir, blockTimeMs = DEFAULT_BLOCK_TIME_MS, log = () => undefined } = options
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
  const preferred = { ...DEFAULT_PORTS, ...rememberedPorts(dataDir), ...options.ports }
  const personas = await Promise.all(PERSONA_NAMES.map(createPersona))

  // What is running, in the order in which it started.
  const parts: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of parts.splice(0).toReversed()) await part.stop()
  }
  try {
    const base = await onPortOrAny(preferred.base, (port) =>
      startEvmChain({
        chainId: BASE.chain_id,
        port,
        blockTimeMs,
        log,
        mnemonic: DEVNET_MNEMONIC,
        accounts: ACCOUNT_COUNT,
        ...(dataDir === undefined ? {} : { dataDir: join(dataDir, BASE.chain_uid) }),
      }),
    )
    parts.push(base)
    const contracts = await deployContracts({
      rpcUrl: base.rpcUrl,
      chainId: BASE.chain_id,
      chainUid: BASE.chain_uid,
      blockTimeMs,
      tokens: BASE_TOKENS,
      deployer: evmAccount('operator'),
      packetRelayer: evmAccount('packetRelayer').address,
      holders: personas.map(({ evm }) => ({
        address: evm.address,
        wholeTokens: PERSONA_WHOLE_TOKENS,
      })),
    })

    const tokens = devnetTokens(contracts.tokens)
    const relayerAddress = await hubAddress('packetRelayer')
    const balances = await hubBalances(personas)
    const hub = await onPortOrAny(preferred.neuron, (port) =>
      startHub({
        port,
        blockTimeMs,
        chainUid: NEURON.chain_uid,
        settlementUid: NEURON.settlement_uid,
        chainId: NEURON.chain_id,
        log,
        relayerAddress,
        factories: [
          {
            chain_uid: BASE.chain_uid,
            chain_id: `${BASE.chain_id}`,
            factory: contracts.factory.toLowerCase(),
            chain_type: 'evm',
          },
        ],
        tokens,
        balances,
        ...(dataDir === undefined
          ? {}
          : { journalPath: join(dataDir, `${NEURON.chain_uid}.ndjson`) }),
      }),
    )
    parts.push(hub)
    rememberPorts(dataDir, { base: base.port, neuron: Number(new URL(hub.rpcUrl).port) })

    const hubAccount = await connectWasmAccount({
      rpcUrl: hub.rpcUrl,
      blockTimeMs,
      signer: await hubWallet('packetRelayer'),
      gasPrice: `${NEURON.gas_price}${NEURON.denom}`,
    })
    parts.push({ stop: async () => hubAccount.disconnect() })
    const relayer = createPacketRelayer({
      chainUid: BASE.chain_uid,
      blockTimeMs,
      log,
      chain: connectEvm({
        rpcUrl: base.rpcUrl,
        chainId: BASE.chain_id,
        factory: contracts.factory,
        blockTimeMs,
        account: evmAccount('packetRelayer'),
      }),
      hub: createHubPort(hubAccount, hub.contracts.router),
    })
    relayer.start()
    parts.push(relayer)

    return {
      network: devnetNetwork({
        blockTimeMs,
        base: { rpcUrl: base.rpcUrl, factory: contracts.factory },
        hub,
        tokens,
      }),
      personas,
      mnemonic: DEVNET_MNEMONIC,
      claimsRelayer: {
        address: await hubAddress('claimsRelayer'),
        hdIndex: ACCOUNT_INDEX.claimsRelayer,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function hubBalances(
  personas: Persona[],
): Promise<{ address: string; denom: string; amount: bigint }[]> {
  const unit = 10n ** BigInt(NEURON.decimals)
  const ours = await Promise.all(
    SERVICE_WHOLE_TOKENS.map(async ({ name, whole }) => ({
      address: await hubAddress(name),
      whole,
    })),
  )
  const theirs = personas.map(({ cosmos }) => ({
    address: cosmos.address,
    whole: PERSONA_WHOLE_TOKENS,
  }))
  return [...ours, ...theirs].map(({ address, whole }) => ({
    address,
    denom: NEURON.denom,
    amount: whole * unit,
  }))
}
