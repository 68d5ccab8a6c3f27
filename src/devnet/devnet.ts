import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { GenerationName, Network, Token } from '../core/terms/network.ts'
import {
  ACCOUNT_COUNT,
  ACCOUNT_INDEX,
  cosmosAddress,
  cosmosWallet,
  createPersona,
  DEVNET_MNEMONIC,
  evmAccount,
  hubAddress,
  PERSONA_NAMES,
  type Persona,
} from './accounts.ts'
import {
  cosmWasmBalances,
  genesisEscrow,
  hubGenesis,
  PERSONA_WHOLE,
  SERVICE_WHOLE,
  type Holder,
} from './devnet-genesis.ts'
import {
  contractTokens,
  devnetNetwork,
  devnetTokens,
  EVM_CHAINS,
  nativeTokens,
  NEURON,
  SIDE_CHAINS,
  type CosmWasmChainSpec,
  type EvmChainSpec,
} from './devnet-network.ts'
import type { BlockFeed } from './block-producer.ts'
import type { Books } from './books/books.ts'
import { createDevnetBooks } from './books/devnet-books.ts'
import type { RunningChain } from './cosmwasm/start-chain.ts'
import { deployContracts, evmContractAddresses } from './evm/deploy-contracts.ts'
import { startEvmChain } from './evm/evm-chain.ts'
import { createFaucet, type Faucet } from './faucet.ts'
import { createOperator, createRouterRules, type RouterRules } from './operator.ts'
import { checkGenesis } from './genesis-fingerprint.ts'
import { hubContracts } from './hub/hub-contracts.ts'
import { startHub } from './hub/start-hub.ts'
import { sideChainContracts, startSideChain } from './osmosis/start-side-chain.ts'
import type { ChainPort } from './relayer/chain-port.ts'
import { createCosmWasmPort } from './relayer/cosmwasm-port.ts'
import { connectEvm } from './relayer/evm-port.ts'
import { startRelayers } from './relayer/start-relayers.ts'
import { connectWasmAccount } from './relayer/wasm-account.ts'
import { onPortOrAny, rememberedPorts, rememberPorts } from './remembered-ports.ts'
import { createTroubleDesk, type TroubleCalls, type TroubleDesk } from './trouble/trouble-desk.ts'

const DEFAULT_BLOCK_TIME_MS = 1_000
/** While nobody sees them yet. */
const FASTEST_BLOCK_TIME_MS = 50

export type DevnetOptions = {
  /** Where the chains are kept; without it they live in memory. */
  dataDir?: string
  /** Milliseconds between two blocks of any chain, 1,000 by default. */
  blockTimeMs?: number
  /** What its contracts speak: `interface` by default. */
  generation?: GenerationName
  /** Preferred ports by chain uid, by default those of last time or of the chain's own. One that is busy is replaced by a free one; 0 is any. */
  ports?: Readonly<Record<string, number>>
  log?: (line: string) => void
  /** The time of its chains in unix milliseconds, this machine's by default. */
  now?: () => number
}

export type Devnet = {
  network: Network
  /** Funded users with their keys. */
  personas: Persona[]
  /** Every key of the local network derives from this; see `accounts.ts`. */
  mnemonic: string
  /** Vouch's own gas payer on the hub: `hubWallet('claimsRelayer')` signs for it. */
  claimsRelayer: { address: string; hdIndex: number }
  /** The one that pays for what owners of vouchers sign. */
  textRelayer: { address: string; hdIndex: number }
  /** What was made, and who has it. */
  books: Books
  faucet: Faucet
  /** What its hub asks of payouts. */
  rules: RouterRules
  /** Time and trouble on request; nothing of it outlives the process. */
  trouble: TroubleCalls
  /** Stops everything in order; with `dataDir` the next start goes on from here. */
  stop(): Promise<void>
}

/** What starting a chain needs to know. */
type Setup = {
  blockTimeMs: number
  generation: GenerationName
  dataDir: string | undefined
  personas: readonly Persona[]
  tokens: Token[]
  log: (line: string) => void
  trouble: TroubleDesk
  start<Started>(
    chain: { chain_uid: string; port: number },
    onPort: (port: number) => Promise<Started>,
  ): Promise<Started>
  /** Stopped with the network, last one first. */
  keep(part: { stop(): Promise<void> }): void
}

/** A chain that runs, and how its packets are carried. The hub has no port. `operatorUrl` is the way past its RPC's trouble. */
type Running = BlockFeed & {
  chain_uid: string
  rpcUrl: string
  operatorUrl: string
  /** A CosmWasm chain lives in this process. */
  chain?: RunningChain['chain']
  connect?: () => Promise<ChainPort>
}

const operatorEvm = evmAccount('operator')
const evmContractsOf = ({ chain_uid }: EvmChainSpec) =>
  evmContractAddresses(operatorEvm.address, contractTokens(chain_uid))
const sideContractsOf = ({ chain_uid, bech32_prefix }: CosmWasmChainSpec) =>
  sideChainContracts(bech32_prefix, contractTokens(chain_uid))

/**
 * Starts the local network: the EVM chains, the CosmWasm chains beside the hub, the hub, their contracts, and the relayers
 * between them. Returns once all of it answers. With `dataDir` it survives a stop and a kill -9.
 * @throws {Error} the chains in `dataDir` are of another genesis
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { dataDir, blockTimeMs = DEFAULT_BLOCK_TIME_MS, log = () => undefined } = options
  const { generation = 'interface' } = options
  if (dataDir !== undefined) {
    mkdirSync(dataDir, { recursive: true })
    checkGenesis(dataDir, generation)
  }
  const preferred: Record<string, number | undefined> = {
    ...rememberedPorts(dataDir),
    ...options.ports,
  }
  const personas = await Promise.all(PERSONA_NAMES.map(createPersona))

  const parts: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of parts.splice(0).toReversed()) await part.stop()
  }
  const trouble = createTroubleDesk({
    blockTimeMs,
    hubUid: NEURON.chain_uid,
    now: options.now ?? Date.now,
  })
  const setup: Setup = {
    blockTimeMs,
    generation,
    dataDir,
    personas,
    tokens: devnetTokens(contractAddressOf),
    log,
    trouble,
    start: ({ chain_uid, port }, onPort) => onPortOrAny(preferred[chain_uid] ?? port, onPort),
    keep: (part) => void parts.push(part),
  }
  try {
    const running = await allOrError<Running>([
      ...EVM_CHAINS.map((spec) => startEvm(setup, spec)),
      ...SIDE_CHAINS.map((spec) => startSide(setup, spec)),
      startNeuron(setup),
    ])
    const hub = known(
      running.find(({ chain_uid }) => chain_uid === NEURON.chain_uid),
      NEURON.chain_uid,
    )
    const rpcUrls = new Map(running.map(({ chain_uid, rpcUrl }) => [chain_uid, rpcUrl]))
    const rpcUrlOf = (chainUid: string) => known(rpcUrls.get(chainUid), chainUid)
    rememberPorts(
      dataDir,
      Object.fromEntries([...rpcUrls].map(([uid, url]) => [uid, Number(new URL(url).port)])),
    )
    const { blocks } = known(hub.chain, NEURON.chain_uid)
    await startRelayers({ ...setup, chains: running, hub: { ...hub, blocks } })
    parts.push(trouble) // ends first: nothing can stop in order while its chain stands still

    const factories = new Map([
      ...EVM_CHAINS.map((spec) => [spec.chain_uid, evmContractsOf(spec).factory] as const),
      ...SIDE_CHAINS.map((spec) => [spec.chain_uid, sideContractsOf(spec).factory] as const),
      [NEURON.chain_uid, hubContracts.factory] as const,
    ])
    const network = devnetNetwork({
      generation,
      blockTimeMs,
      rpcUrlOf,
      factoryOf: (chainUid) => known(factories.get(chainUid), chainUid),
      hub: hubContracts,
      tokens: setup.tokens,
    })
    const runningOf = (uid: string) =>
      known(
        running.find(({ chain_uid }) => chain_uid === uid),
        uid,
      )
    // The network's own work goes past whatever trouble its public addresses are in.
    const operated = {
      ...network,
      chains: network.chains.map((chain) => ({
        ...chain,
        rpc_url: runningOf(chain.chain_uid).operatorUrl,
      })),
    }
    const operator = createOperator()
    return {
      network,
      books: createDevnetBooks({
        network: operated,
        chainOf: (uid) => known(runningOf(uid).chain, uid),
      }),
      faucet: createFaucet(operated, operator),
      rules: createRouterRules(operated, operator),
      personas,
      trouble: trouble.calls,
      mnemonic: DEVNET_MNEMONIC,
      claimsRelayer: {
        address: await hubAddress('claimsRelayer'),
        hdIndex: ACCOUNT_INDEX.claimsRelayer,
      },
      textRelayer: {
        address: await hubAddress('textRelayer'),
        hdIndex: ACCOUNT_INDEX.textRelayer,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startEvm(setup: Setup, spec: EvmChainSpec): Promise<Running> {
  const { blockTimeMs, dataDir, log, personas } = setup
  const { chain_uid, chain_id } = spec
  const chain = await setup.start(spec, (port) =>
    startEvmChain({
      chainId: chain_id,
      isCheap: spec.is_rollup,
      port,
      blockTimeMs,
      log,
      mnemonic: DEVNET_MNEMONIC,
      accounts: ACCOUNT_COUNT,
      now: setup.trouble.now,
      front: setup.trouble.front(chain_uid),
      ...(dataDir === undefined ? {} : { dataDir: join(dataDir, chain_uid) }),
    }),
  )
  setup.keep(chain)
  const { rpcUrl, operatorUrl } = chain
  const fastMs = Math.min(FASTEST_BLOCK_TIME_MS, blockTimeMs)
  chain.setBlockTime(fastMs)
  const { factory } = await deployContracts({
    rpcUrl: operatorUrl,
    chainId: chain_id,
    chainUid: chain_uid,
    blockTimeMs: fastMs,
    tokens: contractTokens(chain_uid),
    deployer: operatorEvm,
    packetRelayer: evmAccount('packetRelayer').address,
    hubPort: `${NEURON.settlement_uid}.${hubContracts.router}`,
    nativeDenom: nativeTokens(chain_uid)[0]?.denom ?? '',
    holders: personas.map(({ evm }) => ({ address: evm.address, wholeTokens: PERSONA_WHOLE })),
    escrow: genesisEscrow(chain_uid),
  })
  setup.trouble.mind({ chain_uid, setBlockTime: chain.setBlockTime, evm: chain })
  const account = evmAccount('packetRelayer')
  const port = connectEvm({
    rpcUrl: operatorUrl,
    chainId: chain_id,
    factory,
    blockTimeMs,
    account,
    finalHeight: chain.finalHeight,
  })
  return {
    chain_uid,
    rpcUrl,
    operatorUrl,
    afterBlock: chain.afterBlock,
    connect: () => Promise.resolve(port),
  }
}

async function startSide(setup: Setup, spec: CosmWasmChainSpec): Promise<Running> {
  const { blockTimeMs, log, personas, tokens } = setup
  const { chain_uid, chain_id, bech32_prefix, fee } = spec
  const holders = await holdersOf(personas, bech32_prefix)
  const relayerAddress = await cosmosAddress('packetRelayer', bech32_prefix)
  const operatorAddress = await cosmosAddress('operator', bech32_prefix)
  const chain = await setup.start(spec, (port) =>
    startSideChain({
      port,
      blockTimeMs,
      chainUid: chain_uid,
      chainId: chain_id,
      bech32Prefix: bech32_prefix,
      gasPrice: { denom: fee.denom, price: fee.gas_price },
      relayerAddress,
      operatorAddress,
      settlementUid: NEURON.settlement_uid,
      router: hubContracts.router,
      generation: setup.generation,
      tokens,
      cw20s: contractTokens(chain_uid),
      ...cosmWasmBalances(spec, holders),
      escrow: genesisEscrow(chain_uid),
      log,
      now: setup.trouble.now,
      front: setup.trouble.front(chain_uid),
      ...journalOf(setup, chain_uid),
    }),
  )
  setup.keep(chain)
  setup.trouble.mind({ chain_uid, setBlockTime: chain.setBlockTime })
  const { rpcUrl, operatorUrl } = chain
  return {
    chain_uid,
    rpcUrl,
    chain: chain.chain,
    operatorUrl,
    afterBlock: chain.afterBlock,
    async connect() {
      const account = await connectWasmAccount({
        rpcUrl: operatorUrl,
        blocks: chain.chain.blocks,
        blockTimeMs,
        signer: await cosmosWallet('packetRelayer', bech32_prefix),
        gasPrice: `${fee.gas_price}${fee.denom}`,
      })
      return createCosmWasmPort(account, sideContractsOf(spec).factory)
    },
  }
}

async function startNeuron(setup: Setup): Promise<Running> {
  const { blockTimeMs, log, personas, tokens } = setup
  const { chain_uid, chain_id, settlement_uid, bech32_prefix } = NEURON
  const holders = await holdersOf(personas, bech32_prefix)
  const operators = new Map(
    await Promise.all(
      [...SIDE_CHAINS, NEURON].map(async (chain) => {
        const address = await cosmosAddress('operator', chain.bech32_prefix)
        return [chain.chain_uid, address] as const
      }),
    ),
  )
  const relayerAddress = await hubAddress('packetRelayer')
  const adminAddress = await hubAddress('operator')
  const hub = await setup.start(NEURON, (port) =>
    startHub({
      port,
      blockTimeMs,
      generation: setup.generation,
      chainUid: chain_uid,
      settlementUid: settlement_uid,
      chainId: chain_id,
      log,
      relayerAddress,
      adminAddress,
      factories: [
        ...EVM_CHAINS.map((spec) => ({
          chain_uid: spec.chain_uid,
          chain_id: `${spec.chain_id}`,
          factory: evmContractsOf(spec).factory.toLowerCase(),
          chain_type: 'evm' as const,
        })),
        ...SIDE_CHAINS.map((spec) => ({
          chain_uid: spec.chain_uid,
          chain_id: spec.chain_id,
          factory: sideContractsOf(spec).factory,
          chain_type: 'cosmwasm' as const,
          bech32_prefix: spec.bech32_prefix,
        })),
      ],
      tokens,
      balances: cosmWasmBalances(NEURON, holders).balances,
      genesis: hubGenesis((uid) => operators.get(uid) ?? operatorEvm.address.toLowerCase()),
      now: setup.trouble.now,
      front: setup.trouble.front(chain_uid),
      ...journalOf(setup, chain_uid),
    }),
  )
  setup.keep(hub)
  setup.trouble.mind({ chain_uid, setBlockTime: hub.setBlockTime })
  const { rpcUrl, operatorUrl } = hub
  return {
    chain_uid,
    rpcUrl,
    operatorUrl,
    chain: hub.chain,
    afterBlock: hub.afterBlock,
  }
}

function journalOf({ dataDir }: Setup, chainUid: string) {
  return dataDir === undefined ? {} : { journalPath: join(dataDir, `${chainUid}.ndjson`) }
}

async function holdersOf(personas: readonly Persona[], bech32Prefix: string): Promise<Holder[]> {
  const holder = async (name: Parameters<typeof cosmosAddress>[0], whole: bigint) => ({
    address: await cosmosAddress(name, bech32Prefix),
    whole,
  })
  return Promise.all([
    ...SERVICE_WHOLE.map(({ name, whole }) => holder(name, whole)),
    ...personas.map(({ name }) => holder(name, PERSONA_WHOLE)),
  ])
}

/** Where a token's contract will be on a chain, before the chain runs. */
function contractAddressOf(chainUid: string, token: string): string {
  const addresses = [
    ...EVM_CHAINS.filter(({ chain_uid }) => chain_uid === chainUid).flatMap(
      (spec) => evmContractsOf(spec).tokens,
    ),
    ...SIDE_CHAINS.filter(({ chain_uid }) => chain_uid === chainUid).flatMap(
      (spec) => sideContractsOf(spec).cw20s,
    ),
  ]
  return known(addresses.find((contract) => contract.token === token)?.address, token)
}

/** Waits for all, also when one fails: what has started by then can be stopped. */
async function allOrError<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

function known<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`${name} is not part of the local network`)
  return value
}
