import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { createDice, type Dice } from '../test/devnet/model/dice.ts'
import { freePort, launchVouch, type Launched } from '../test/flows/vouch-process.ts'
import { createClusterLoad } from './cluster-load.ts'
import { startClusterDatabase, type ClusterDatabase, type Way } from './cluster-database.ts'
import { comesToBe } from './comes-to-be.ts'
import { problemsOf, sizeOf, type Drill, type DrillOptions } from './drill.ts'
import { median, quantile } from './quantile.ts'
import { startSigner, withStage, type Stage } from './stage.ts'
import { copyWithout, TAKEN_OUT } from './taken-out.ts'

const SERVERS = ['one', 'two', 'three']
/** What happens to a server. */
const FAULTS = ['killed', 'paused', 'closed', 'silent'] as const
type Fault = (typeof FAULTS)[number]
/** How often it happens to the server that serves, and not to one that waits. */
const SHARE_OF_LEADERS = 0.75
/**
 * For how long: well beyond the three seconds after which another one takes over. Who stands still is past every wait of a statement and of a lock by then; who is cut
 * off tries for 12 s to be heard, and looks every 15 s for what it has missed.
 */
const HOLD_MS = { paused: 20_000, closed: 16_000, silent: 16_000, killed: 0 } satisfies Record<
  Fault,
  number
>
/** In a short form. */
const HOLD_AT_MOST_MS = 6_000
const MANY = 50
const RESTARTS = 10
const BETWEEN_MS = 3_000
/** Within which work goes on, 99 times of 100. */
const GOES_ON_WITHIN_MS = 5_000
/** Above so many programs that want each core, nothing is said of times. */
const BUSY_PER_CORE = 2

/** `--kills n` */
export const cluster: Drill = {
  name: 'cluster',
  about:
    '300 times one of three servers on one PostgreSQL is killed, paused or cut off, and the database restarted ten times: all is done once, within 5 s again',
  control: 'what a server writes is kept although another one has taken over',
  noticedAs: /without the duty/,
  run: (options) => withStage((stage) => killServers(options, stage)),
}

type Server = { name: string; url: string; way: Way; process: Launched }

async function killServers(options: DrillOptions, stage: Stage) {
  const { seed, broken, args, say } = options
  const { values } = parseArgs({ args: [...args], options: { kills: { type: 'string' } } })
  const count = sizeOf(options, values.kills, { long: 300, brief: broken ? 4 : 6 })
  const holdAtMostMs = count < MANY ? HOLD_AT_MOST_MS : Infinity
  const dice = createDice(seed)
  const copy = broken ? copyWithout(TAKEN_OUT.cluster) : undefined
  const database = await startClusterDatabase()
  const tookMs: number[] = []
  /** How many programs wanted each core, whenever that was measured. */
  const wanting: number[] = []
  const found: Partial<Record<Fault, number>> = {}
  let restarts = 0
  const over = new AbortController()
  const servers: Server[] = []
  const keeping: Promise<void>[] = []
  const problems: string[] = []
  const urls = await Promise.all(SERVERS.map(async () => `http://127.0.0.1:${await freePort()}`))
  const load = await createClusterLoad(stage, { urls, over: over.signal })
  try {
    problems.push(
      ...(await problemsOf(async () => {
        const signer = await startSigner(stage)
        for (const [at, name] of SERVERS.entries()) {
          const url = urls[at] ?? ''
          const way = await database.openWay(name)
          const launch = () =>
            launchVouch({
              dataDir: join(stage.folder, name),
              env: {
                ...stage.env,
                ...signer,
                ...load.env,
                DATA_DIR: join(stage.folder, name),
                DATABASE_URL: way.url,
                PORT: new URL(url).port,
              },
              ...(copy && { command: [process.execPath, copy.program, 'start'] }),
            })
          const server: Server = { name, url, way, process: await launch() }
          servers.push(server)
          keeping.push(keepUp(server, launch, over.signal))
        }
        const working = load.run()
        const harm = async () => {
          for (let at = 0; at < count; at += 1) {
            const { fault, ms } = await harmOne({
              servers,
              database,
              dice,
              load,
              holdAtMostMs,
              broken,
            })
            found[fault] = (found[fault] ?? 0) + 1
            if (ms !== undefined) {
              tookMs.push(ms)
              wanting.push((loadavg()[0] ?? 0) / availableParallelism())
            }
            say(
              `${at + 1} ${fault}${ms === undefined ? '' : `, went on after ${ms} ms`}; ${load.done()}`,
            )
            if (broken && (await database.strangers()).length > 0) return
            if ((at + 1) % Math.ceil(count / RESTARTS) > 0 || broken) continue
            restarts += 1
            await database.restart()
          }
        }
        await Promise.race([harm(), working]) // whichever fails first
        over.abort()
        await working
        const strangers = await database.strangers()
        if (broken) return strangers // nothing else is to be noticed
        const differences = await load.differences(count + restarts)
        return [...strangers, ...differences, ...(await database.unsettled())]
      })),
    )
  } finally {
    over.abort()
    for (const { process } of servers) await process.kill()
    await Promise.all(keeping)
    for (const { way } of servers) way.close()
    await load.stop()
    await database.stop()
    copy?.remove()
  }
  const [p50, p99] = [median(tookMs), quantile(0.99, tookMs)]
  const perCore = median(wanting)
  const isSlow = p99 > GOES_ON_WITHIN_MS
  const isBusy = perCore > BUSY_PER_CORE
  if (isSlow && !isBusy)
    problems.push(`work went on within ${p99} ms at p99, not ${GOES_ON_WITHIN_MS}`)
  return {
    done: `${FAULTS.map((fault) => `${found[fault] ?? 0} ${fault}`).join(', ')}, ${restarts} restarts of the database`,
    numbers: `${load.done()}; ${tookMs.length} times work went on, p50 ${p50} ms, p99 ${p99} ms, ${perCore.toFixed(1)} programs wanted each core${
      isSlow && isBusy ? ', too many to judge that' : ''
    }`,
    problems,
  }
}

/** Starts a server again when it has ended, as systemd would. */
async function keepUp(server: Server, launch: () => Promise<Launched>, over: AbortSignal) {
  for (;;) {
    await server.process.ended
    if (over.aborted) return
    server.process = await launch()
  }
}

type Harm = {
  servers: readonly Server[]
  database: ClusterDatabase
  dice: Dice
  load: { worksAt(urls: readonly string[]): Promise<void> }
  holdAtMostMs: number
  broken: boolean
}

/** Does something to one of the servers, once all stand; returns after how many milliseconds work went on where it was the one that serves. */
async function harmOne({ servers, database, dice, load, holdAtMostMs, broken }: Harm) {
  const fault = broken ? 'paused' : dice.pick(FAULTS)
  const isLeader = broken || dice.chance(SHARE_OF_LEADERS)
  const other = dice.below(SERVERS.length - 1)
  let leader: string | undefined
  await comesToBe('all servers stand', async () => {
    leader = await database.leader()
    return leader !== undefined && (await database.standing()).length === SERVERS.length
  })
  await load.worksAt(servers.map(({ url }) => url))
  await pass(dice.below(BETWEEN_MS))
  leader = (await database.leader()) ?? leader
  const rest = servers.filter(({ name }) => name !== leader)
  const server = isLeader ? servers.find(({ name }) => name === leader) : rest[other]
  if (!server) throw new Error('nobody serves')
  const { pid } = server.process
  const startedAt = performance.now()
  if (fault === 'killed') process.kill(pid, 'SIGKILL')
  else if (fault === 'paused') process.kill(pid, 'SIGSTOP')
  else server.way.cut(fault)
  let ms: number | undefined
  if (isLeader) {
    // One that is killed is started again, and may be the first that takes over.
    const able = fault === 'killed' ? servers : servers.filter((one) => one !== server)
    await load.worksAt(able.map(({ url }) => url))
    ms = Math.round(performance.now() - startedAt)
  }
  const holdMs = Math.min(HOLD_MS[fault], holdAtMostMs)
  await pass(Math.max(0, holdMs - (performance.now() - startedAt)))
  if (fault === 'paused') process.kill(pid, 'SIGCONT')
  else if (fault !== 'killed') server.way.restore()
  return { fault, ms }
}
