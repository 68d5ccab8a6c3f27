import { createServer } from 'node:net'
import { join } from 'node:path'

import { Secp256k1, sha256 } from '@cosmjs/crypto'
import { toBase64, toUtf8 } from '@cosmjs/encoding'
import { hexToString, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { buildClaimDocument, claimSigner } from '../../src/core/claims/claim-document.ts'
import { buildClaimMessage } from '../../src/core/claims/claim-message.ts'
import { packetAbi } from '../../src/core/tracking/packet-abi.ts'
import { evmAccount, hubAddress, type AccountName } from '../../src/devnet/accounts.ts'
import { startDevnet, type Devnet } from '../../src/devnet/devnet.ts'
import { ANY_PORTS, lastingPorts } from './any-ports.ts'
import { connectBooks, settle } from './books.ts'
import { connectClients, eventually, type DevnetClients } from './devnet-clients.ts'
import { startDevnetProcess, type DevnetProcess } from './devnet-process.ts'
import { temporaryFolder } from './evm/local-factory.ts'

const BLOCK_TIME_MS = 100
const CLAIM_KEY = Uint8Array.from({ length: 32 }, () => 7)
const Claims = z.array(z.tuple([z.int(), z.object({ token: z.string(), amount: z.string() })]))

const onNeuron = async (name: AccountName) => ({
  chain_uid: 'neuron',
  address: await hubAddress(name),
})
const onBase = (name: AccountName) => ({
  chain_uid: 'base',
  address: evmAccount(name).address.toLowerCase(),
})

describe('the local network', () => {
  let devnet: Devnet
  let clients: DevnetClients
  const trouble: string[] = []
  beforeAll(async () => {
    const log = (line: string) => void trouble.push(line)
    devnet = await startDevnet({ blockTimeMs: BLOCK_TIME_MS, ports: ANY_PORTS, log })
    clients = await connectClients(devnet.network)
    await clients.approve('alice', 'usdc')
  })
  afterAll(() => devnet.stop())

  test('funds every persona with every token wherever it is at home', async () => {
    const books = await connectBooks(devnet.network)
    for (const { token, decimals, denoms } of devnet.network.tokens) {
      for (const { chain_uid } of denoms) {
        const david = await books.userOn(chain_uid, 'david')
        expect(await books.balanceOf(david, token)).toBe(10_000n * 10n ** BigInt(decimals))
      }
    }
    expect(devnet.personas.map(({ name }) => name)).toEqual(['alice', 'bobby', 'carol', 'david'])
    for (const { evm, cosmos } of devnet.personas) {
      expect(await clients.balanceOf(evm.address, 'usdc')).toBe(10_000_000_000n)
      const { amount } = await clients.hubReader.getBalance(cosmos.address, 'ueuclid')
      expect(amount).toBe('10000000000')
    }
    expect(await clients.balanceOf(evmAccount('bobby').address, 'eth')).toBe(10n ** 22n)
  })

  test.each([
    { token: 'usdc', amount: 5_000_000n },
    { token: 'eth', amount: 3n * 10n ** 17n },
  ])('brings a deposit of $token to a neuron address as vouchers', async ({ token, amount }) => {
    const to = await onNeuron('bobby')
    const before = await clients.vouchersOf(to, token)
    await clients.mined(await clients.sendDeposit({ from: 'alice', token, amount, to }))
    const arrived = () => clients.vouchersOf(to, token)
    await eventually('vouchers', arrived, (now) => now === before + amount)
    expect(await settle(devnet)).toEqual([])
  })

  test.each([
    { token: 'usdc', amount: 2_500_000n },
    { token: 'eth', amount: 10n ** 17n },
  ])('turns a deposit for a key into a claim, and the claim into real $token', async (tip) => {
    const { token, amount } = tip
    const { pubkey } = Secp256k1.makeKeypair(CLAIM_KEY)
    const publicKey = toBase64(pubkey)
    const to = { chain_uid: 'neuron', address: devnet.network.hub.claimer }
    const pseudoClaimId = `0123456789abcdef0123456${tip.token.length}`
    const forwarding = buildClaimMessage({ publicKey, pseudoClaimId })
    await clients.mined(await clients.sendDeposit({ from: 'alice', token, amount, to, forwarding }))

    const ask = { get_claims_by_claimer_pubkey: { pub_key: publicKey, limit: 10, offset: 0 } }
    const find = () => clients.query(devnet.network.hub.claimer, ask, Claims)
    const [found] = await eventually('a claim', find, (claims) => claims.length === 1)
    expect(found?.[1]).toMatchObject({ token, amount: `${amount}` })
    expect(await settle(devnet)).toEqual([])

    // Redeemed by anyone who pays the gas; the signature decides where it goes.
    const carol = onBase('carol')
    const before = await clients.balanceOf(evmAccount('carol').address, token)
    const data = buildClaimDocument(devnet.network, {
      claimId: `${found?.[0]}`,
      token,
      recipient: carol,
      releaseFunds: true,
      signer: claimSigner(publicKey, 'euclid'),
    })
    const signed = Secp256k1.createSignature(sha256(toUtf8(data)), CLAIM_KEY)
    const signature = toBase64(signed.toFixedLength().slice(0, 64))
    const relayer = await clients.hubSigner('claimsRelayer')
    const message = { claim_voucher: { data, signature } }
    await relayer.execute(devnet.claimsRelayer.address, devnet.network.hub.claimer, message, 1.5)

    const paid = () => clients.balanceOf(evmAccount('carol').address, token)
    await eventually('the payout', paid, (now) => now === before + amount)
    const pending = { pending_packets: { chain_uid: 'base' } }
    const Pending = z.object({ packets: z.array(z.unknown()) })
    const open = () => clients.query(devnet.network.hub.router, pending, Pending)
    await eventually('the acknowledgement', open, ({ packets }) => packets.length === 0)
    expect(await settle(devnet)).toEqual([])
  })

  test('gives everything back when the hub refuses', async () => {
    const alice = evmAccount('alice').address
    const before = await clients.balanceOf(alice, 'usdc')
    const to = await onNeuron('bobby')
    const deposit = {
      from: 'alice',
      token: 'usdc',
      tokenId: 'nosuchtoken',
      amount: 77n,
      to,
    } as const
    const receipt = await clients.mined(await clients.sendDeposit(deposit))
    const [sent] = parseEventLogs({ abi: packetAbi, logs: receipt.logs, eventName: 'SendPacket' })
    if (!sent) throw new Error('nothing was sent')
    expect(await clients.balanceOf(alice, 'usdc')).toBe(before - 77n)
    const balance = () => clients.balanceOf(alice, 'usdc')
    await eventually('the refund', balance, (now) => now === before)
    // The answer leaves no event: it is seen in the call that brought it.
    const packet = hexToString(sent.args.msg)
    const { number } = await clients.reader.getBlock()
    const calls: string[] = []
    for (let height = receipt.blockNumber; height <= number; height += 1n) {
      const block = { blockNumber: height, includeTransactions: true } as const
      const { transactions } = await clients.reader.getBlock(block)
      calls.push(...transactions.map(({ input }) => Buffer.from(input.slice(2), 'hex').toString()))
    }
    expect(calls.filter((call) => call.includes(packet))).toEqual([
      expect.stringContaining('{"error":"token nosuchtoken is not registered"}'),
    ])
    expect(await settle(devnet)).toEqual([])
  })

  test('carries a burst of 60 deposits, each exactly once', async () => {
    const to = await onNeuron('david')
    const { address } = evmAccount('alice')
    const nonce = await clients.reader.getTransactionCount({ address, blockTag: 'pending' })
    for (let index = 0; index < 60; index += 1) {
      const amount = 1_000n + BigInt(index)
      await clients.sendDeposit({ from: 'alice', token: 'usdc', amount, to, nonce: nonce + index })
    }
    const arrived = () => clients.vouchersOf(to, 'usdc')
    await eventually('all of it', arrived, (now) => now === 61_770n)
    expect(await settle(devnet)).toEqual([])
  })

  test('has had no trouble with any of it', () => {
    expect(trouble).toEqual([])
  })
})

test('takes free ports when the preferred ones are busy', async () => {
  const busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(busy.address())
  const ports = { ...ANY_PORTS, base: port, neuron: port }
  const devnet = await startDevnet({ blockTimeMs: BLOCK_TIME_MS, ports })
  try {
    const used = devnet.network.chains.map(({ rpc_url }) => Number(new URL(rpc_url).port))
    expect(used).not.toContain(port)
    expect(await (await connectClients(devnet.network)).hubReader.getHeight()).toBeGreaterThan(0)
  } finally {
    await devnet.stop()
    busy.close()
  }
})

describe('with a data folder', () => {
  test('a stop and a start keep balances, addresses and ports', async () => {
    const folder = temporaryFolder()
    try {
      const options = { dataDir: folder.path, blockTimeMs: BLOCK_TIME_MS }
      const first = await startDevnet({ ...options, ports: await lastingPorts() })
      const before = await connectClients(first.network)
      await before.approve('alice', 'usdc')
      const to = await onNeuron('bobby')
      await before.mined(await before.sendDeposit({ from: 'alice', token: 'usdc', amount: 9n, to }))
      // Stopped with the packet under way: it arrives after the next start.
      const height = await before.hubReader.getHeight()
      await first.stop()

      const second = await startDevnet(options)
      try {
        expect(second.network).toEqual(first.network)
        const after = await connectClients(second.network)
        expect(await after.hubReader.getHeight()).toBeGreaterThanOrEqual(height)
        await eventually(
          'vouchers',
          () => after.vouchersOf(to, 'usdc'),
          (now) => now === 9n,
        )
        expect(await settle(second)).toEqual([])
      } finally {
        await second.stop()
      }
    } finally {
      folder.remove()
    }
  })

  test('a kill -9 in the middle of traffic loses and doubles nothing', async () => {
    const folder = temporaryFolder()
    let running: DevnetProcess | undefined
    const start = async () => {
      running = await startDevnetProcess(folder.path, ['--data-dir', join(folder.path, 'data')])
      return running
    }
    const kill = () => running?.end('SIGKILL')
    try {
      const to = await onNeuron('bobby')
      const { address } = evmAccount('alice')
      let acknowledged = 0n
      for (let round = 0; round < 2; round += 1) {
        const clients = await connectClients((await start()).network)
        if (round === 0) await clients.approve('alice', 'usdc')
        let nonce = await clients.reader.getTransactionCount({ address, blockTag: 'pending' })
        for (let index = 0; index < 15; index += 1) {
          await clients.sendDeposit({ from: 'alice', token: 'usdc', amount: 1n, to, nonce })
          acknowledged += 1n
          nonce += 1
        }
        // Somewhere between the first and the last packet's journey.
        const arrived = () => clients.vouchersOf(to, 'usdc')
        await eventually('some of it', arrived, (now) => now > BigInt(round) * 15n)
        await kill()
      }
      const last = await start()
      const clients = await connectClients(last.network)
      const arrived = () => clients.vouchersOf(to, 'usdc')
      await eventually('all of it', arrived, (now) => now === acknowledged)
      const books = () => last.books()
      const tokens = await eventually('what is under way', books, (all) =>
        all.every(({ in_flight }) => in_flight === '0'),
      )
      expect(tokens.filter(({ difference }) => difference !== '0')).toEqual([])
      expect(await arrived()).toBe(acknowledged)
    } finally {
      await kill()
      folder.remove()
    }
  })
})
