import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'

import type { Logger } from 'pino'

import { clientLimits } from './api/client-limits.ts'
import { createMetrics } from './api/routes/metrics-routes.ts'
import { createApi, type Api } from './api/server.ts'
import { shared } from './api/shared.ts'
import { takePort, type TakenPort } from './api/take-port.ts'
import { createWebhookSender } from './api/webhook-sender.ts'
import { wordsIn } from './bots/words/words.ts'
import { payFrom } from './chains/nodes/node-purse.ts'
import { nodeStates } from './chains/nodes/chain-nodes.ts'
import { metricsPort, type Config } from './config.ts'
import { DEFAULT_LANGUAGE } from './core/terms/language.ts'
import type { Network } from './core/terms/network.ts'
import { startDevnet, type Devnet } from './devnet/devnet.ts'
import { RELAYER_INDEX } from './chains/hub/hub-account.ts'
import { createForwardClock } from './services/flow/forward-clock.ts'
import { createClockCheck } from './services/tracking/clock-check.ts'
import { signerStanding, tellRefusals } from './signer/signer-client.ts'
import { createIdempotencyStore } from './store/signing/idempotency-store.ts'
import { createBacklogStore } from './store/chats/backlog-store.ts'
import { openVault } from './store/claims/vault-keys.ts'
import { configuredPasskeyHost, goByPasskeyHost } from './store/people/passkey-host.ts'
import type { OwnDatabase } from './store/database.ts'
import { openStore } from './store/open-store.ts'
import { createFreezeStore } from './store/claims/freeze-store.ts'
import { createForgetEnded } from './services/upkeep/forget-ended.ts'
import { sealOldPins } from './store/claims/seal-old-pins.ts'
import { openSeenTime } from './store/tracking/seen-time.ts'
import { createForgetting } from './store/upkeep/forgetting.ts'
import { FEW_BYTES, freeBytes } from './store/upkeep/disk-space.ts'
import { createWebhookStore } from './store/tracking/webhook-store.ts'
import { createChats, type Chats } from './wiring/chats.ts'
import { createGenerationCheck } from './wiring/generation-check.ts'
import { readNetworkFile } from './wiring/read-network-file.ts'
import { refuseUnsafeStart } from './wiring/refuse-unsafe-start.ts'
import { createRoutes, keyHostRoutes, writePage } from './wiring/routes.ts'
import { createService } from './wiring/service.ts'
import { reachSigner } from './wiring/signer-process.ts'
import { warnOfNewDatabase } from './wiring/warn-of-new-database.ts'
import { machineClock, sharedClock } from './wiring/machine-clock.ts'
import { sleep } from './wiring/sleep.ts'
import { stopStarted, type Started } from './wiring/stop-started.ts'

/** Calls to nodes that the questions of one client may lead to: a page that follows a transaction needs a few. */
const CLIENT_CALLS_PER_MINUTE = 600
/** Whoever develops on a local network is one client, and so are all personas. */
const LOCAL_CALLS_PER_MINUTE = 60_000
/** A proxy that asks for our health four times a second has held people back by then. */
const LEAVE_MS = 1_000

export type App = { url: string; network: Network; stop(): Promise<void> }

/** How to run ourselves: a signer that stands beside us is the same program. `fail` is told what is found out later and must end the process. */
type Process = { program: readonly [string, ...string[]]; fail: (error: Error) => void }

/**
 * Makes every part and starts them in order; when one cannot start, it stops those that did.
 * With `NETWORK=devnet` it brings the local network and the playground up too. Beside another server that leads on the same PostgreSQL it answers what is shared, passes on the
 * rest, and takes over when that one ends.
 */
export async function createApp(config: Config, log: Logger, self: Process): Promise<App> {
  const started: Started = { parts: [], below: [] }
  const parts = createParts(config, log, self, started)
  try {
    return { ...(await parts.start()), stop: parts.stop }
  } catch (error) {
    await parts.stop()
    throw error
  }
}

function createParts(config: Config, log: Logger, { program, fail }: Process, started: Started) {
  let isLost = false
  let others: OwnDatabase['others']
  let takingOver: Promise<void> | undefined
  let server: Awaited<ReturnType<typeof startServer>> | undefined

  async function start(): Promise<Omit<App, 'stop'>> {
    // Before anything is opened or changed.
    if (config.network !== 'devnet') refuseUnsafeStart(config, readNetworkFile(config.network))
    warnOfNewDatabase(config, log) // what is there is made by the next line
    const database = await openStore(config, {
      log,
      lost(error) {
        isLost = true
        fail(error)
      },
    })
    started.below.push(database.close)
    ;({ others } = database)
    const isHttps = config.publicUrl?.startsWith('https://') ?? false
    const port = await takePort({ ...config, writePage, isHttps })
    started.below.push(port.close)
    const url = config.publicUrl ?? port.url
    // A local network of its own is of no use to a database that knows another one.
    const beside = config.network === 'devnet' ? undefined : others
    if (!beside) await database.lead()
    const place = { ...database, port, publicUrl: url, started }
    const made = await startServer(place, config, log, { program, fail })
    server = made

    async function lead(): Promise<void> {
      takingOver = made.lead()
      await takingOver
      others?.answerAt({ url: peerUrl(config, port), port: port.port })
      takingOver = made.connect()
      await takingOver
      if (others) log.info({}, 'this server leads')
    }

    if (beside) {
      made.standBy()
      await new Promise<void>((resolve, reject) => {
        const wait = () => {
          log.info({}, 'this server shares the work, and passes on what the leader alone does')
          resolve()
        }
        if (!config.mayLead) return wait()
        database
          .lead(wait)
          .then(lead)
          .then(resolve, (error: unknown) => {
            const cause = asError(error)
            reject(cause)
            fail(cause)
          })
      })
    } else await lead()
    return { url, network: made.network }
  }

  return {
    start,
    async stop() {
      others?.withdraw()
      await takingOver?.catch(() => undefined)
      // A proxy is told first; who has lost the duty already ends at once.
      if (server?.isOneOfSeveral && !isLost) {
        others?.answerNoMore()
        await leave(server.api)
      }
      await stopStarted(started, log)
    },
  }
}

/** Has proxies send people elsewhere before the server stops. */
async function leave(api: Api): Promise<void> {
  api.leave()
  await pass(LEAVE_MS)
}

/** Where other servers reach this one, if that can be said here. */
const peerUrl = ({ peerUrl: named, host }: Config, { url }: TakenPort): string | undefined =>
  named ?? (ANYWHERE.has(host) ? undefined : url)

/** Every address of the machine. */
const ANYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

type Place = Omit<OwnDatabase, 'lead' | 'close'> & {
  port: TakenPort
  publicUrl: string
  started: Started
}

/** Starts what every server does. What it gives begins, later, what is the leader's alone. */
async function startServer(
  { db, self, hasEnded, health, eraseTraces, others, port, publicUrl, started }: Place,
  config: Config,
  log: Logger,
  { program, fail }: Process,
) {
  let leads = false
  const time = others ? await sharedClock(others.readClock) : machineClock
  const clock = createForwardClock({ ...time, seen: await openSeenTime(db) })
  const { now } = clock
  const clockCheck = createClockCheck({ ...time, log })
  warnOfFullDisk(config.dataDir, log)
  const vault = await openVault(db, config, { now })
  if (eraseTraces) await sealOldPins({ db, eraseTraces }, vault)

  const devnet = config.network === 'devnet' ? await startLocalNetwork(config, now, log) : undefined
  if (devnet) started.below.push(devnet.stop)
  const network = devnet?.network ?? readNetworkFile(config.network)

  if (!network.local) await goByPasskeyHost(db, configuredPasskeyHost(publicUrl, config), now())

  const signer = reachSigner({ command: program, config, network, log, sleep })
  started.below.push(signer.stop)

  const service = await createService({
    config,
    network,
    db,
    vault,
    signer: tellRefusals(signer.signer, (why) => metrics.refusedBySigner(why)),
    relayer: relayerAccounts(config, devnet),
    codes: { send: (code) => chats.codes.send(code) }, // claims know chats through this alone
    others,
    publicUrl,
    log,
    now,
    onTime(chainUid, at) {
      clockCheck.saw(chainUid, at)
      if (chainUid === network.hub.chain_uid) clock.hubSays(at)
    },
  })
  const chats: Chats = await createChats({ config, service, devnet, db, publicUrl, log, now })
  const { records, tracker } = service.tracking
  const { claims, giveaways, books, gas, gasSpentToday, rotation, unincluded } = service.claiming
  const webhookStore = createWebhookStore(db)
  const answers = createIdempotencyStore({ db, self, hasEnded })
  const webhooks =
    config.webhooks &&
    createWebhookSender({ ...config.webhooks, store: webhookStore, records, log, now, sleep })
  const backlog = createBacklogStore(db)
  const metrics = createMetrics({
    leads: () => leads,
    chains: tracker.conditions,
    nodes: () =>
      network.chains.flatMap((chain) =>
        nodeStates(chain).map((state) => ({ chain: chain.chain_uid, ...state })),
      ),
    openWatches: () => backlog.openWatches(now()),
    stuckWatches: () => backlog.stuckWatches(now()),
    outbox: () => backlog.outbox(now()),
    gas: gas.funds,
    gaslessLeft: service.signing.relay.left,
    signer: () => signerStanding(signer.signer),
    gasSpentToday,
    unincluded,
    freezes: createFreezeStore(db).counts,
    clockAheadMs: clockCheck.aheadMs,
    books: books.differences,
    booksCheckAges: books.ages,
    async database() {
      await health.probe()
      return { trouble: health.trouble(), freeBytes: freeBytes(config.dataDir) }
    },
  })
  const ownPort = metricsPort(config, network)
  const routes = {
    config,
    service,
    chats,
    devnet,
    answers,
    health,
    backlog,
    webhooks: webhookStore,
    now,
  }
  const api = createApi({
    log,
    trustedProxies: config.trustedProxies,
    ...(others && { peerSecret: others.secret }),
    routes: [
      ...keyHostRoutes(config),
      clientLimits({
        callsPerMinute:
          config.clientCallsPerMinute ??
          (network.local ? LOCAL_CALLS_PER_MINUTE : CLIENT_CALLS_PER_MINUTE),
        now,
        run: payFrom,
        takeCalls:
          others &&
          ((client, ...asked) => others.takeCalls(vault.hash('client', client), ...asked)),
      }),
      metrics.count,
      ...(others ? [await passOnTo(others.leader, () => leads)] : []),
      ...(ownPort === undefined ? [shared(metrics.serve)] : []),
      ...createRoutes(routes),
    ],
    isHttps: publicUrl.startsWith('https://'),
    // Programs, which ask for no language, have an error's own words.
    sayError: (error, language) =>
      language === DEFAULT_LANGUAGE ? error : wordsIn(language).errors.say(error),
    writePage,
  })

  const generationCheck = createGenerationCheck({
    hub: service.hub,
    isContract: service.wallets.isContract,
    onStrangers: fail,
    log,
    sleep,
  })
  await generationCheck.start()
  started.parts.push(generationCheck.stop)
  await signer.ready()
  await chats.playground?.start()
  if (ownPort !== undefined) {
    const forOperators = createApi({ log, routes: [metrics.serve] })
    const { host } = config.metrics
    const listens = await forOperators.start({ port: ownPort, host, variable: 'METRICS_PORT' })
    started.parts.push(forOperators.stop)
    log.info({ host, port: listens.port }, 'metrics are served')
  }
  await api.start(port)
  started.parts.push(api.stop)
  gas.start()
  started.parts.push(gas.stop)

  return { api, network, isOneOfSeveral: others !== undefined, standBy, lead, connect }

  /** Keeps a picture of the chains for what is shared, while another server leads. */
  function standBy(): void {
    tracker.startAside()
    // Codes are sent by whichever server was asked for them.
    for (const part of [tracker, claims, chats.mail]) if (part) started.parts.push(part.stop)
  }

  async function lead(): Promise<void> {
    const { delivery, passing, plans, mail } = chats
    const parts = [
      tracker,
      service.market.priceHistory,
      claims,
      giveaways,
      service.signing.relay,
      books,
      rotation,
      webhooks,
      delivery,
      passing,
      plans,
      mail,
    ]
    for (const part of parts) {
      if (!part) continue
      await part.start()
      started.parts.push(part.stop)
    }
    leads = true
  }

  /** Goes on with what others have to answer for: one that hangs holds up nothing of what this server does by itself. */
  async function connect(): Promise<void> {
    const bots = [chats.telegram, chats.discord].flatMap((bot) => bot ?? [])
    const startBot = async (bot: (typeof bots)[number]) => {
      await bot.start()
      started.parts.push(bot.stop)
    }
    const begun = [...bots.map(startBot), service.signing.signRequests.resume()]
    await Promise.allSettled(begun) // what has begun is known by then, and is stopped where another one fails
    await Promise.all(begun)
    const forgetting = createForgetEnded({
      portions: [
        ...Object.values(createForgetting(db)),
        ...bots.map(
          ({ forgetOld }) =>
            async () =>
              (await forgetOld()) ? 0 : undefined,
        ),
      ],
      log,
      now,
      sleep,
    })
    forgetting.start()
    started.parts.push(forgetting.stop)
  }
}

/** Its library takes a while to load, so only one of several servers waits for it. */
async function passOnTo(
  leader: NonNullable<OwnDatabase['others']>['leader'],
  leads: () => boolean,
) {
  const { passOn } = await import('./api/pass-on.ts')
  return passOn({ leads, leader, elapsedMs: machineClock.passedMs, sleep: (ms) => pass(ms) })
}

function warnOfFullDisk(dataDir: string, log: Logger): void {
  const free = freeBytes(dataDir)
  if (free < FEW_BYTES)
    log.warn(
      { dataDir, freeBytes: free },
      'the disk under DATA_DIR is nearly full: when it is, nothing can be promised to anybody',
    )
}

function startLocalNetwork(config: Config, now: () => Date, log: Logger): Promise<Devnet> {
  return startDevnet({
    dataDir: join(config.dataDir, 'devnet'),
    blockTimeMs: config.devnetBlockTimeMs,
    generation: config.devnetGeneration,
    now: () => now().getTime(),
    log: (line) => log.info(line),
  })
}

function relayerAccounts(
  config: Config,
  devnet: Devnet | undefined,
): { mnemonic: string; index: number; textIndex: number } {
  const { relayerMnemonic: mnemonic } = config
  if (mnemonic !== undefined) return { mnemonic, ...RELAYER_INDEX }
  if (devnet) {
    const { mnemonic: known, claimsRelayer, textRelayer } = devnet
    return { mnemonic: known, index: claimsRelayer.hdIndex, textIndex: textRelayer.hdIndex }
  }
  throw new Error('RELAYER_MNEMONIC is not set.') // config.ts refuses this earlier
}
