import { fileURLToPath } from 'node:url'

import { claimRoutes } from '../api/routes/claim-routes.ts'
import { devnetBooksRoutes } from '../api/routes/devnet-books-routes.ts'
import { devnetRoutes, devnetRuleRoutes } from '../api/routes/devnet-routes.ts'
import { discordRoutes, telegramRoutes } from '../api/routes/platform-routes.ts'
import { giveawayRoutes } from '../api/routes/giveaway-routes.ts'
import { graphQlRoutes } from '../api/routes/graphql-routes.ts'
import { healthRoutes } from '../api/routes/health-routes.ts'
import { invoiceRoutes } from '../api/routes/invoice-routes.ts'
import { keepKeyHostApart } from '../api/key-host.ts'
import { newWatchLimit } from '../api/client-limits.ts'
import { idempotency } from '../api/idempotency.ts'
import { metaTxnRoutes } from '../api/routes/meta-routes.ts'
import { metaRoutes, operationRoutes, routeRoutes } from '../api/routes/operation-routes.ts'
import { shared } from '../api/shared.ts'
import { openApiRoutes } from '../api/routes/openapi-routes.ts'
import { pageRoutes, type KeyHost } from '../api/routes/page-routes.ts'
import { playgroundMailRoutes, playgroundRoutes } from '../api/routes/playground-routes.ts'
import { signRoutes } from '../api/routes/sign-routes.ts'
import { streamRoutes } from '../api/routes/stream-routes.ts'
import { trackPageRoutes } from '../api/routes/track-page-routes.ts'
import { trackRoutes, webhookRoutes } from '../api/routes/track-routes.ts'
import { statementRoutes } from '../api/routes/statement-routes.ts'
import { unsubscribeRoutes } from '../api/routes/unsubscribe-routes.ts'
import { walletRoutes } from '../api/routes/wallet-routes.ts'
import { createPageWriter } from '../api/write-page.ts'
import { trackCard } from '../bots/cards/track.ts'
import { wordsIn } from '../bots/words/words.ts'
import { renderHtml } from '../bots/page/render-html.ts'
import { atOurExpense } from '../chains/nodes/node-purse.ts'
import type { Config } from '../config.ts'
import { createMetaTransactions } from '../services/operations/meta-transactions.ts'
import { textTermsOf } from '../core/signing/text-terms-of.ts'
import { publicRpcOf } from '../core/terms/public-rpc.ts'
import { createInvoices } from '../services/bills/invoices.ts'
import { createSimulateSwap } from '../services/market/simulate-swap.ts'
import { hasNothingToCome } from '../core/tracking/outcomes.ts'
import type { ChainCondition } from '../services/tracking/chain-health.ts'
import type { Tracker } from '../services/tracking/tracker.ts'
import type { WebhookStore } from '../services/tracking/webhooks.ts'
import type { IdempotencyStore } from '../services/flow/idempotency-store-port.ts'
import type { Devnet } from '../devnet/devnet.ts'
import { RuleChange } from '../devnet/hub/release-rules.ts'
import { PacketFilter, Trouble } from '../devnet/trouble/trouble.ts'
import type { createBacklogStore } from '../store/chats/backlog-store.ts'
import type { OwnDatabase } from '../store/database.ts'
import { writtenWordsIn } from '../words/written-words.ts'
import type { Chats } from './chats.ts'
import type { Service } from './service.ts'

/** Telegram's web app shows Mini Apps in a frame. */
const TELEGRAM_WEB = 'https://web.telegram.org'
const WEB_DIR = fileURLToPath(new URL('../../dist/web', import.meta.url))
export const writePage = createPageWriter(WEB_DIR)

type Deps = {
  config: Config
  service: Service
  chats: Chats
  devnet: Devnet | undefined
  answers: IdempotencyStore
  health: OwnDatabase['health']
  backlog: ReturnType<typeof createBacklogStore>
  webhooks: WebhookStore
  now: () => Date
}

const keyHostOf = ({ keyUrl, publicUrl }: Config): KeyHost | undefined =>
  keyUrl === undefined || publicUrl === undefined ? undefined : { keyUrl, publicUrl }

/** What holds before everything else, also before another server is asked: see `keepKeyHostApart`. */
export const keyHostRoutes = ({ keyUrl }: Config) =>
  keyUrl === undefined ? [] : [keepKeyHostApart({ keyUrl, webDir: WEB_DIR })]

/** Every route of a server. Those that are not shared are the leader's, where there are several servers. */
export function createRoutes(deps: Deps) {
  const { config, service, chats, devnet, answers, health, backlog, webhooks, now } = deps
  const { network, hub, market, signing } = service
  const { tracker, records, changes } = service.tracking
  const { claims, optOuts } = service.claiming
  // A platform brings what all of its people say from a few addresses, and is no client: its commands have limits by account.
  const { telegram, discord } = chats
  const { languageOf } = chats.languages
  const meta = createMetaTransactions({
    network,
    newNonce: signing.newNonce,
    takesSignature: signing.takesSignature,
    now,
  })
  const allowNew = newWatchLimit(now)
  return [
    idempotency({
      store: answers,
      vault: service.vault,
      isLocal: network.local ?? false,
      now,
    }),
    shared(
      healthRoutes({
        readiness: async () => ({
          ...(await readiness(tracker, health)),
          stuck: await backlog.stuckWatches(now()),
        }),
        now,
      }),
      openApiRoutes({ network, pools: market.pools }),
      operationRoutes(signing.operations),
      metaRoutes(meta),
      routeRoutes({
        findRoutes: market.findRoutes,
        simulateSwap: createSimulateSwap({
          network,
          simulate: hub.simulateSwap,
        }),
      }),
      graphQlRoutes({
        network,
        hub: market.reads,
        now,
      }),
      trackRoutes({ records, allowNew }),
      streamRoutes({ records, changes, allowNew }),
      webhookRoutes({
        records,
        allowNew,
        store: webhooks,
        hosts: config.webhooks?.hosts ?? [],
        now,
      }),
      trackPageRoutes({
        network,
        writePage,
        async stateOf(chainUid, txHash, language) {
          const progress = await tracker.progress(chainUid, txHash)
          if (!progress) return undefined
          const card = trackCard(wordsIn(language), network, chainUid, txHash, progress)
          const page = renderHtml(card, writtenWordsIn(language).states)
          return { ...page, isOver: hasNothingToCome(progress.outcome) }
        },
        allowNew,
        follow: tracker.openFor,
      }),
      statementRoutes(chats.statements.csvOf),
      metaTxnRoutes({ network, moves: meta.moves, relay: signing.relay, tracker }),
      unsubscribeRoutes({ writePage, optOuts }),
      walletRoutes({ network, walletLinks: service.wallets.links, languageOf, now }),
      signRoutes({
        network,
        signRequests: signing.signRequests,
        tracker,
        claims,
        voucher: service.wallets.voucher,
        isContract: service.wallets.isContract,
        languageOf,
        chatUrlOf: chats.chatUrlOf,
        payoutTerms: market.payoutTerms,
        prices: market.prices,
      }),
      claimRoutes({
        network,
        claims,
        tracker,
        signRequests: signing.signRequests,
        voucher: service.wallets.voucher,
        isContract: service.wallets.isContract,
        languageOf,
        chatUrlOf: chats.chatUrlOf,
        payoutTerms: market.payoutTerms,
        prices: market.prices,
        wordsRule: service.wallets.wordsRule,
        passkeyAt: service.wallets.links.passkeyAt,
        isGasless: () => atOurExpense(signing.relay.isOpen),
        isHttps: chats.services.publicUrl.startsWith('https://'),
        now,
      }),
      giveawayRoutes(chats.services.giveaways),
      invoiceRoutes({
        network,
        invoices: createInvoices(chats.services),
        languageOf,
        prices: market.prices,
      }),
      pageRoutes({
        webDir: WEB_DIR,
        home: devnet ? 'playground' : 'landing',
        rpcUrls: network.chains.map(publicRpcOf).filter((url) => url !== ''),
        framedBy: config.telegram ? [TELEGRAM_WEB] : [],
        keyHost: keyHostOf(config),
        texts: textTermsOf(network, chats.services.publicUrl),
      }),
    ),
    ...(telegram && config.telegram?.webhook
      ? [telegramRoutes((delivered) => atOurExpense(() => telegram.receive(delivered)))]
      : []),
    ...(discord && config.discord?.publicKey !== undefined
      ? [discordRoutes((delivered) => atOurExpense(() => discord.receive(delivered)))]
      : []),
    ...(chats.playground
      ? [
          playgroundRoutes({ ...chats.playground, tokens: network.tokens }),
          playgroundMailRoutes(chats.mailbox.mails),
        ]
      : []),
    ...(devnet
      ? [
          devnetBooksRoutes(devnet),
          devnetRoutes({ Trouble, PacketFilter, ...devnet.trouble }),
          devnetRuleRoutes({ Rule: RuleChange, ...devnet.rules }),
        ]
      : []),
  ]
}

/** From what is known: nobody is asked, so that nobody has to be waited for. */
async function readiness(tracker: Pick<Tracker, 'conditions'>, health: OwnDatabase['health']) {
  await health.probe()
  const conditions = await tracker.conditions()
  const ofEach = <Fact>(factOf: (condition: ChainCondition) => Fact) =>
    Object.fromEntries(
      conditions.map((condition) => [condition.chain_uid, factOf(condition)] as const),
    )
  const trouble = health.trouble()
  return {
    ready: trouble === undefined && conditions.every(({ state }) => isAtWork(state)),
    database: trouble ?? ('ok' as const),
    chains: ofEach(({ state }) => state),
    lag: ofEach(({ lagBlocks }) => lagBlocks),
    silent_ms: ofEach(({ silentMs }) => silentMs),
  }
}

/** Whether what needs the chain goes on. */
const isAtWork = (state: ChainCondition['state']) => state === 'ok' || state === 'behind'
