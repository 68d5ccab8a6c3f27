import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  erc20Abi,
  hexToBigInt,
  hexToString,
  isHex,
  numberToHex,
  parseEventLogs,
  type Address,
  type Hash,
  type Hex,
  type TransactionReceipt,
} from 'viem'

import { packetAbi } from '../../../src/core/tracking/packet-abi.ts'
import {
  ACCOUNT_COUNT,
  DEVNET_MNEMONIC,
  evmAccount,
  type AccountName,
} from '../../../src/devnet/accounts.ts'
import { deployContracts } from '../../../src/devnet/evm/deploy-contracts.ts'
import { startEvmChain } from '../../../src/devnet/evm/evm-chain.ts'
import { patientHttp } from '../../../src/devnet/evm/patient-http.ts'

export const CHAIN_ID = 31_337
export const BLOCK_TIME_MS = 40

export const NATIVE = { token_type: 'native', native_denom: 'eth', erc20_address: '' }
export const VOUCHER = { token_type: 'voucher', native_denom: '', erc20_address: '' }
export const smart = (address: string) => ({
  token_type: 'smart',
  native_denom: '',
  erc20_address: address,
})
export const config = (timeout = 0n) => ({ timeout, ack_response: '0x', meta: '' }) as const

export function recipient(value: bigint, forwarding: Hex = '0x') {
  return {
    recipient: { chain_uid: 'neuron', sender: 'euclid1kn4rjnaa6yz9dh53ucep4n3ghghe3fss7u79t6' },
    amount: { limit_type: 'equal', value },
    denom: VOUCHER,
    forwarding_message: forwarding,
    unsafe_refund_as_voucher: false,
  }
}

export function startLocalChain(
  dataDir?: string,
  log: (line: string) => void = () => undefined,
  now: () => number = Date.now,
) {
  return startEvmChain({
    chainId: CHAIN_ID,
    port: 0,
    blockTimeMs: BLOCK_TIME_MS,
    mnemonic: DEVNET_MNEMONIC,
    accounts: ACCOUNT_COUNT,
    log,
    now,
    ...(dataDir === undefined ? {} : { dataDir }),
  })
}

export const HUB_PORT = 'vsl.euclid1router'

export function deployOn(rpcUrl: string, generation: 'interface' | 'published' = 'interface') {
  return deployContracts({
    hubPort: HUB_PORT,
    nativeDenom: 'eth',
    generation,
    rpcUrl,
    chainId: CHAIN_ID,
    blockTimeMs: BLOCK_TIME_MS,
    chainUid: 'base',
    deployer: evmAccount('operator'),
    packetRelayer: evmAccount('packetRelayer').address,
    tokens: [
      {
        token: 'usdc',
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
      },
      {
        token: 'usdt',
        name: 'Tether USD',
        symbol: 'USDT',
        decimals: 6,
      },
    ],
    holders: [
      {
        address: evmAccount('alice').address,
        wholeTokens: 10000n,
      },
    ],
  })
}

/** A chain with the factory on it, and what a test does to it through plain viem clients. */
export async function startLocalFactory(
  now?: () => number,
  generation?: 'interface' | 'published',
) {
  const chain = await startLocalChain(undefined, undefined, now)
  const { factory, tokens } = await deployOn(chain.rpcUrl, generation)
  const [usdc, usdt] = tokens.map(({ address }) => address)
  if (!usdc || !usdt) throw new Error('no tokens were deployed')
  const client = clientsOf(chain.rpcUrl)
  return { chain, factory, usdc, usdt, ...client }
}

/**
 * A node whose estimates leave room, as wallets add some: the block's number stands in a transaction's id, so that the same call takes
 * more gas as soon as that has a digit more.
 */
function roomyNode(rpcUrl: string) {
  const node = patientHttp(rpcUrl)({})
  return custom({
    async request(call: { method: string; params?: unknown }): Promise<unknown> {
      const answer: unknown = await node.request(call)
      const isEstimate = call.method === 'eth_estimateGas' && isHex(answer)
      return isEstimate ? numberToHex((hexToBigInt(answer) * 6n) / 5n) : answer
    },
  })
}

export function clientsOf(rpcUrl: string) {
  const viemChain = defineChain({
    id: CHAIN_ID,
    name: 'base',
    rpcUrls: { default: { http: [rpcUrl] } },
    nativeCurrency: {
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
    },
  })
  const reader = createPublicClient({
    chain: viemChain,
    transport: patientHttp(),
    pollingInterval: 20,
    cacheTime: 0,
  })
  const walletOf = (name: AccountName) =>
    createWalletClient({
      account: evmAccount(name),
      chain: viemChain,
      transport: roomyNode(rpcUrl),
    })
  const mined = (hash: Hash) => reader.waitForTransactionReceipt({ hash, timeout: 20_000 })
  const balanceOf = (token: Address, owner: Address) =>
    reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  return { reader, walletOf, mined, balanceOf }
}

/** The factory's own events of a transaction, in order. */
export function eventsOf({ logs }: TransactionReceipt) {
  return parseEventLogs({ abi: packetAbi, logs })
}

/** The packet that a transaction sent, with its text. */
export function sentPacket(receipt: TransactionReceipt) {
  const sent = eventsOf(receipt).find((event) => event.eventName === 'SendPacket')
  if (sent?.eventName !== 'SendPacket') throw new Error('nothing was sent')
  const { packet_sequence: sequence, msg, ...rest } = sent.args
  return { sequence, msg, text: hexToString(msg), ...rest }
}

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'vouch-devnet-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
