import { randomUUID, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'

import { createCodeSender } from '../bots/delivery/code-sender.ts'
import type { Services } from '../bots/dispatch/command.ts'
import { actions, commands } from '../bots/commands/commands.ts'
import { createDispatch } from '../bots/dispatch/dispatch.ts'
import { inlineOffer } from '../bots/dispatch/inline-offer.ts'
import { suggest } from '../bots/dispatch/suggest.ts'
import { createTalkLimits } from '../bots/dispatch/talk-limits.ts'
import { viewOf, views, type ViewName } from '../bots/cards/views.ts'
import { showSums } from '../bots/cards/wording.ts'
import { sayWorth } from '../bots/cards/worth.ts'
import { createDelivery, type Delivery } from '../bots/delivery/delivery.ts'
import { createLanguages } from '../bots/delivery/languages.ts'
import { wordsIn } from '../bots/words/words.ts'
import { createPassingMessages } from '../bots/delivery/passing-messages.ts'
import { quietCard } from '../bots/cards/card.ts'
import { messageUrl as discordMessageUrl, serverUrl } from '../bots/discord/chat-id.ts'
import { messageUrl as telegramMessageUrl } from '../bots/telegram/chat-id.ts'
import { createPlaygroundSurface } from '../bots/playground/playground-surface.ts'
import { accountKey, type Account, type Platform } from '../core/terms/identity.ts'
import { playgroundAccount } from '../bots/playground/playground.ts'
import { requestDue } from '../bots/paying/request-planned.ts'
import { createPlanPass } from '../services/plans/plans.ts'
import { createStatements } from '../bots/statement/statement.ts'
import { createTelegram } from '../bots/telegram/telegram.ts'
import { claimTopic } from '../claims/claims.ts'
import type { CodeSender } from '../claims/code-sender.ts'
import type { Config } from '../config.ts'
import type { Devnet } from '../devnet/devnet.ts'
import { createPersonaWallets } from '../devnet/persona-wallets.ts'
import { createMail } from '../mail/create-mail.ts'
import { createMailbox } from '../mail/mailer.ts'
import { createMailLanguages } from '../mail/mail-languages.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'
import { createActivityStore } from '../store/people/activity-store.ts'
import { createMessageAuthorStore } from '../store/people/message-author-store.ts'
import { createBillStore } from '../store/chats/bill-store.ts'
import { createCardStore } from '../store/chats/card-store.ts'
import { createChatMoves } from '../store/chats/chat-moves.ts'
import type { Db } from '../store/database.ts'
import { groupSubject } from '../core/terms/group-settings.ts'
import { createStandingStore } from '../store/people/standing-store.ts'
import { createForgetPerson } from '../store/people/forget-person.ts'
import { createGroupSettingsStore, createLanguageStore } from '../store/chats/settings-store.ts'
import { createPlanStore } from '../store/chats/plan-store.ts'
import { createNoticeStore } from '../store/chats/notice-store.ts'
import { createPassingStore } from '../store/chats/passing-store.ts'
import { createPlaygroundStore } from '../store/chats/playground-store.ts'
import { createUpdateStore, noteMade } from '../store/chats/update-store.ts'
import { createPlaygroundParts } from './playground.ts'
import type { Service } from './service.ts'
import { sleep } from './sleep.ts'
import type { RandomBelow } from '../core/terms/amounts.ts'

type Deps = {
  config: Config
  service: Service
  devnet: Devnet | undefined
  db: Db
  publicUrl: string
  log: Logger
  now: () => Date
}

/** By platform: where its people open a message. */
const MESSAGE_URLS = new Map<string, (chat: string, messageId: string) => string | undefined>([
  ['telegram', telegramMessageUrl],
  ['discord', discordMessageUrl],
])
/** The views that show a gift where it was given. */
const GIFT_VIEWS: readonly ViewName[] = ['tip', 'share-out']

/** What is answered in a minute: more than anybody types, and a group of many does not come near. */
const PER_MINUTE = { perAccount: 30, perGroup: 300 }
/** Whoever develops plays everybody. */
const LOCAL_PER_MINUTE = { perAccount: 6_000, perGroup: 60_000 }

export type Chats = Awaited<ReturnType<typeof createChats>>

/** Everybody whom people talk to: the bots that are configured, mail, the playground, and delivery to all of them. */
export async function createChats({ config, service, devnet, db, publicUrl, log, now }: Deps) {
  const { network } = service
  const { accounts, identities, provable } = service.people
  const { claims, giveaways, optOuts } = service.claiming
  const notices = createNoticeStore(db)
  const activity = createActivityStore(db)
  const authors = createMessageAuthorStore(db)
  const groups = createGroupSettingsStore(db)
  const languageStore = createLanguageStore(db)
  const cards = createCardStore(db)
  const playgroundStore = createPlaygroundStore(db)
  const planStore = createPlanStore(db)
  const personaWallets = createPersonaWallets(network)
  /** What a persona has without linking. */
  const ownAccounts = ({ userId }: Account) => {
    const persona = devnet?.personas.find(({ name }) => playgroundAccount(name).userId === userId)
    return persona ? personaWallets.accounts(persona) : []
  }
  const known: Omit<Services, 'statements'> = {
    network,
    signRequests: service.signing.signRequests,
    claims,
    tracker: service.tracking.tracker,
    market: service.market,
    wallets: {
      ...service.wallets,
      of: async (account) => service.wallets.links.accountsOf(account, ownAccounts(account)),
      keeperOf: async (account) => service.wallets.links.keeperOf(account, ownAccounts(account)),
      passkeysOf: (account) => service.wallets.links.passkeysOf(accountKey(account)),
      async wordsFirst(account, recipient, amounts) {
        const { links, wordsRule } = service.wallets
        const own = await links.passkeyAt(account, recipient)
        const isUnsafe = own !== undefined && !own.hasWords
        const isTooMuch = isUnsafe && (await wordsRule.isTooMuch(own.accounts, amounts))
        return isTooMuch ? wordsRule.fromUsd : undefined
      },
    },
    people: {
      accountOf: accounts.accountOf,
      async canWriteTo({ platform, handle }, userId) {
        if (platform === 'email') return true
        const shown = userId === undefined ? await accounts.accountOf(platform, handle) : undefined
        const account = userId === undefined ? shown : { platform, userId, handle }
        return account !== undefined && (await accounts.reach(account)) !== undefined
      },
      identities,
      provable,
      activity,
      groups,
      languageChoice: languageStore,
      timeZones: languageStore,
      standings: createStandingStore(db),
      forget: createForgetPerson(db, now),
    },
    posts: {
      async urlOf(claimerId, platform) {
        const messageUrl = MESSAGE_URLS.get(platform)
        if (!messageUrl) return undefined
        const messages = await cards.messagesOf(platform, claimTopic(claimerId), GIFT_VIEWS)
        return messages
          .map(({ chat, messageId }) => messageUrl(chat, messageId))
          .find((url) => url !== undefined)
      },
    },
    bills: createBillStore(db, now),
    giveaways,
    plans: planStore,
    newId: () => randomBytes(12).toString('base64url'),
    mail: { noticeOf: notices.stateOf, wantsNoMail: optOuts.wantsNone },
    noteMade: (update, made) => db.transaction((tx) => noteMade(tx, update, made)),
    randomBelow,
    publicUrl,
    now,
  }
  const statements = createStatements({ services: known, vault: service.vault, now })
  const services: Services = { ...known, statements }
  const limits = createTalkLimits({ ...(network.local ? LOCAL_PER_MINUTE : PER_MINUTE), now })
  const dispatch = createDispatch({ services, commands, actions, log, newId: randomUUID, limits })
  const languages = createLanguages(languageStore)
  const botParts = {
    commands,
    accounts,
    activity,
    authors,
    languages,
    dispatch,
    delivery: () => delivery,
    log,
    now,
    sleep,
  }

  const telegram =
    config.telegram &&
    createTelegram({
      ...config.telegram,
      ...botParts,
      store: createUpdateStore(db, 'telegram'),
      publicUrl,
      offerInline: (query, speaker) => inlineOffer(query, speaker, network),
      moveChat: createChatMoves(db),
    })
  const discord =
    config.discord &&
    (await loadDiscord())({
      ...config.discord,
      ...botParts,
      store: createUpdateStore(db, 'discord'),
      suggest: (kind, typed, speaker) => suggest(kind, typed, speaker, services),
    })
  const mailbox = createMailbox(now)
  const mailer = config.mail ? createSmtpMailer(config.mail) : devnet && mailbox
  const mail =
    mailer &&
    createMail({
      network,
      mailer,
      claims,
      optOuts,
      store: notices,
      limits: config.notices,
      languages: createMailLanguages({ store: languageStore, vault: service.vault }),
      showSums: async (language, amounts) => {
        const words = wordsIn(language)
        const usd = await sayWorth(words, amounts, services)
        const sums = showSums(words, network, amounts)
        return usd === undefined ? sums : `${sums} (${usd})`
      },
      publicUrl,
      log,
      now,
    })
  const passing = createPassingMessages({
    store: createPassingStore(db),
    groups,
    log,
    now,
    sleep,
  })
  const delivery: Delivery = createDelivery({
    store: cards,
    surfaces: [
      ...(devnet ? [createPlaygroundSurface({ store: playgroundStore, now })] : []),
      ...(telegram ? [telegram.surface] : []),
      ...(discord ? [discord.surface] : []),
    ].map(passing.over),
    views,
    viewOf,
    services,
    languages,
    async cardIn(surface, group, card) {
      const { isQuiet } = await groups.settingsOf(groupSubject(surface, group))
      return isQuiet ? quietCard(card) : card
    },
    moveChat: createChatMoves(db),
    mail: mail?.notify,
    log,
    now,
    sleep,
  })
  const chatCodes = createCodeSender({ accounts, delivery, languages, log })
  const codes: CodeSender = {
    send: (code) =>
      code.identity.platform === 'email'
        ? (mail?.codes.send(code) ?? Promise.resolve())
        : chatCodes.send(code),
  }

  const plans = createPlanPass({
    store: planStore,
    request: async (plan) => (await requestDue(plan, services)).id,
    log,
    now,
    sleep,
  })

  return {
    services,
    /** Where somebody of a platform goes back to; a mailbox has no chat. */
    chatUrlOf({ platform, askedIn }: { platform: Platform; askedIn: string | undefined }) {
      if (platform === 'telegram') return telegram?.chatUrl()
      return platform === 'discord' && askedIn !== undefined && discord
        ? serverUrl(askedIn)
        : undefined
    },
    plans,
    statements,
    codes,
    telegram,
    discord,
    languages,
    mail,
    mailbox,
    delivery,
    passing,
    playground:
      devnet &&
      createPlaygroundParts({
        devnet,
        service,
        services,
        personaWallets,
        store: playgroundStore,
        delivery,
        languages,
        log,
        now,
      }),
  }
}

/** Its library takes a third of a second to load, so only those who have the bot wait for it. */
async function loadDiscord() {
  return (await import('../bots/discord/discord.ts')).createDiscord
}

/** From the system's own source. What is too large is drawn again, so that every number is as likely as any other. */
const randomBelow: RandomBelow = (below) => {
  const bits = below.toString(2).length
  const mask = (1n << BigInt(bits)) - 1n
  for (;;) {
    const drawn = BigInt(`0x${randomBytes(Math.ceil(bits / 8)).toString('hex')}`) & mask
    if (drawn < below) return drawn
  }
}
