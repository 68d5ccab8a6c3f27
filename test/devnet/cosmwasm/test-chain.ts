import { Secp256k1HdWallet } from '@cosmjs/amino'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1HdWallet, makeCosmoshubPath } from '@cosmjs/proto-signing'
import { GasPrice } from '@cosmjs/stargate'
import { z } from 'zod'

import { createChain, type ChainOptions } from '../../../src/devnet/cosmwasm/chain.ts'
import { contractAddress } from '../../../src/devnet/cosmwasm/contract-address.ts'
import type {
  Contract,
  ExecuteContext,
  QueryContext,
} from '../../../src/devnet/cosmwasm/contract.ts'
import { dispatch, on } from '../../../src/devnet/cosmwasm/message-table.ts'
import { startChain } from '../../../src/devnet/cosmwasm/start-chain.ts'
import { ContractError } from '../../../src/devnet/cosmwasm/tx-error.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
const WALLET = {
  prefix: 'wasm',
  hdPaths: [makeCosmoshubPath(0), makeCosmoshubPath(1), makeCosmoshubPath(2)],
}

export const CHAIN_ID = 'test-1'
export const counter = contractAddress('wasm', 1, 1)
export const wallet = await DirectSecp256k1HdWallet.fromMnemonic(MNEMONIC, WALLET)
export const aminoWallet = await Secp256k1HdWallet.fromMnemonic(MNEMONIC, WALLET)
const addresses = (await wallet.getAccounts()).map(({ address }) => address)
export const [alice = '', bobby = '', stranger = ''] = addresses
export const START_UTOK = 1_000_000n

const Nested = z.strictObject({ by: z.int(), outcome: z.enum(['succeed', 'refuse', 'break']) })

/** A contract that counts, and that can be made to fail in every way. */
const counterContract: Contract = {
  label: 'counter',
  execute: (context, msg) => dispatch(messages, context, msg),
  query: (context, msg) =>
    dispatch(
      { count: on(z.strictObject({}), (from: QueryContext) => ({ count: countOf(from) })) },
      context,
      msg,
    ),
}

const countOf = (context: QueryContext) => context.collection<number>('counts').get('count') ?? 0

const messages = {
  add: on(Nested, (context: ExecuteContext, { by, outcome }) => {
    context.collection<number>('counts').set('count', countOf(context) + by)
    context.event('counted', { by: `${by}`, note: `it's ${by}` })
    if (outcome === 'refuse') throw new ContractError(`refused to add ${by}`)
    if (outcome === 'break') throw new Error('a bug with a secret in its words')
    return { count: countOf(context) }
  }),
  /** Calls itself; a failure of the inner call is caught. */
  try_add: on(Nested, (context: ExecuteContext, body) => {
    const inner = context.attempt((part) => part.execute(part.contract, { add: body }))
    context.event('tried', { ok: `${inner.ok}` })
  }),
  give_back: on(z.strictObject({ to: z.string() }), (context: ExecuteContext, { to }) =>
    context.send(to, context.funds),
  ),
  loop: on(z.strictObject({}), (context: ExecuteContext) => {
    for (;;) context.collection<number>('counts').set('loop', 1)
  }),
  /** Would swallow the loop's end if it could. */
  try_loop: on(z.strictObject({}), (context: ExecuteContext) => {
    context.attempt((part) => part.execute(part.contract, { loop: {} }))
  }),
}

function chainOptions(options: Partial<ChainOptions> = {}): ChainOptions {
  return {
    chainId: CHAIN_ID,
    bech32Prefix: 'wasm',
    gasPrice: { denom: 'utok', price: '0.025' },
    contracts: new Map([[counter, counterContract]]),
    balances: [alice, bobby].map((address) => ({ address, denom: 'utok', amount: START_UTOK })),
    now: Date.now,
    log: () => undefined,
    ...options,
  }
}

/** A chain that makes a block only when the test says so. */
export const createTestChain = (options: Partial<ChainOptions> = {}) =>
  createChain(chainOptions(options))

/** A chain with its RPC server and quick blocks, and a client that signs as alice and bobby. */
export async function startTestChain(options: Partial<ChainOptions> = {}) {
  const running = await startChain({ ...chainOptions(options), port: 0, blockTimeMs: 20 })
  const client = await connect(running.rpcUrl)
  return { ...running, client }
}

export const connect = (
  rpcUrl: string,
  signer: Parameters<typeof SigningCosmWasmClient.connectWithSigner>[1] = wallet,
) =>
  SigningCosmWasmClient.connectWithSigner(rpcUrl, signer, {
    gasPrice: GasPrice.fromString('0.025utok'),
    broadcastPollIntervalMs: 20,
  })

export const executeMsg = (
  sender: string,
  msg: object,
  funds: { denom: string; amount: string }[] = [],
) => ({
  typeUrl: '/cosmwasm.wasm.v1.MsgExecuteContract',
  value: { sender, contract: counter, msg: new TextEncoder().encode(JSON.stringify(msg)), funds },
})

export const sendMsg = (fromAddress: string, toAddress: string, amount: bigint) => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: { fromAddress, toAddress, amount: [{ denom: 'utok', amount: `${amount}` }] },
})

/** Fee for a gas limit at the chain's price. */
export const feeOf = (gas: number, amount = Math.ceil(gas / 40)) => ({
  gas: `${gas}`,
  amount: [{ denom: 'utok', amount: `${amount}` }],
})
