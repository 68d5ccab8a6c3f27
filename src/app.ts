import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Logger } from 'pino'

import { claimRoutes } from './api/claim-routes.ts'
import { devnetBooksRoutes } from './api/devnet-books-routes.ts'
import { devnetRoutes } from './api/devnet-routes.ts'
import { discordRoutes } from './api/discord-routes.ts'
import { graphQlRoutes } from './api/graphql-routes.ts'
import { healthRoutes } from './api/health-routes.ts'
import { idempotency } from './api/idempotency.ts'
import { openApiRoutes } from './api/openapi-routes.ts'
import { metricsRoutes } from './api/metrics-routes.ts'
import { operationRoutes } from './api/operation-routes.ts'
import { routeRoutes } from './api/route-routes.ts'
import { pageRoutes } from './api/page-routes.ts'
import { playgroundMailRoutes } from './api/playground-mail-routes.ts'
import { playgroundRoutes } from './api/playground-routes.ts'
import { createApi } from './api/server.ts'
import { signRoutes } from './api/sign-routes.ts'
import { streamRoutes } from './api/stream-routes.ts'
import { trackPageRoutes } from './api/track-page-routes.ts'
import { trackRoutes } from './api/track-routes.ts'
import { webhookRoutes } from './api/webhook-routes.ts'
import { createWebhookSender } from './api/webhook-sender.ts'
import { createCodeSender } from './bots/code-sender.ts'
import { actions, commands, createCommands } from './bots/commands/commands.ts'
import type { Services } from './bots/commands/command.ts'
import { createDispatch } from './bots/commands/dispatch.ts'
import { createFaucetCommand } from './bots/commands/faucet.ts'
import { suggest } from './bots/commands/suggest.ts'
import { views } from './bots/commands/views.ts'
import { trackCard } from './bots/commands/views/track.ts'
import { showSums } from './bots/commands/wording.ts'
import { createDelivery } from './bots/delivery.ts'
import { renderHtml } from './bots/page/render-html.ts'
import { createPlayground, playgroundAccount } from './bots/playground/playground.ts'
import { createPlaygroundSurface } from './bots/playground/playground-surface.ts'
import { createTelegram } from './bots/telegram/telegram.ts'
import { createChainAccess } from './chains/chain-access.ts'
import { createClaimRelayer } from './chains/claim-relayer.ts'
import { createHub } from './chains/hub.ts'
import { createHubReads } from './chains/hub-reads.ts'
import { createPoolState } from './chains/pool-state.ts'
import { createPools } from './chains/pools.ts'
import { createClaims } from './claims/create-claims.ts'
import { createKeyRotation } from './claims/key-rotation.ts'
import { createVault } from './claims/vault.ts'
import type { Config } from './config.ts'
import { accountKey, Platform, type Account } from './core/identity.ts'
import { chainOf, denomOn, Network, tokenOf } from './core/network.ts'
import { createOperations, type Operations } from './core/operations.ts'
import { createBlockReads } from './core/reference/block-reads.ts'
import { createFindRoutes } from './core/routing/find-routes.ts'
import { createQuotes } from './core/routing/quotes.ts'
import { createSimulateSwap } from './core/routing/simulate-swap.ts'
import type { CrossChainUser } from './core/shapes.ts'
import { createSignRequests, type SignRequests } from './core/signing/sign-requests.ts'
import { createChanges } from './core/tracking/changes.ts'
import { hasNothingToCome } from './core/tracking/progress.ts'
import { createRecords } from './core/tracking/records.ts'
import { createTracker, type Tracker } from './core/tracking/tracker.ts'
import { startDevnet, type Devnet } from './devnet/devnet.ts'
import { createPersonaSigner } from './devnet/persona-signer.ts'
import { createPersonaWallets } from './devnet/persona-wallets.ts'
import { PacketFilter, Trouble } from './devnet/trouble/trouble.ts'
import { createMail } from './mail/create-mail.ts'
import { createMailbox } from './mail/mailbox.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import { createAccountStore } from './store/account-store.ts'
import { createAnswerStore } from './store/answer-store.ts'
import { createBacklogStore } from './store/backlog-store.ts'
import { createCardStore } from './store/card-store.ts'
import { createClaimStore } from './store/claim-store.ts'
import { openDatabase } from './store/database.ts'
import { createNoticeStore } from './store/notice-store.ts'
import { createPlaygroundStore } from './store/playground-store.ts'
import { createQuoteStore } from './store/quote-store.ts'
import { createSignRequestStore } from './store/sign-request-store.ts'
import { createTrackingStore } from './store/tracking-store.ts'
import { createUpdateStore } from './store/update-store.ts'
import { readVaultKeys } from './store/vault-keys.ts'
import { createWebhookStore } from './store/webhook-store.ts'

const WEB_DIR = fileURLToPath(new URL('../dist/web', import.meta.url))

export type App = { url: string; network: Network; stop(): Promise<void> }

/**
 * The one function that knows every part. Starts them in order and, when one cannot start, stops those that did.
 * With `NETWORK=devnet` it brings the local network and the playground up too.
 */
export async function createApp(config: Config, log: Logger): Promise<App> {
  const started: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const end of started.splice(0).toReversed()) await end()
  }
  try {
    return { ...(await startParts(config, log, started)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  config: Config,
  log: Logger,
  started: (() => Promise<void> | void)[],
): Promise<Omit<App, 'stop'>> {
  const now = () => new Date()
  const { db, close } = openDatabase(config.dataDir)
  started.push(close)

  const devnet = config.network === 'devnet' ? await startLocalNetwork(config, log) : undefined
  if (devnet) started.push(devnet.stop)
  const network = devnet?.network ?? readNetworkFile(config.network)

  const pools = createPoolState({ network, maxAgeMs: config.poolsMaxAgeMs, log, now })
  const chains = network.chains.map((chain) =>
    createChainAccess(
      chain,
      network,
      chain.chain_uid === network.hub.chain_uid ? { listener: pools.listener } : {},
    ),
  )
  const hub = createHub(network)
  const poolLookup = createPools(network, { pairOf: pools.pairOf })
  const accounts = createAccountStore(db)
  const accessTo = (chainUid: string) => {
    const access = chains.find(
      (candidate) => candidate.chain_uid === chainOf(network, chainUid).chain_uid,
    )
    if (!access) throw new Error(`${chainUid} has no access`)
    return access
  }

  const identities = provableIdentities(config)
  const notices = createNoticeStore(db)
  const vault = createVault(readVaultKeys(config))
  const claimStore = createClaimStore(db)
  const rotation =
    config.vaultKeysOld.length > 0
      ? createKeyRotation({ store: claimStore, vault, log })
      : undefined
  // These three know each other, each through what it was handed.
  const trackingStore = createTrackingStore(db)
  const changes = createChanges()
  const tracker: Tracker = createTracker({
    network,
    readers: chains,
    store: trackingStore,
    async onFinalBlock(observations) {
      await claims.observe(observations)
      await signRequests.observe(observations)
    },
    onChange: changes.tell,
    log,
    now,
    sleep,
  })
  const claims = createClaims({
    network,
    store: claimStore,
    vault,
    relayer: await createClaimRelayer({ network, ...relayerAccount(config, devnet) }),
    codes: {
      send: (code) =>
        code.identity.platform === 'email'
          ? (mail?.codes.send(code) ?? Promise.resolve())
          : chatCodes.send(code),
    },
    accountOf: accounts.accountOf,
    identities,
    follow: tracker.open,
    lifetimeMs: config.claimLifetimeMs,
    log,
    now,
    sleep,
  })
  const operations: Operations = createOperations({
    network,
    claimers: claims,
    pools: poolLookup,
    now,
  })
  const signRequests: SignRequests = createSignRequests({
    network,
    store: createSignRequestStore(db),
    operations,
    tracker,
    callsOf: (chainUid, txHash) => accessTo(chainUid).callsOf(txHash),
    newId: () => randomBytes(16).toString('base64url'),
    now,
    sleep: (ms) => sleepFor(ms),
  })

  const findRoutes = createFindRoutes({ network, pools, venues: [] })
  const balance = (wallet: CrossChainUser, token: string) => {
    const denom = denomOn(tokenOf(network, token), wallet.chain_uid)
    return denom === undefined
      ? Promise.resolve(0n)
      : accessTo(wallet.chain_uid).balanceOf(wallet.address, denom)
  }
  const personaWallets = createPersonaWallets(network)
  const services: Services = {
    network,
    signRequests,
    claims,
    quotes: createQuotes({
      findRoutes,
      store: createQuoteStore(db),
      newId: () => randomBytes(12).toString('base64url'),
      now,
    }),
    tracker,
    async walletsOf(account: Account) {
      const persona = devnet?.personas.find(
        ({ name }) => playgroundAccount(name).userId === account.userId,
      )
      return persona ? personaWallets.accounts(persona) : []
    },
    balance,
    vouchers: hub.vouchers,
    accountOf: accounts.accountOf,
    identities,
    noticeOf: notices.stateOf,
    publicUrl: config.publicUrl ?? '', // known once we listen
    now,
  }
  const dispatch = createDispatch({ services, commands, actions, log, newId: randomUUID })

  const playgroundStore = createPlaygroundStore(db)
  const telegram =
    config.telegram &&
    createTelegram({
      ...config.telegram,
      commands,
      store: createUpdateStore(db, 'telegram'),
      accounts,
      dispatch,
      delivery: () => delivery,
      log,
      now,
      sleep,
    })
  const discord =
    config.discord &&
    (await loadDiscord())({
      ...config.discord,
      commands,
      store: createUpdateStore(db, 'discord'),
      accounts,
      dispatch,
      suggest: (kind, typed, account) => suggest(kind, typed, account, services),
      delivery: () => delivery,
      log,
      now,
      sleep,
    })
  const mailbox = createMailbox(now)
  const mailer = config.mail ? createSmtpMailer(config.mail) : devnet && mailbox
  const mail =
    mailer &&
    createMail({
      network,
      mailer,
      claims,
      store: notices,
      showSums: (amounts) => showSums(network, amounts),
      publicUrl: () => services.publicUrl,
      log,
      now,
    })
  const delivery = createDelivery({
    store: createCardStore(db),
    surfaces: [
      ...(devnet ? [createPlaygroundSurface({ store: playgroundStore, now })] : []),
      ...(telegram ? [telegram.surface] : []),
      ...(discord ? [discord.surface] : []),
    ],
    views,
    services,
    mail: mail?.notify,
    log,
    now,
    sleep,
  })
  const chatCodes = createCodeSender({ accounts, delivery, log })

  const playgroundParts =
    devnet && createPlaygroundParts({ devnet, services, signRequests, personaWallets })
  const playgroundCommands = devnet && createCommands([createFaucetCommand(devnet.faucet)])
  const chats =
    playgroundCommands &&
    createPlayground({
      store: playgroundStore,
      accounts,
      personas: devnet.personas.map(({ name }) => name),
      dispatch: createDispatch({
        services,
        commands: playgroundCommands,
        actions,
        log,
        newId: randomUUID,
      }),
      delivery,
      now,
    })

  const backlog = createBacklogStore(db)
  const records = createRecords({ network, store: trackingStore, tracker })
  const webhookStore = createWebhookStore(db)
  const hosts = config.webhooks?.hosts ?? []
  const webhooks =
    config.webhooks &&
    createWebhookSender({ ...config.webhooks, store: webhookStore, records, log, now, sleep })
  const api = createApi({
    log,
    routes: [
      idempotency({ store: createAnswerStore(db), vault, now }),
      metricsRoutes({
        chains: tracker.lags,
        openWatches: () => backlog.openWatches(now()),
        stuckWatches: backlog.stuckWatches,
        outbox: () => backlog.outbox(now()),
      }),
      healthRoutes(async () => ({
        ...(await readiness(chains)),
        lag: Object.fromEntries(
          (await tracker.lags()).map(({ chain_uid, lagBlocks }) => [chain_uid, lagBlocks]),
        ),
        stuck: await backlog.stuckWatches(),
      })),
      openApiRoutes({ network, pools }),
      operationRoutes(operations),
      routeRoutes({
        findRoutes,
        simulateSwap: createSimulateSwap({
          network,
          simulate: hub.simulateSwap,
          newId: randomUUID,
        }),
      }),
      graphQlRoutes({
        network,
        hub: createBlockReads({
          network,
          pools,
          reads: createHubReads(network, { hub, pools: poolLookup }),
        }),
      }),
      trackRoutes(records),
      streamRoutes({ records, changes }),
      webhookRoutes({ records, store: webhookStore, hosts, now }),
      trackPageRoutes({
        network,
        webDir: WEB_DIR,
        async stateOf(chainUid, txHash) {
          const progress = await tracker.progress(chainUid, txHash)
          if (!progress) return undefined
          const page = renderHtml(trackCard(network, chainUid, txHash, progress))
          return { ...page, isOver: hasNothingToCome(progress.outcome) }
        },
        follow: tracker.open,
        say: (title, words) =>
          renderHtml({ title, tone: 'info', blocks: [{ kind: 'text', text: words }] }),
      }),
      signRoutes({ network, signRequests, tracker, now }),
      claimRoutes({
        network,
        claims,
        tracker,
        isHttps: () => services.publicUrl.startsWith('https://'),
        now,
      }),
      ...(discord && config.discord?.publicKey !== undefined
        ? [discordRoutes(discord.receive)]
        : []),
      ...(chats && playgroundParts
        ? [
            playgroundRoutes({
              ...chats,
              ...playgroundParts,
              tokens: network.tokens,
              commands: playgroundCommands,
            }),
            playgroundMailRoutes(mailbox.mails),
          ]
        : []),
      ...(devnet
        ? [devnetBooksRoutes(devnet), devnetRoutes({ Trouble, PacketFilter, ...devnet.trouble })]
        : []),
      pageRoutes({
        webDir: WEB_DIR,
        home: devnet ? 'playground.html' : 'landing.html',
        rpcUrls: network.chains.map(({ rpc_url }) => rpc_url),
      }),
    ],
  })

  await chats?.start()
  const { port } = await api.start({ port: config.port, host: config.host })
  started.push(api.stop)
  const url =
    config.publicUrl ??
    `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  services.publicUrl = url

  for (const part of [tracker, claims, rotation, webhooks, delivery, mail, telegram, discord]) {
    if (!part) continue
    await part.start()
    started.push(part.stop)
  }
  await signRequests.resume()
  started.push(pruneDaily(backlog.prune, { now, log }))
  return { url, network }
}

function startLocalNetwork(config: Config, log: Logger): Promise<Devnet> {
  return startDevnet({
    dataDir: join(config.dataDir, 'devnet'),
    blockTimeMs: config.devnetBlockTimeMs,
    log: (line) => log.info(line),
  })
}

/**
 * Without a channel of ours nobody could prove to be the recipient. On the local network nothing is refused: value for
 * those that cannot prove themselves yet waits on chain.
 */
function provableIdentities(config: Config): ReadonlySet<Platform> {
  const channels: Record<Platform, unknown> = {
    email: config.mail,
    telegram: config.telegram,
    twitter: undefined,
    discord: config.discord,
  }
  const isOn = (platform: Platform) =>
    config.network === 'devnet' || channels[platform] !== undefined
  return new Set(Platform.options.filter(isOn))
}

/** Its library takes a third of a second to load, so only those who have the bot wait for it. */
async function loadDiscord() {
  return (await import('./bots/discord/discord.ts')).createDiscord
}

/** The playground's wallets: what its routes need beside its chats. */
function createPlaygroundParts({
  devnet,
  services,
  signRequests,
  personaWallets,
}: {
  devnet: Devnet
  services: Services
  signRequests: SignRequests
  personaWallets: ReturnType<typeof createPersonaWallets>
}) {
  const signer = createPersonaSigner({
    personas: devnet.personas,
    wallets: personaWallets,
    signRequests,
    accountKeyOf: (name) => accountKey(playgroundAccount(name)),
  })
  return {
    sign: signer.sign,
    broadcast: signer.broadcast,
    async wallets(persona: string) {
      const accounts = signer.accounts(persona)
      const wallets = await Promise.all(
        accounts.map(async (wallet) => {
          const here = services.network.tokens.filter(
            (token) => denomOn(token, wallet.chain_uid) !== undefined,
          )
          const balances = here.map(async ({ token }) => ({
            token,
            amount: await services.balance(wallet, token),
          }))
          return { ...wallet, balances: await Promise.all(balances) }
        }),
      )
      const held = (await Promise.all(accounts.map(services.vouchers))).flat()
      const totals = new Map<string, bigint>()
      for (const { token, amount } of held) totals.set(token, (totals.get(token) ?? 0n) + amount)
      return { wallets, vouchers: [...totals].map(([token, amount]) => ({ token, amount })) }
    },
  }
}

async function readiness(chains: { chain_uid: string; head(): Promise<unknown> }[]) {
  const states = await Promise.all(
    chains.map(
      async ({ chain_uid, head }) =>
        [
          chain_uid,
          await head().then(
            () => 'ok' as const,
            () => 'unreachable' as const,
          ),
        ] as const,
    ),
  )
  return { ready: states.every(([, state]) => state === 'ok'), chains: Object.fromEntries(states) }
}

/** @throws {Error} says which field of the file cannot be used */
function readNetworkFile(path: string): Network {
  const result = Network.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(
    `The network file ${path} cannot be used: ${issue?.path.join('.')}: ${issue?.message}`,
  )
}

function relayerAccount(
  config: Config,
  devnet: Devnet | undefined,
): { mnemonic: string; index: number } {
  if (config.relayerMnemonic !== undefined) return { mnemonic: config.relayerMnemonic, index: 0 }
  if (devnet) return { mnemonic: devnet.mnemonic, index: devnet.claimsRelayer.hdIndex }
  throw new Error('RELAYER_MNEMONIC is not set.') // config.ts refuses this earlier
}

/** Forgets what is done, at the start and then every day. */
function pruneDaily(
  prune: (now: Date) => Promise<object>,
  { now, log }: { now: () => Date; log: Logger },
): () => void {
  const work = () =>
    void prune(now()).catch((error: unknown) => log.warn({ err: error }, 'pruning failed'))
  work()
  const timer = setInterval(work, 24 * 60 * 60_000)
  return () => clearInterval(timer)
}

/** Waits, and ends early without an error when the signal does. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return sleepFor(ms, undefined, { signal }).catch(() => undefined)
}
