import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startSigner, withStage, type Paid, type Stage } from '../../drill/stage.ts'
import { connectBooks } from '../devnet/books.ts'

const WEI = 10n ** 14n
const TOKEN = 'eth'

/** Several servers on one PostgreSQL, with one signer for all of them. */
async function withServers(
  act: (stage: Stage, startServer: (name: string) => ReturnType<Stage['start']>) => Promise<void>,
): Promise<void> {
  await withStage(async (stage) => {
    const signer = await startSigner(stage)
    await act(stage, (name) =>
      stage.start({
        DATA_DIR: join(stage.folder, name), // what else stands there is one process's
        ...signer,
      }),
    )
  })
}

/** Has each claim paid to an address of its own, and holds what arrived against it. */
async function payAll({ devnet, visitors }: Stage, claims: readonly Paid[]): Promise<void> {
  const books = await connectBooks(devnet.network)
  for (const sent of claims) {
    const recipient = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
    const session = await visitors.prove(sent)
    const { outcome } = await visitors.redeem(sent, session, recipient)
    expect(outcome).toBe('ok')
    await expect.poll(() => books.balanceOf(recipient, TOKEN)).toBe(WEI)
  }
}

test('a server that waits takes over from one that is killed, with everything that waits', () =>
  withServers(async (stage, startServer) => {
    const first = await startServer('first')
    const waiting = startServer('second')
    const claims = await stage.fund(4, WEI)
    await payAll(stage, claims.slice(0, 2))
    await first.kill()
    expect((await waiting).pid).not.toBe(first.pid)
    await payAll(stage, claims.slice(2))
  }))

test('a server that stood still ends when it wakes up, and the one that took over pays', () =>
  withServers(async (stage, startServer) => {
    const first = await startServer('first')
    const waiting = startServer('second')
    const claims = await stage.fund(2, WEI)
    process.kill(first.pid, 'SIGSTOP')
    await waiting
    process.kill(first.pid, 'SIGCONT')
    await payAll(stage, claims)
    await expect
      .poll(() => first.logged().some((line) => line.includes('has taken over')))
      .toBe(true)
  }))
