import { actions, commands } from '../src/bots/commands/commands.ts'
import { createDispatch } from '../src/bots/dispatch/dispatch.ts'
import { viewOf, views } from '../src/bots/cards/views.ts'
import { createDelivery, type Delivery } from '../src/bots/delivery/delivery.ts'
import { createDiscord } from '../src/bots/discord/discord.ts'
import { createLanguages } from '../src/bots/delivery/languages.ts'
import { createTelegram } from '../src/bots/telegram/telegram.ts'
import { createAccountStore } from '../src/store/people/account-store.ts'
import { createActivityStore } from '../src/store/people/activity-store.ts'
import { createMessageAuthorStore } from '../src/store/people/message-author-store.ts'
import { createCardStore } from '../src/store/chats/card-store.ts'
import { createChatMoves } from '../src/store/chats/chat-moves.ts'
import { openDatabase } from '../src/store/database.ts'
import { createLanguageStore } from '../src/store/chats/settings-store.ts'
import { createUpdateStore } from '../src/store/chats/update-store.ts'
import { sleep } from '../src/wiring/sleep.ts'
import { createStandInServices, ON_BASE } from '../test/bots/commands/stand-in-services.ts'
import { TOKEN as DISCORD_TOKEN } from '../test/bots/discord/discord-api.ts'
import { NO_LIMITS, TOKEN as TELEGRAM_TOKEN } from '../test/bots/telegram/bot-api.ts'

/** What both bots are made of: every command and view, over stores in `dataDir`. Chains and claims are played in memory. */
function createParts(dataDir: string) {
  const { db } = openDatabase(dataDir)
  const { services: played, known, clock } = createStandInServices(db)
  clock.advanceMs(Date.now() - clock.now().getTime()) // else every card is out of date at once
  known.balances.set('base/usdc', 10n ** 12n)
  const now = () => new Date()
  const services = { ...played, now, wallets: { ...played.wallets, of: async () => [ON_BASE] } }
  const log = {
    warn: (details: object, message: string) => console.error(message, details),
    error: (details: object, message: string) => console.error(message, details),
  }
  const languages = createLanguages(createLanguageStore(db))
  return {
    db,
    commands,
    languages,
    accounts: createAccountStore(db),
    activity: createActivityStore(db),
    authors: createMessageAuthorStore(db),
    dispatch: createDispatch({ services, commands, actions, log, newId: () => 'failed' }),
    log,
    now,
    sleep,
    deliveryTo: (surface: Parameters<typeof createDelivery>[0]['surfaces'][number]) =>
      createDelivery({
        store: createCardStore(db),
        surfaces: [surface],
        views,
        viewOf,
        services,
        languages,
        log,
        now,
        sleep,
      }),
  }
}

type Bot = {
  /** Ends with everything that was begun. */
  stop(): Promise<void>
}

const stopBoth = (platform: Bot, delivery: Bot): Bot => ({
  async stop() {
    await platform.stop()
    await delivery.stop()
  },
})

export async function startTelegram(dataDir: string, apiRoot: string): Promise<Bot> {
  const { db, deliveryTo, ...parts } = createParts(dataDir)
  const telegram = createTelegram({
    ...parts,
    token: TELEGRAM_TOKEN,
    apiRoot,
    publicUrl: 'https://vouch.example',
    offerInline: () => undefined,
    moveChat: createChatMoves(db),
    delivery: () => delivery,
    store: createUpdateStore(db, 'telegram'),
    limits: NO_LIMITS,
  })
  const delivery: Delivery = deliveryTo(telegram.surface)
  await telegram.start()
  delivery.start()
  return stopBoth(telegram, delivery)
}

export async function startDiscord(dataDir: string, apiRoot: string): Promise<Bot> {
  const { db, deliveryTo, ...parts } = createParts(dataDir)
  const discord = createDiscord({
    ...parts,
    token: DISCORD_TOKEN,
    apiRoot,
    suggest: async () => [],
    delivery: () => delivery,
    store: createUpdateStore(db, 'discord'),
  })
  const delivery: Delivery = deliveryTo(discord.surface)
  await discord.start()
  delivery.start()
  return stopBoth(discord, delivery)
}
