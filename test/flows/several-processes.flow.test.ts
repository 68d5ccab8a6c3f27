import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { startClusterDatabase } from '../../drill/cluster-database.ts'
import { createClusterLoad } from '../../drill/cluster-load.ts'
import { startSigner, withStage, type Paid, type Stage } from '../../drill/stage.ts'
import { connectBooks } from '../devnet/books.ts'
import { startHealthProxy } from './health-proxy.ts'
import { freePort, launchVouch, type Launched } from './vouch-process.ts'

const WEI = 10n ** 14n
const TOKEN = 'eth'

type Start = (name: string) => ReturnType<Stage['start']>

/** Several servers on one PostgreSQL, with one signer for all of them. */
async function withServers(
  act: (stage: Stage, startServer: Start) => Promise<void>,
): Promise<void> {
  await withStage(async (stage) => {
    const signer = await startSigner(stage)
    await act(stage, (name) =>
      stage.start({
        DATA_DIR: join(stage.folder, name), // what else stands there is one process's
        LOG_LEVEL: 'info',
        ...signer,
      }),
    )
  })
}

const serves = ({ logged }: Pick<Launched, 'logged'>) =>
  logged().some((line) => line.includes('this server serves'))

const stoodStill = ({ logged }: Pick<Launched, 'logged'>) =>
  logged().some((line) => line.includes('has taken over'))

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

test('whichever server is asked, people are served, also when the one that did it is killed', () =>
  withServers(async (stage, startServer) => {
    const first = await startServer('first')
    const second = await startServer('second') // is asked from now on
    const claims = await stage.fund(4, WEI)
    await payAll(stage, claims.slice(0, 2))
    expect([serves(first), serves(second)]).toEqual([true, false])
    await first.kill()
    await payAll(stage, claims.slice(2))
    expect(serves(second)).toBe(true)
  }))

test('a server that stood still ends when it wakes up, and the one that took over pays', () =>
  withServers(async (stage, startServer) => {
    const first = await startServer('first')
    const second = await startServer('second')
    const claims = await stage.fund(2, WEI)
    process.kill(first.pid, 'SIGSTOP')
    await expect.poll(() => serves(second)).toBe(true)
    process.kill(first.pid, 'SIGCONT')
    await payAll(stage, claims)
    await expect.poll(() => stoodStill(first)).toBe(true)
  }))

test('a server that only answers never takes over', () =>
  withStage(async (stage) => {
    const signer = await startSigner(stage)
    const start = (name: string, more = {}) =>
      stage.start({ DATA_DIR: join(stage.folder, name), LOG_LEVEL: 'info', ...signer, ...more })
    const first = await start('first')
    const claims = await stage.fund(2, WEI)
    const web = await start('web', { ROLES: 'web' })
    await payAll(stage, claims.slice(0, 1))
    await first.kill()
    const asked = fetch(`${web.url}/openapi.json`)
    const second = await start('second')
    expect((await asked).status).toBe(200)
    await payAll(stage, claims.slice(1))
    expect([serves(second), serves(web)]).toEqual([true, false])
  }))

test('servers that are changed one after another behind a proxy fail nobody, and do all once', () =>
  withStage(async (stage) => {
    const signer = await startSigner(stage)
    const database = await startClusterDatabase()
    const places = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => ({
        name,
        port: `${await freePort()}`,
        way: await database.openWay(name),
      })),
    )
    const proxy = await startHealthProxy(places.map(({ port }) => `http://127.0.0.1:${port}`))
    const over = new AbortController()
    const load = await createClusterLoad(stage, { urls: [proxy.url], over: over.signal })
    const launch = ({ name, port, way }: (typeof places)[number]) => {
      const folder = join(stage.folder, name)
      const own = { DATABASE_URL: way.url, DATA_DIR: folder, PORT: port }
      return launchVouch({
        dataDir: folder,
        env: { ...stage.env, ...signer, ...load.env, ...own, LOG_LEVEL: 'info' },
      })
    }
    const standing: Launched[] = []
    for (const place of places) standing.push(await launch(place))
    await Promise.all(standing.map(({ ready }) => ready))
    let isStarved = false
    const working = load.run()
    for (const [at, place] of places.entries()) {
      const before = proxy.answered()
      await expect.poll(proxy.answered).toBeGreaterThan(before + 50)
      const server = standing[at]
      const code = await server?.stop()
      const isReplaced = server !== undefined && stoodStill(server)
      isStarved ||= isReplaced
      expect(isReplaced ? 0 : code).toBe(0)
      standing[at] = await launch(place)
      await standing[at].ready
    }
    const before = proxy.answered()
    await expect.poll(proxy.answered).toBeGreaterThan(before + 50)
    over.abort()
    await working
    isStarved ||= standing.some(stoodStill)
    // On a machine so busy that a server stood still for seconds, another one took over from it in the middle of its work: that fails whoever it answered.
    if (!isStarved) {
      expect(proxy.failures).toEqual([])
      expect(standing.filter(serves)).toHaveLength(1)
    }
    expect(await load.differences(0)).toEqual([])
    expect(await database.strangers()).toEqual([])
    await Promise.all(standing.map((server) => server.stop()))
    await proxy.stop()
    await load.stop()
    for (const { way } of places) way.close()
    await database.stop()
  }))
