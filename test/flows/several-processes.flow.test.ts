import { randomBytes, randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { startClusterDatabase } from '../../drill/cluster-database.ts'
import { createClusterLoad } from '../../drill/cluster-load.ts'
import { startSigner, withStage, type Paid, type Stage } from '../../drill/stage.ts'
import type { Call } from '../../src/calls/call.ts'
import { metaCalls, operationCalls } from '../../src/calls/operation-calls.ts'
import { routeCalls } from '../../src/calls/route-calls.ts'
import { trackCalls } from '../../src/calls/track-calls.ts'
import type { Network } from '../../src/core/terms/network.ts'
import { createPersonaWallets } from '../../src/devnet/persona-wallets.ts'
import { connectBooks } from '../devnet/books.ts'
import { startHealthProxy } from './health-proxy.ts'
import { freePort, launchVouch, type Launched } from './vouch-process.ts'

/** The server's program of another version, from which servers are changed to this one: `dist/server/vouch.js` of its checkout. Without one, this version is changed to itself. */
const { PROGRAM_BEFORE: programBefore } = process.env
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

const leads = ({ logged }: Pick<Launched, 'logged'>) =>
  logged().some((line) => line.includes('this server leads'))

/** What a server's own metrics say of it. */
async function toldOfLeading(url: string): Promise<string | undefined> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return /^vouch_leads (\d)$/m.exec(metrics)?.[1]
}

const stoodStill = ({ logged }: Pick<Launched, 'logged'>) =>
  logged().some((line) => line.includes('has taken over'))

const sawNoDatabase = ({ logged }: Pick<Launched, 'logged'>) =>
  logged().some((line) => line.includes('the database cannot be reached'))

type Proven = Paid & { session: string }

/** Has the recipient of each claim prove to be that, with a code from the mailbox. */
async function proveAll({ visitors }: Stage, claims: readonly Paid[]): Promise<Proven[]> {
  const proven: Proven[] = []
  for (const sent of claims) proven.push({ ...sent, session: await visitors.prove(sent) })
  return proven
}

/** Has each claim paid to an address of its own, and holds what arrived against it. */
async function payAll({ devnet, visitors }: Stage, claims: readonly Proven[]): Promise<void> {
  const books = await connectBooks(devnet.network)
  for (const { session, ...sent } of claims) {
    const recipient = { chain_uid: 'base', address: `0x${randomBytes(20).toString('hex')}` }
    const { outcome } = await visitors.redeem(sent, session, recipient)
    expect(outcome).toBe('ok')
    await expect.poll(() => books.balanceOf(recipient, TOKEN)).toBe(WEI)
  }
}

/** Sends something, and reads all that a server streams of its way. */
async function followOne({ devnet, visitors }: Stage, url: string): Promise<string> {
  const [persona] = devnet.personas
  if (!persona) throw new Error('the network has no personas')
  const sender = { chain_uid: 'base', address: persona.evm.address }
  const { build } = await visitors.send(sender, 'followed@example.com', WEI)
  const wallets = createPersonaWallets(devnet.network)
  const { chain_uid: chain, tx_hash } = await wallets.broadcast(persona, build)
  const query = new URLSearchParams({ chain, tx_hash })
  return (await fetch(`${url}/api/v1/txn/stream?${query.toString()}`)).text()
}

test('whichever server is asked, people are served, also when the one that did it is killed', () =>
  withServers(async (stage, startServer) => {
    const first = await startServer('first')
    const second = await startServer('second') // is asked from now on
    const claims = await stage.fund(4, WEI)
    await payAll(stage, await proveAll(stage, claims.slice(0, 2)))
    expect(await followOne(stage, second.url)).toContain('event: end')
    expect([leads(first), leads(second)]).toEqual([true, false])
    expect([await toldOfLeading(first.url), await toldOfLeading(second.url)]).toEqual(['1', '0'])
    await first.kill()
    await payAll(stage, await proveAll(stage, claims.slice(2)))
    expect(leads(second)).toBe(true)
  }))

test('a server that stood still ends when it wakes up, and the one that took over pays', () =>
  withServers(async (stage, startServer) => {
    const first = await startServer('first')
    const second = await startServer('second')
    const claims = await stage.fund(2, WEI)
    process.kill(first.pid, 'SIGSTOP')
    await expect.poll(() => leads(second)).toBe(true)
    process.kill(first.pid, 'SIGCONT')
    await payAll(stage, await proveAll(stage, claims))
    await expect.poll(() => stoodStill(first)).toBe(true)
  }))

const SHARED = [operationCalls, metaCalls, routeCalls, trackCalls].flatMap((calls) =>
  Object.values<Call>(calls),
)

/** Asks for everything that is shared, calls by their examples; returns what was a fault of the server, or passed on to nobody. */
async function faultsAt(url: string, network: Network): Promise<string[]> {
  const faults: string[] = []
  async function ask(path: string, body?: object): Promise<void> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const posted = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${url}${path}`, body && posted)
    if (answer.status >= 500) faults.push(`${path}: ${answer.status} ${await answer.text()}`)
  }
  for (const path of ['/', '/docs', '/openapi.json', '/ready']) await ask(path)
  await ask('/graphql', { query: '{ router { all_chains { chain_uid } } }' })
  for (const call of SHARED)
    if (call.method === 'post')
      for (const body of Object.values(call.examples?.(network, []) ?? {}))
        await ask(call.path, body)
  return faults
}

test('a server that only answers never takes over, and answers what is shared while nobody leads', () =>
  withStage(async (stage) => {
    const signer = await startSigner(stage)
    const start = (name: string, more = {}) =>
      stage.start({ DATA_DIR: join(stage.folder, name), LOG_LEVEL: 'info', ...signer, ...more })
    const first = await start('first')
    const claims = await stage.fund(2, WEI)
    const web = await start('web', { ROLES: 'web' })
    await payAll(stage, await proveAll(stage, claims.slice(0, 1)))
    await first.kill()
    expect(await faultsAt(web.url, stage.devnet.network)).toEqual([])
    for (const sent of claims) expect((await stage.visitors.view(sent)).items).toHaveLength(1)
    const proven = await proveAll(stage, claims.slice(1))
    const second = await start('second')
    await payAll(stage, proven)
    expect([leads(second), leads(web)]).toEqual([true, false])
  }))

test('servers that are changed one after another behind a proxy fail nobody, and do all once', () =>
  withStage(async (stage) => {
    const signer = await startSigner(stage)
    const database = await startClusterDatabase({
      migrationsFolder: programBefore && join(dirname(programBefore), '../../migrations/postgres'),
    })
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
    const launch = ({ name, port, way }: (typeof places)[number], program?: string) => {
      const folder = join(stage.folder, name)
      const own = { DATABASE_URL: way.url, DATA_DIR: folder, PORT: port }
      return launchVouch({
        dataDir: folder,
        env: { ...stage.env, ...signer, ...load.env, ...own, LOG_LEVEL: 'info' },
        ...(program !== undefined && { command: [process.execPath, program, 'start'] }),
      })
    }
    let replaced = 0 // on a busy machine servers stand still for seconds, and others take over from them
    /** Starts again what ends because of that before it serves, as systemd would. */
    async function bringUp(place: (typeof places)[number], program?: string): Promise<Launched> {
      for (;;) {
        const server = await launch(place, program)
        try {
          await server.ready
          return server
        } catch (error) {
          if (!stoodStill(server) && !sawNoDatabase(server)) throw error
          replaced += 1
        }
      }
    }
    const standing = await Promise.all(places.map((place) => bringUp(place, programBefore)))
    const done = new AbortController()
    const fell: string[] = [] // what those said that ended by anything else
    /** The same once all are changed: else the last one might end, and nobody go on. */
    async function keepUp(place: (typeof places)[number], at: number): Promise<void> {
      for (let server = standing[at]; server; server = standing[at]) {
        await server.ended
        if (done.signal.aborted) return
        if (!stoodStill(server)) return void fell.push(...server.lastWords())
        replaced += 1
        standing[at] = await bringUp(place)
        if (done.signal.aborted) await standing[at].stop()
      }
    }
    const keepers: Promise<void>[] = []
    const isServed = async () => {
      const before = proxy.answered()
      await expect.poll(proxy.answered).toBeGreaterThan(before + 50)
    }
    async function changeAll(): Promise<void> {
      for (const [at, place] of places.entries()) {
        await isServed()
        const server = standing[at]
        const code = await server?.stop()
        const isReplaced = server !== undefined && stoodStill(server)
        replaced += isReplaced ? 1 : 0
        const said = server?.lastWords() // what a code other than 0 came of
        expect({ code: isReplaced ? 0 : code, said }).toEqual({ code: 0, said })
        standing[at] = await bringUp(place)
      }
      keepers.push(...places.map(keepUp))
      await isServed()
      over.abort()
    }
    const working = load.run()
    try {
      await Promise.all([changeAll(), working])
      // Who takes over does so in the middle of the other's work: that fails whoever it answered, and a message may come twice.
      if (replaced === 0 && !standing.some(stoodStill)) {
        expect(proxy.failures).toEqual([])
        expect(standing.filter(leads)).toHaveLength(1)
      }
      // One that is about to be replaced counts, too.
      const mostReplaced = replaced + standing.filter(stoodStill).length
      const differences = [
        ...(await load.differences(mostReplaced)),
        ...(await database.unsettled()),
      ]
      const warned = standing.map((server) => server.warnings().slice(-8)) // what differences came of
      expect({ differences, fell, warned }).toEqual({ differences: [], fell: [], warned })
      expect(await database.strangers()).toEqual([])
    } finally {
      over.abort()
      await load.stop()
      done.abort()
      await Promise.allSettled([working]) // what failed is told above
      await Promise.all(standing.map((server) => server.stop()))
      await Promise.allSettled(keepers)
      await proxy.stop()
      for (const { way } of places) way.close()
      await database.stop()
    }
  }))
