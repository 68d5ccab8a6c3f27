import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'

import { evmAccount } from '../../../src/devnet/accounts.ts'
import { openBlockJournal } from '../../../src/devnet/evm/block-journal.ts'
import { clientsOf, deployOn, startLocalChain, temporaryFolder } from './local-factory.ts'
import { until } from '../../until.ts'

const bobby = evmAccount('bobby').address

async function rpc(url: string, method: string, ...params: unknown[]) {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  return response.json()
}

const waitUntil = async (isSo: () => Promise<boolean>) => {
  const deadline = Date.now() + 600_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it did not happen within ten minutes')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('the public address', () => {
  test('offers what a public node offers, to any origin', async () => {
    const chain = await startLocalChain()
    try {
      for (const [method, ...params] of [
        ['anvil_setBalance', bobby, '0x1'],
        ['evm_mine'],
        ['eth_sendTransaction', { from: evmAccount('operator').address, to: bobby, value: '0x1' }],
        ['eth_sign', bobby, '0x1'],
      ] as const) {
        expect(await rpc(chain.rpcUrl, method, ...params)).toMatchObject({
          id: 7,
          error: { code: -32601 },
        })
      }
      expect(await rpc(chain.rpcUrl, 'eth_accounts')).toEqual({ jsonrpc: '2.0', id: 7, result: [] })
      expect(await rpc(chain.rpcUrl, 'eth_chainId')).toEqual({
        jsonrpc: '2.0',
        id: 7,
        result: '0x7a69',
      })
      expect(await rpc(chain.rpcUrl, 'eth_sendRawTransaction', '0x00')).toMatchObject({
        id: 7,
        error: {},
      })
      expect(await rpc(chain.rpcUrl, 'eth_sendRawTransaction', 5)).toMatchObject({
        error: { code: -32602 },
      })

      const batch = await fetch(chain.rpcUrl, {
        method: 'POST',
        body: '[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"},{"id":2}]',
      })
      expect(await batch.json()).toMatchObject([
        { id: 1, result: '0x7a69' },
        { error: { code: -32600 } },
      ])
      expect(await (await fetch(chain.rpcUrl, { method: 'POST', body: '{' })).json()).toMatchObject(
        { error: { code: -32700 } },
      )
      const preflight = await fetch(chain.rpcUrl, {
        method: 'OPTIONS',
        headers: { origin: 'https://wallet.example' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
        204,
        '*',
      ])
    } finally {
      await chain.stop()
    }
  })

  test('makes several blocks in a second, and their time neither goes back nor runs ahead', async () => {
    const startedAtSec = Math.floor(Date.now() / 1_000)
    const chain = await startLocalChain()
    try {
      const { reader } = clientsOf(chain.rpcUrl)
      await waitUntil(async () => (await reader.getBlockNumber()) >= 6n)
      const times = await Promise.all(
        [1n, 2n, 3n, 4n, 5n, 6n].map(async (blockNumber) =>
          Number((await reader.getBlock({ blockNumber })).timestamp),
        ),
      )
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(times[0]).toBeGreaterThanOrEqual(startedAtSec)
      expect(times.at(-1)).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000))
      const [latest, final] = await Promise.all([
        reader.getBlock(),
        reader.getBlock({ blockTag: 'finalized' }),
      ])
      expect(final.number).toBeLessThanOrEqual(latest.number)
      expect(final.number).toBeGreaterThan(0n)
    } finally {
      await chain.stop()
    }
  })
})

describe('with a data folder', () => {
  test('a stop and a start keep blocks, receipts, state and height', async () => {
    const folder = temporaryFolder()
    try {
      const first = await startLocalChain(folder.path)
      const deployed = await deployOn(first.rpcUrl)
      const before = clientsOf(first.rpcUrl)
      const hash = await before.walletOf('alice').sendTransaction({ to: bobby, value: 5n })
      const receipt = await before.mined(hash)
      const { number } = await before.reader.getBlock()
      await first.stop()
      expect(readdirSync(folder.path).some((name) => name.startsWith('state-'))).toBe(true)

      const second = await startLocalChain(folder.path)
      try {
        const after = clientsOf(second.rpcUrl)
        expect(await after.reader.getBlockNumber()).toBeGreaterThanOrEqual(number)
        expect(await after.reader.getTransactionReceipt({ hash })).toEqual(receipt)
        expect(await deployOn(second.rpcUrl)).toEqual(deployed)
        const usdc = deployed.tokens[0]?.address ?? '0x'
        expect(await after.balanceOf(usdc, evmAccount('alice').address)).toBe(10_000_000_000n)
        const next = await after.mined(
          await after.walletOf('alice').sendTransaction({ to: bobby, value: 5n }),
        )
        expect(next.blockNumber).toBeGreaterThan(receipt.blockNumber)
      } finally {
        await second.stop()
      }
    } finally {
      folder.remove()
    }
  })

  test('what a start had to replay is in a snapshot before long, however much the last one holds, so that the next start has less to', async () => {
    const folder = temporaryFolder()
    try {
      for (const replayed of [1_200, 250]) {
        const timestamp = Math.floor(Date.now() / 1_000)
        const killed = openBlockJournal(folder.path, timestamp)
        const last = killed.snapshotHeight + replayed
        for (let block = killed.snapshotHeight + 1; block <= last; block += 1)
          killed.append({ block, timestamp })
        killed.close()
        const chain = await startLocalChain(folder.path)
        try {
          const { reader } = clientsOf(chain.rpcUrl)
          await waitUntil(async () => (await reader.getBlockNumber()) > last + 2)
          const states = readdirSync(folder.path).filter((name) => name.startsWith('state-'))
          expect(states).toHaveLength(1)
          const [written] = states.map((name) => Number(/\d+/.exec(name)?.[0]))
          expect(written).toBeGreaterThan(last)
        } finally {
          await chain.stop()
        }
      }
    } finally {
      folder.remove()
    }
  })

  test(
    'a kill -9 loses nothing that was acknowledged, changes no block that was seen, and leaves no Anvil and nothing of it behind',
    { timeout: 120_000 },
    async () => {
      const folder = temporaryFolder()
      let child: ChildProcess | undefined
      try {
        const acknowledged: Hash[] = []
        let seen: { number: bigint; hash: Hash } = { number: 0n, hash: '0x' }
        for (let round = 0; round < 2; round += 1) {
          child = spawn('node', ['test/devnet/evm/run-chain.ts', folder.path], {
            stdio: ['ignore', 'pipe', 'inherit'],
          })
          const exited = once(child, 'exit')
          if (!child.stdout) throw new Error('a piped process has no stdout')
          const [url] = await once(createInterface(child.stdout), 'line')
          const { reader, walletOf } = clientsOf(String(url))
          if (round > 0)
            expect((await reader.getBlock({ blockNumber: seen.number })).hash).toBe(seen.hash)

          const alice = walletOf('alice')
          const first = await reader.getTransactionCount({
            address: alice.account.address,
            blockTag: 'pending',
          })
          // The call that a kill cut short may have been taken nonetheless.
          expect(first).toBeGreaterThanOrEqual(acknowledged.length)
          const sending = (async () => {
            const request = {
              to: bobby,
              value: 1n,
              gas: 21_000n,
              maxFeePerGas: 10n ** 10n,
              maxPriorityFeePerGas: 1n,
            } as const
            for (let nonce = first; ; nonce += 1)
              acknowledged.push(await alice.sendTransaction({ ...request, nonce }))
          })().catch(() => undefined) // the call that the kill cuts short was not acknowledged
          await waitUntil(
            async () =>
              acknowledged.length > first + 20 &&
              (await reader.getBlockNumber()) > seen.number + 3n,
          )
          const { number, hash } = await reader.getBlock()
          seen = { number, hash }
          const nodes = anvilsOf(child.pid)
          expect(nodes).toHaveLength(1)
          const states = nodes.map(statesOf)
          expect(states.every((path) => existsSync(path))).toBe(true)
          child.kill('SIGKILL')
          await Promise.all([exited, sending])
          await waitUntil(async () => nodes.every((pid) => !isRunning(pid)))
          await waitUntil(async () => states.every((path) => !existsSync(path)))
          // What a crash in the middle of a write leaves.
          const journal = readdirSync(folder.path).find((name) => name.startsWith('journal-'))
          appendFileSync(join(folder.path, journal ?? 'none'), '{"block":99')
        }

        const chain = await startLocalChain(folder.path)
        try {
          const { reader, mined } = clientsOf(chain.rpcUrl)
          expect((await reader.getBlock({ blockNumber: seen.number })).hash).toBe(seen.hash)
          for (const hash of acknowledged) expect((await mined(hash)).status).toBe('success')
          expect(await reader.getBlockNumber()).toBeGreaterThanOrEqual(seen.number)
        } finally {
          await chain.stop()
        }
      } finally {
        child?.kill('SIGKILL')
        folder.remove()
      }
    },
  )
})

test('a node that is killed alone is back with the next start, however often a block was tried meanwhile', async () => {
  const folder = temporaryFolder()
  try {
    const said: string[] = []
    const first = await startLocalChain(folder.path, (line) => void said.push(line))
    const before = clientsOf(first.rpcUrl)
    const hash = await before.walletOf('alice').sendTransaction({ to: bobby, value: 5n })
    const receipt = await before.mined(hash)
    for (const pid of anvilsOf(process.pid)) process.kill(pid, 'SIGKILL')
    await until(() =>
      expect(said.filter((line) => line.includes('no block')).length).toBeGreaterThan(3),
    )
    await first.stop()
    for (let start = 0; start < 2; start += 1) {
      const again = await startLocalChain(folder.path)
      const after = clientsOf(again.rpcUrl)
      expect(await after.reader.getTransactionReceipt({ hash })).toEqual(receipt)
      await after.mined(await after.walletOf('alice').sendTransaction({ to: bobby, value: 5n }))
      // Whoever has taken blocks in finds that the next one follows them.
      let child = await after.reader.getBlock()
      while (child.number > receipt.blockNumber) {
        const parent = await after.reader.getBlock({ blockNumber: child.number - 1n })
        expect(child.parentHash).toBe(parent.hash)
        child = parent
      }
      expect(child.hash).toBe(receipt.blockHash)
      await again.stop()
    }
  } finally {
    folder.remove()
  }
})

describe('a quiet chain', () => {
  test('slows down after a while, and is back at full speed with the next transaction', async () => {
    const chain = await startLocalChain()
    try {
      const { reader, walletOf, mined } = clientsOf(chain.rpcUrl)
      /** What two blocks after this one take, in milliseconds. */
      const twoBlocksAfter = async (block: bigint) => {
        const from = performance.now()
        await waitUntil(async () => (await reader.getBlockNumber()) >= block + 2n)
        return performance.now() - from
      }
      await waitUntil(async () => (await reader.getBlockNumber()) >= 10n)
      const quietMs = await twoBlocksAfter(10n)
      // Tried again where the machine was busy: a chain that stays slow is never faster than it was.
      await until(async () => {
        const { blockNumber } = await mined(
          await walletOf('alice').sendTransaction({ to: bobby, value: 1n }),
        )
        expect(await twoBlocksAfter(blockNumber)).toBeLessThan(quietMs / 2)
      })
    } finally {
      await chain.stop()
    }
  })
})

/** The Anvil processes that a process started: children of its shell. */
function anvilsOf(pid: number | undefined): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const childrenOf = (parent: string) => processes.filter(([, ppid]) => ppid === parent)
  return childrenOf(`${pid}`)
    .flatMap(([shell]) => childrenOf(shell ?? ''))
    .flatMap(([node, , name]) => (name?.endsWith('anvil') ? [Number(node)] : []))
}

/** Where a running Anvil was told to keep the states of old blocks. */
function statesOf(pid: number): string {
  const command = execFileSync('ps', ['-ww', '-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' })
  return /--cache-path (\S+)/.exec(command)?.[1] ?? ''
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
