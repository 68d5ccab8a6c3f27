import type { ChatClaims, ClaimGroups, ClaimLinks, PayOuts } from '../../claims/claims.ts'
import type {
  Activity,
  GroupSettingsStore,
  Person,
  Standings,
} from '../../services/people/people-port.ts'
import type { Account, Identity, Platform } from '../../core/terms/identity.ts'
import type { Giveaways } from '../../claims/giveaways.ts'
import type { HandledUpdate, Made, UpdateKey } from '../../core/terms/made.ts'
import type { BillStore } from '../../services/bills/bills.ts'
import type { Claimers } from '../../services/operations/claimers-port.ts'
import type { NetworkFees } from '../../services/operations/network-fees.ts'
import type { Network } from '../../core/terms/network.ts'
import type { HeldVouchers, ReadPayoutTerms } from '../../services/market/hub-reads-port.ts'
import type { Plans } from '../../services/plans/plans.ts'
import type { PriceAlerts } from '../../services/market/price-alerts.ts'
import type { PriceHistory } from '../../services/market/price-history.ts'
import type { LivePools } from '../../services/market/pools-port.ts'
import type { Quotes } from '../../services/market/quotes.ts'
import type { CrossChainUser } from '../../core/terms/shapes.ts'
import type { SignRequests } from '../../services/signing/sign-requests.ts'
import type { RandomBelow } from '../../core/terms/amounts.ts'
import type { Tracker } from '../../services/tracking/tracker.ts'
import type { WalletLinks } from '../../services/wallets/wallet-links.ts'
import type { Words } from '../words/words.ts'
import type { Language } from '../../core/terms/language.ts'
import type { Card } from '../cards/card.ts'
import type { Param } from './params.ts'

/** Everything a command may use; nothing of it knows a platform. Amounts are base units. */
export type Services = {
  network: Network
  signRequests: SignRequests
  claims: ChatClaims & ClaimLinks & PayOuts & ClaimGroups & Pick<Claimers, 'refuseImpossible'>
  tracker: Tracker
  market: Market
  wallets: Wallets
  people: People
  mail: {
    /** How far the mail is that tells the recipient of a claim. */
    noticeOf(claimId: string): Promise<'waiting' | 'sent' | 'refused'>
    /** Whether the mailbox of a claimer asked for no mails, at all or from this sender. */
    wantsNoMail(claimerId: string): Promise<boolean>
  }
  posts: {
    /** Where a reader of a platform opens the message of a group that shows a claim; `undefined` where there is none, or it cannot be linked to. */
    urlOf(claimerId: string, platform: Account['platform']): Promise<string | undefined>
  }
  /** What people ask each other to pay. */
  bills: BillStore
  giveaways: Giveaways
  /** Tips that come again. */
  plans: Plans
  statements: {
    /** A link to everything that an account sent and received, for its own eyes: whoever has it can read it for ten minutes. */
    linkFor(account: Account): string
  }
  /** Keeps what an update makes, before it is made: of what is not kept in the database itself. Without an update nothing. */
  noteMade(update: UpdateKey | undefined, made: Made): Promise<void>
  randomBelow: RandomBelow
  newId(): string
  /** What links begin with, without a slash at the end. */
  publicUrl: string
  now(): Date
}

export type Market = {
  quotes: Quotes
  /** USD for a whole token, as decimal texts, for those that have a price. */
  prices(): Promise<ReadonlyMap<string, string>>
  /** What prices were. */
  priceHistory: PriceHistory
  /** Prices that people wait for. */
  alerts: PriceAlerts
  /** The hub's pools as they are now. */
  pools: LivePools
  networkFee: NetworkFees
  /** What the hub asks of payouts of a token on a chain, as far as it can be asked now: to be shown, and no more. */
  payoutTerms: ReadPayoutTerms
}

export type Wallets = {
  /** The wallets that an account has linked, its preferred one first. */
  of(account: Account): Promise<CrossChainUser[]>
  /** The account of a passkey that keeps as vouchers what its owner gets; `undefined` where another wallet comes first. */
  keeperOf(account: Account): Promise<CrossChainUser | undefined>
  /** The linked accounts that belong to passkeys: they sign what moves vouchers, and send no transactions. */
  passkeysOf(account: Account): Promise<CrossChainUser[]>
  /**
   * From what worth on, in USD, their account of a passkey gets something only once its recovery words are confirmed, where some amounts would leave it with more and nobody has shown to
   * have the words; `undefined` for any other account, and for less.
   */
  wordsFirst(
    account: Account,
    recipient: CrossChainUser,
    amounts: readonly { token: string; amount: bigint }[],
  ): Promise<number | undefined>
  /** A wallet's real tokens, read from its chain. */
  balance(wallet: CrossChainUser, token: string): Promise<bigint>
  /** A user's vouchers of one token, read from the hub. */
  voucher(user: CrossChainUser, token: string): Promise<bigint>
  /** All of a user's vouchers, read from the hub. */
  vouchers(user: CrossChainUser): Promise<HeldVouchers>
  /** Whether a wallet is a contract, as its chain says now. */
  isContract(user: CrossChainUser): Promise<boolean>
  /** Linking wallets, and what is linked. */
  links: WalletLinks
}

export type People = {
  /** The account that showed this handle last, if we have met it. */
  accountOf(platform: Account['platform'], handle: string): Promise<Account | undefined>
  /** Whether we can write to somebody: mailboxes, and who has begun a private chat with us. Who has none reads what they are told once they have. `userId` is their account, where it is known. */
  canWriteTo(
    who: Pick<Identity, 'platform' | 'handle'>,
    userId: string | undefined,
  ): Promise<boolean>
  /** Whose identities something may be sent to. */
  identities: ReadonlySet<Platform>
  /** Whose accounts can prove themselves here. The local network lets what is for others wait. */
  provable: ReadonlySet<Platform>
  activity: Activity
  /** What admins have set for their groups. */
  groups: GroupSettingsStore
  /** The languages that people and groups have chosen; a `subject` is an account's key or a group's subject. */
  languageChoice: LanguageChoice
  /** Whose clock people and groups go by; subjects as above. */
  timeZones: TimeZones
  /** What people gave and received. */
  standings: Standings
  /** Forgets of a person what no money hangs on. */
  forget(account: Account): Promise<void>
}

/** What a platform tells of somebody in a group; what it does not tell is `undefined`. */
export type Membership = {
  isMember: boolean | undefined
  since: Date | undefined
  /** The ids of their roles. */
  roles: ReadonlySet<string> | undefined
}

/** A role of a group's people. */
export type Role = {
  id: string
  name: string
  isEverybody: boolean
  /** Who has it, bots left out; of more than `most` any `most + 1`. `undefined`: we may not see. */
  members(most: number): Promise<Person[] | undefined>
}

/** Time zones as the IANA database names them, or as `UTC+2`; `undefined`: nobody said. */
export type TimeZones = {
  zoneOf(subject: string): Promise<string | undefined>
  setZone(subject: string, zone: string | undefined): Promise<void>
}

/** `undefined`: nothing was chosen, or is chosen any more. */
export type LanguageChoice = {
  /** What was chosen, or else what was heard last. */
  languageOf(subject: string): Promise<string | undefined>
  chosen(subject: string): Promise<string | undefined>
  choose(subject: string, language: Language | undefined): Promise<void>
}

/** Who said it, and where. `platform` is where handles in this chat belong. */
export type Voice = {
  account: Account
  /** How the person is shown to others: `@alice`, or a name where there is no handle. */
  name: string
  /** `isMessage`: one message in a chat that we are not in, sent through us. */
  chat: { id: string; kind: 'group' | 'private'; isMessage?: true }
  /** By the platform's clock, where it tells that; it may have waited for us since. */
  saidAt?: Date | undefined
  /** The author of the message that this one answers, or whom it names by account instead of by handle: `isNamed`, before all others that the words name. */
  replyTo: { account: Account; name: string; isNamed?: true } | undefined
  /** It answers a message that no person shows themselves as the author of: of a bot, a channel, or an anonymous admin. */
  answersNobody?: true | undefined
  /** Whom the words name by account: they stand there as `mentionOf` writes them. */
  mentioned?: readonly Person[] | undefined
  /** What was entered in a field for the note: no other part is read from it. */
  note?: string | undefined
  /** The role that was named in the place of a person, on platforms that have them. */
  role?: Role | undefined
  /** Our own account on this platform: nobody can tip it. */
  bot: Account
  /** What the platform tells of the languages of the person and of the group. */
  language: { person?: Language | undefined; group?: Language | undefined }
}

/** Who said it, with the words to answer in. */
export type Speaker = Voice & {
  words: Words
  /** Where the chat is: a platform, or what stands in for one. */
  surface: string
  /** The update that it is, where that may be handled again: whatever is made for it is kept with its key. */
  update?: HandledUpdate | undefined
  /** Whether the platform says that they are an admin of this group; never in private. */
  isAdmin(): Promise<boolean>
  /** What the platform says of them in this group. */
  membership(): Promise<Membership>
  /**
   * Takes away what was just said, and says whether that worked. Only where others have read it: not in private, nor where a
   * platform shows commands to nobody else.
   */
  deleteCommand?: (() => Promise<boolean>) | undefined
}

/** Who reads a card: `reader` is whose private chat it stands in, `undefined` in a group. */
export type Audience = { reader: Account | undefined; words: Words }

/** A card with the topics whose changes call for it again. */
export type Rendered = {
  card: Card
  topics: string[]
  /** When it will read differently although nothing changes, for example because something expires. */
  changesAt?: Date | undefined
  /** What it was about is not kept any more: where it stands it says so, and nobody is told of it anew. */
  isGone?: true
}

/** A card that follows what it shows: `view` and `key` render it again whenever one of its topics changes. */
export type Live = Omit<Rendered, 'card' | 'isGone'> & {
  view: string
  key: string
  /** When it began to be rendered, by this process's clock: what its topics were told of later may be missing. */
  renderedAt?: Date | undefined
}

/**
 * An answer. `asker` means that others in a group should not read it: it goes to the private chat, and the group
 * hears only that it did. `groupOnly`: nobody but its group can use it, so where it cannot be shown there its asker reads that card alone, in its place.
 */
export type Reply = {
  card: Card
  audience: 'everyone' | 'asker'
  live?: Live
  groupOnly?: { orElse: Card }
}

export type Command = {
  name: string // without the slash
  summary(words: Words): string // one line, for lists
  usage: string // for example `/tip @handle amount token [on chain] [note]`
  examples: string[]
  /** The parts of its text form; none for a command that stands alone. */
  params?: readonly Param[]
  /** Who reads its answers, where that is always so. */
  audience?: Reply['audience']
  /** In groups it is of use to admins: menus there show it to them alone, where everybody else has it in the menu of their private chat. */
  forAdmins?: true
  /** What it is called in the menus of a person and of a message, on platforms that have them. */
  menu?: { person(words: Words): string; message(words: Words): string }
  run(input: string, speaker: Speaker, services: Services): Promise<Reply>
}

/**
 * A button's answer; `undefined` where its card shows by itself what came of it. `arg` is what stands behind the colon of
 * the card's action.
 */
export type Action = {
  name: string
  run(arg: string, speaker: Speaker, services: Services): Promise<Reply | undefined>
  /** Its card, for whoever pressed on one that can be changed no more, where `run` answers nothing. */
  cardAnew?(arg: string, speaker: Speaker, services: Services): Promise<Reply>
}

/** Renders a live card from the present state. `undefined`: nothing to show any more. */
export type View = (
  key: string,
  services: Services,
  audience: Audience,
) => Promise<Rendered | undefined>
