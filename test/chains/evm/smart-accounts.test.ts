import {
  concat,
  encodeFunctionData,
  erc20Abi,
  getCreate2Address,
  pad,
  serializeErc6492Signature,
  stringToHex,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ChainAccess } from '../../../src/chains/chain-port.ts'
import { createChainAccess } from '../../../src/chains/chain-access.ts'
import { matchesBuild } from '../../../src/core/signing/match-build.ts'
import { EvmChain } from '../../../src/core/terms/network.ts'
import type { ContractSigned } from '../../../src/services/wallets/check-signature.ts'
import type { EvmBuild } from '../../../src/core/terms/shapes.ts'
import { factoryAbi } from '../../../src/core/payloads/factory-abi.ts'
import { evmAccount } from '../../../src/devnet/accounts.ts'
import { sampleNetwork } from '../../core/sample-network.ts'
import {
  CHAIN_ID,
  config,
  NATIVE,
  recipient,
  smart,
  startLocalFactory,
  VOUCHER,
} from '../../devnet/evm/local-factory.ts'
import {
  deploySmartWallet,
  signedBatch,
  smartWalletAbi,
  smartWalletCode,
  type InnerCall,
} from '../../devnet/evm/smart-wallet.ts'
import { PATIENT } from '../../devnet/patient.ts'

const ALICE = evmAccount('alice')
const CAROL = evmAccount('carol')
const BOB = evmAccount('bobby').address
const FEE = '0x00000000000000000000000000000000000000fe'

let local: Awaited<ReturnType<typeof startLocalFactory>>
let reader: ChainAccess
/** Alice's, and Carol's, with tokens in each. */
let wallet: Address
let carols: Address

beforeAll(async () => {
  local = await startLocalFactory()
  reader = readerOf(local.factory)
  wallet = await deployed(ALICE.address)
  carols = await deployed(CAROL.address)
  for (const to of [wallet, carols]) {
    const transfer = { abi: erc20Abi, functionName: 'transfer', args: [to, 10_000_000n] } as const
    await local.mined(
      await local.walletOf('alice').writeContract({ address: local.usdc, ...transfer }),
    )
    await local.mined(await local.walletOf('alice').sendTransaction({ to, value: 1_000_000n }))
  }
})
afterAll(() => local?.chain.stop())

const readerOf = (
  factory: Address,
  rpc_url = local.chain.rpcUrl,
  chain_id = `${CHAIN_ID}`,
): ChainAccess =>
  createChainAccess(
    EvmChain.parse({
      ...sampleNetwork.chains[0],
      chain_id,
      factory,
      rpc_url,
    }),
    sampleNetwork,
    PATIENT,
  )

const deployed = (owner: Address) =>
  deploySmartWallet(local.reader, local.walletOf('operator'), owner)

type Message = { to: Address; data: Hex; value: bigint }

const approve = (amount: bigint): Message => ({
  to: local.usdc,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [local.factory, amount],
  }),
  value: 0n,
})
const deposit = (amount: bigint, to = recipient(amount)): Message => ({
  to: local.factory,
  data: encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [{ token: 'usdc', token_type: smart(local.usdc) }, amount, [to], config(90n)],
  }),
  value: 0n,
})
const native = (amount: bigint): Message => ({
  to: local.factory,
  data: encodeFunctionData({
    abi: factoryAbi,
    functionName: 'depositToken',
    args: [{ token: 'eth', token_type: NATIVE }, amount, [recipient(amount)], config()],
  }),
  value: amount,
})
const vouchers = (from: string): Message => ({
  to: local.factory,
  data: encodeFunctionData({
    abi: factoryAbi,
    functionName: 'transferVoucher',
    args: [
      'usdc',
      5n,
      from === '' ? { chain_uid: '', sender: '' } : { chain_uid: 'base', sender: from },
      [
        { ...recipient(3n, stringToHex('{"a":1}')), unsafe_refund_as_voucher: true },
        {
          ...recipient(0n),
          amount: { limit_type: 'dynamic', value: 0n },
          denom: smart(local.usdc),
        },
      ],
      config(),
    ],
  }),
  value: 0n,
})
const swap = (partner: { partner_fee_bps: bigint; recipient: Address }): Message => ({
  to: local.factory,
  data: encodeFunctionData({
    abi: factoryAbi,
    functionName: 'swap',
    args: [
      { token: 'usdc', token_type: VOUCHER },
      1001n,
      'eth',
      7n,
      [
        { token_in: 'usdc', token_out: 'usdt', test_fail: false },
        { token_in: 'usdt', token_out: 'eth', test_fail: true },
      ],
      [recipient(7n)],
      partner,
      config(),
    ],
  }),
  value: 0n,
})

/** As an operation builds them: approvals first. */
const buildOf = (...messages: Message[]): EvmBuild => ({
  type: 'evm',
  msgs: messages.map(({ value, ...same }) => ({
    ...same,
    chainId: `${CHAIN_ID}`,
    value: `0x${value.toString(16)}`,
  })),
})
const inner = (message: Message, mayFail = false): InnerCall => ({ ...message, mayFail })

/** Has Bobby bring what Alice has signed for her wallet, as a bundler does. */
async function bring(...calls: InnerCall[]): Promise<Hash> {
  return bringTo(wallet, await signedBatch(local.reader, wallet, ALICE, calls))
}
async function bringTo(to: Address, data: Hex): Promise<Hash> {
  const hash = await local.walletOf('bobby').sendTransaction({ to, data, gas: 3_000_000n })
  const { status } = await local.mined(hash)
  expect(status).toBe('success')
  return hash
}
const isMade = async (hash: Hash, build: EvmBuild, sender: string = wallet) =>
  matchesBuild(build, sender, (await reader.callsOf(hash)) ?? [])

describe('what a smart account did is told by what the factory sent for it', () => {
  test('of an approval and an operation in one, brought by somebody else', async () => {
    const build = [approve(500n), deposit(500n)]
    const hash = await bring(...build.map((message) => inner(message)))
    expect(await isMade(hash, buildOf(...build))).toBe(true)
    const [observation] = (await reader.transaction(hash)) ?? []
    expect(observation).toMatchObject({
      sender: evmAccount('bobby').address.toLowerCase(),
      ok: true,
    })
    expect(observation?.events[0]).toMatchObject({
      kind: 'transaction',
      sender: wallet.toLowerCase(),
    })
  })

  test('of a key’s own account that delegates to code (EIP-7702)', async () => {
    const client = local.walletOf('alice')
    const code = await deployed(ALICE.address)
    const authorization = await client.signAuthorization({
      contractAddress: code,
      executor: 'self',
    })
    const build = [approve(70n), deposit(70n)]
    const data = encodeFunctionData({
      abi: smartWalletAbi,
      functionName: 'execute',
      args: [build.map((message) => inner(message)), '0x'],
    })
    const call = { to: ALICE.address, data, gas: 3_000_000n, authorizationList: [authorization] }
    const hash = await client.sendTransaction(call)
    await local.mined(hash)
    expect(await isMade(hash, buildOf(...build), ALICE.address.toLowerCase())).toBe(true)
    expect(await isMade(hash, buildOf(...build), wallet)).toBe(false)
  })

  test.each<{ name: string; message: () => Message }>([
    { name: 'the chain’s own currency', message: () => native(9n) },
    { name: 'vouchers, with a message and an open amount', message: () => vouchers('') },
    { name: 'vouchers of a named owner', message: () => vouchers(wallet.toLowerCase()) },
    {
      name: 'a swap with a partner, whose fee is rounded up',
      message: () => swap({ partner_fee_bps: 30n, recipient: FEE }),
    },
    {
      name: 'a swap with a fee that names nobody',
      message: () =>
        swap({ partner_fee_bps: 1n, recipient: '0x0000000000000000000000000000000000000000' }),
    },
  ])('of $name', async ({ message }) => {
    const build = message()
    const hash = await bring(inner(build))
    expect(await isMade(hash, buildOf(build))).toBe(true)
    expect(await isMade(hash, buildOf(build), carols)).toBe(false)
  })
})

describe('nothing is taken for a request’s that is not', () => {
  test('one that was carried but failed, in a transaction that did not', async () => {
    const build = [approve(1n), deposit(2n)]
    const hash = await bring(...build.map((message) => inner(message, true)))
    expect(await reader.callsOf(hash)).toEqual([])
    expect(await isMade(hash, buildOf(...build))).toBe(false)
  })

  test('one that is only written into a transaction', async () => {
    const noise = inner({ ...deposit(5n), to: FEE })
    expect(await isMade(await bring(noise), buildOf(deposit(5n)))).toBe(false)
  })

  test('a packet of another contract, which may write what it likes', async () => {
    const build = [approve(5n), deposit(5n)]
    const hash = await bring(...build.map((message) => inner(message)))
    expect(await readerOf(FEE).callsOf(hash)).toEqual([])
    expect(await reader.callsOf(hash)).toHaveLength(1)
  })

  test.each<{ name: string; made: () => Message[] }>([
    { name: 'another amount', made: () => [approve(6n), deposit(6n)] },
    {
      name: 'another recipient',
      made: () => [
        approve(5n),
        deposit(5n, { ...recipient(5n), recipient: { chain_uid: 'base', sender: FEE } }),
      ],
    },
    {
      name: 'another message to the recipient',
      made: () => [approve(5n), deposit(5n, recipient(5n, '0x01'))],
    },
    { name: 'two of them', made: () => [approve(10n), deposit(5n), deposit(5n)] },
    { name: 'another one beside it', made: () => [approve(5n), deposit(5n), native(1n)] },
    { name: 'only the approval', made: () => [approve(5n)] },
  ])('$name', async ({ made }) => {
    const hash = await bring(...made().map((message) => inner(message)))
    expect(await isMade(hash, buildOf(approve(5n), deposit(5n)))).toBe(false)
  })

  test('of two accounts in one bundle, neither: whose outcome is whose could not be told', async () => {
    const batch = async (account: Address, owner: typeof ALICE) =>
      inner({
        to: account,
        value: 0n,
        data: await signedBatch(local.reader, account, owner, [
          inner(approve(5n)),
          inner(deposit(5n)),
        ]),
      })
    const bundler = await deployed(evmAccount('bobby').address)
    const data = encodeFunctionData({
      abi: smartWalletAbi,
      functionName: 'execute',
      args: [[await batch(wallet, ALICE), await batch(carols, CAROL)], '0x'],
    })
    const hash = await bringTo(bundler, data)
    expect(await reader.callsOf(hash)).toHaveLength(2)
    expect(await isMade(hash, buildOf(approve(5n), deposit(5n)))).toBe(false)
    expect(await isMade(hash, buildOf(approve(5n), deposit(5n)), carols)).toBe(false)
  })

  test('what no block has yet', async () => {
    const nonce = await local.reader.getTransactionCount({ address: evmAccount('bobby').address })
    const data = await signedBatch(local.reader, wallet, ALICE, [
      inner(approve(5n)),
      inner(deposit(5n)),
    ])
    const later = { to: wallet, data, gas: 3_000_000n, nonce: nonce + 1 }
    const hash = await local.walletOf('bobby').sendTransaction(later)
    expect(await reader.callsOf(hash)).toBeUndefined()
    await local.walletOf('bobby').sendTransaction({ to: FEE, value: 1n, nonce })
    await local.mined(hash)
    expect(await isMade(hash, buildOf(approve(5n), deposit(5n)))).toBe(true)
  })
})

describe('a signature that a contract takes as its own', () => {
  const TEXT = 'vouch.example wants you to sign in'
  /** On every chain of Anvil's, as on most others: https://github.com/Arachnid/deterministic-deployment-proxy */
  const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const SALT = pad('0x5a17')

  /** A wallet that is not deployed yet, and its owner's signature with what would deploy it (ERC-6492). */
  async function undeployed(owner: typeof ALICE, text = TEXT) {
    const bytecode = smartWalletCode(owner.address)
    const address = getCreate2Address({ from: DEPLOYER, salt: SALT, bytecode })
    const signature = serializeErc6492Signature({
      address: DEPLOYER,
      data: concat([SALT, bytecode]),
      signature: await owner.signMessage({ message: text }),
    })
    return { address, text, signature }
  }

  test.each<{ name: string; takes: boolean; signed: () => Promise<ContractSigned> }>([
    {
      name: 'its owner’s',
      takes: true,
      signed: async () => ({
        address: wallet,
        text: TEXT,
        signature: await ALICE.signMessage({ message: TEXT }),
      }),
    },
    {
      name: 'its owner’s of another text',
      takes: false,
      signed: async () => ({
        address: wallet,
        text: `${TEXT}.`,
        signature: await ALICE.signMessage({ message: TEXT }),
      }),
    },
    {
      name: 'another key’s',
      takes: false,
      signed: async () => ({
        address: wallet,
        text: TEXT,
        signature: await CAROL.signMessage({ message: TEXT }),
      }),
    },
    {
      name: 'none at all',
      takes: false,
      signed: async () => ({ address: wallet, text: TEXT, signature: '0x' }),
    },
    {
      name: 'no hex',
      takes: false,
      signed: async () => ({ address: wallet, text: TEXT, signature: 'x' }),
    },
    {
      name: 'anything, for a contract that is no wallet',
      takes: false,
      signed: async () => ({
        address: local.factory,
        text: TEXT,
        signature: await ALICE.signMessage({ message: TEXT }),
      }),
    },
    { name: 'of one that is not deployed yet', takes: true, signed: () => undeployed(ALICE) },
    {
      name: 'of one that is not deployed yet, for another address',
      takes: false,
      signed: async () => ({ ...(await undeployed(ALICE)), address: BOB }),
    },
    {
      name: 'of one that is not deployed yet, and would be somebody else’s',
      takes: false,
      signed: async () => ({
        ...(await undeployed(ALICE)),
        address: (await undeployed(CAROL)).address,
      }),
    },
  ])('$name: $takes', async ({ takes, signed }) => {
    expect(await reader.takesSignature(await signed())).toBe(takes)
  })

  test.each([
    { of: 'a smart account', address: () => wallet, is: true },
    {
      of: 'one that is not deployed yet',
      address: async () => (await undeployed(ALICE)).address,
      is: false,
    },
    { of: 'a key', address: () => BOB, is: false },
  ])('the account of $of is a contract: $is', async ({ address, is }) => {
    expect(await reader.isContract(await address())).toBe(is)
  })

  test('whether there is a contract is no question for a node of another chain', async () => {
    const another = readerOf(local.factory, local.chain.rpcUrl, '1')
    await expect(another.isContract(BOB)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
  })

  test('a key that lends the code of a contract stays a key (EIP-7702)', async () => {
    const account = local.walletOf('carol')
    const authorization = await account.signAuthorization({
      contractAddress: local.factory,
      executor: 'self',
    })
    const hash = await account.sendTransaction({
      to: FEE,
      gas: 100_000n,
      authorizationList: [authorization],
    })
    await local.mined(hash)
    expect(await local.reader.getCode({ address: CAROL.address })).toMatch(/^0xef0100/)
    expect(await reader.isContract(CAROL.address)).toBe(false)
  })

  test('is no question for a node that is away', async () => {
    const address = wallet
    const signature = await ALICE.signMessage({ message: TEXT })
    const away = readerOf(local.factory, 'http://127.0.0.1:1')
    await expect(away.takesSignature({ address, text: TEXT, signature })).rejects.toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
    })
  })
})
