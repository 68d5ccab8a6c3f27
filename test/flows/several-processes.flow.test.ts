import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createClusterLoad } from '../../drill/cluster-load.ts'
import { startSigner, withStage, type Paid, type Stage } from '../../drill/stage.ts'
import { connectBooks } from '../devnet/books.ts'
import { startHealthProxy } from './health-proxy.ts'
import { ownDatabase } from './own-database.ts'
import { freePort, launchVouch } from './vouch-process.ts'

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

test('servers that are changed one after another behind a proxy fail nobody, and do all once', () =>
  withStage(async (stage) => {
    const signer = await startSigner(stage)
    const { DATABASE_URL = '' } = await ownDatabase(stage.env.DATA_DIR)
    const places = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => ({ name, port: `${await freePort()}` })),
    )
    const proxy = await startHealthProxy(places.map(({ port }) => `http://127.0.0.1:${port}`))
    const over = new AbortController()
    const load = await createClusterLoad(stage, { urls: [proxy.url], over: over.signal })
    const launch = ({ name, port }: (typeof places)[number]) => {
      const folder = join(stage.folder, name)
      const own = { DATABASE_URL, DATA_DIR: folder, PORT: port }
      return launchVouch({
        dataDir: folder,
        env: { ...stage.env, ...signer, ...load.env, ...own },
      })
    }
    const standing = await Promise.all(places.map(launch))
    const whoServes = () =>
      Promise.race(standing.map((server, at) => server.ready.then(() => ({ server, at }))))
    const working = load.run()
    for (let changes = 0; changes < places.length; changes += 1) {
      const { server, at } = await whoServes()
      const [before, place] = [proxy.answered(), places[at]]
      await expect.poll(() => proxy.answered()).toBeGreaterThan(before + 50)
      expect(await server.stop()).toBe(0)
      if (place) standing[at] = await launch(place)
    }
    const before = proxy.answered()
    await expect.poll(() => proxy.answered()).toBeGreaterThan(before + 50)
    over.abort()
    await working
    expect(proxy.failures).toEqual([])
    expect(await load.differences(0)).toEqual([])
    await proxy.stop()
    await load.stop()
  }))
