import { createHash } from 'node:crypto'

import type { ChatClaims, ClaimerView, ClaimLinks } from '../claims/claims.ts'
import type { OptOuts } from '../claims/opt-outs.ts'
import { needsPin } from '../core/claims/claim-limits.ts'
import { DEFAULT_LANGUAGE, type Language } from '../core/terms/language.ts'
import type { Network } from '../core/terms/network.ts'
import { showDay } from '../core/terms/show-text.ts'
import { claimLetter, type ClaimNews } from './claim-letter.ts'
import { renderLetter } from './letter.ts'
import type { MailLanguages } from './mail-languages.ts'
import { MailRefusedError, type Mailer } from './mailer.ts'
import type { Fact } from '../core/terms/fact.ts'
import { DAY_MS, HOUR_MS } from '../core/terms/durations.ts'

/** More than one transaction can make; what is beyond goes with the next mail. */
const MOST_IN_A_MAIL = 100

/** While a pay-out or return is under way nobody knows whether there is anything to tell: it is looked at again so often, and ever more seldom as it gets older. */
const UNDER_WAY = { leastMs: 30_000, ofAge: 0.1, mostMs: HOUR_MS }
const IS_UNDER_WAY: ReadonlySet<ClaimerView['items'][number]['status']> = new Set([
  'redeeming',
  'cancelling',
  'returning',
])

/** How notices ended: `mail` names the one that told them, `undefined` where there was nothing to tell. */
export type EndedNotices = {
  notices: readonly OpenNotice[]
  mail: string | undefined
  /** The mail server refused the mail for good. */
  isRefused?: boolean
}

/** What claim notices ask of the store. Each call is one statement or transaction. */
export type NoticeStore = {
  /** What is to be told to a mailbox, the oldest first, without what was set aside. */
  openFor(to: string): Promise<OpenNotice[]>
  /** When mails with notices went to a mailbox. */
  mailedSince(to: string, since: Date): Promise<Date[]>
  /** Leaves what is due for a mailbox, or of that what these claimers' notices are, alone until then; this is no failed try. */
  hold(to: string, held: { until: Date; claimerIds?: readonly string[] }, now: Date): Promise<void>
  /** Ends notices, all of them at once, and tells their claims' topics. */
  end(ended: EndedNotices, now: Date): Promise<void>
}

export type NoticeDeps = {
  network: Network
  mailer: Mailer
  claims: Pick<ChatClaims, 'viewOwn'> & Pick<ClaimLinks, 'linkSecret'>
  optOuts: Pick<OptOuts, 'wantsNone' | 'tokenFor'>
  store: NoticeStore
  limits: NoticeLimits
  languages: MailLanguages
  /** Several amounts and, where they have a price, what they are worth, for example `5 USDC and 0.1 ETH (≈ $255)`. */
  showSums(language: Language, amounts: readonly Amount[]): Promise<string>
  /** What links begin with, without a slash at the end. */
  publicUrl: string
  log: { warn(details: object, message: string): void }
  now: () => Date
}

type Amount = { token: string; amount: bigint }
/** What one claimer's notices tell: what waits of it. */
type Told = {
  claim: ClaimerView
  notices: OpenNotice[]
  waiting: ClaimerView['items']
}

/**
 * Tells a mailbox in one mail what waits for it, unless it asked for none or had many mails lately; then the notices stay due for
 * later. At least once: a stop between sending and its record sends again, with the same Message-ID if it tells the same.
 * Call it for one mailbox at a time. Throws whatever may be over later; then the notices stay due.
 */
export function createClaimNotices(deps: NoticeDeps) {
  const { network, mailer, claims, optOuts, store, limits, publicUrl, log, now } = deps
  const { languages, showSums } = deps

  /** `undefined` where nothing waits any more, or nobody wants to hear of it; `under way` where it may wait again, if what pays it out or takes it back fails. */
  async function toldOf(
    claimerId: string,
    notices: OpenNotice[],
  ): Promise<Told | 'under way' | undefined> {
    if (await optOuts.wantsNone(claimerId)) return undefined
    const claim = await claims.viewOwn(claimerId)
    const waiting = claim?.items.filter(({ status }) => status === 'funded') ?? []
    if (claim && waiting.length > 0) return { claim, notices, waiting }
    return claim?.items.some(({ status }) => IS_UNDER_WAY.has(status)) ? 'under way' : undefined
  }

  async function newsOf({ claim, notices, waiting }: Told, language: Language): Promise<ClaimNews> {
    return {
      senderName: claim.senderName,
      sum: await showSums(language, waiting),
      note: claim.note,
      url: `${publicUrl}/claim/${claim.id}#${await claims.linkSecret(claim.id)}`,
      isNewLink: notices.some(({ kind }) => kind === 'link-renewed'),
      untilDay: firstDayOf(waiting, language),
      needsPin: waiting.some((item) => needsPin(network, claim.recipient, item)),
    }
  }

  async function send(to: string, first: Told, more: readonly Told[]): Promise<void> {
    const all = [first, ...more]
    const notices = all.flatMap((told) => told.notices)
    const token = await optOuts.tokenFor([first.claim.id, ...more.map(({ claim }) => claim.id)])
    const unsubscribeUrl = `${publicUrl}/unsubscribe/${token}`
    const theirs = await languages.ofMailbox(to)
    const language = theirs ?? (await languages.ofSender(first.claim)) ?? DEFAULT_LANGUAGE
    const letter = claimLetter(
      {
        news: [
          await newsOf(first, language),
          ...(await Promise.all(more.map((told) => newsOf(told, language)))),
        ],
        sum: await showSums(
          language,
          all.flatMap(({ waiting }) => waiting),
        ),
        isReminder: notices.every(isReminder),
        isLanguageKnown: theirs !== undefined,
        unsubscribeUrl,
      },
      language,
    )
    const mail = nameOf(notices)
    let isRefused = false
    try {
      await mailer.send({ to, id: mail, unsubscribeUrl, ...renderLetter(letter) })
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error
      isRefused = true
      const claimerIds = all.map(({ claim }) => claim.id)
      log.warn({ claimerIds, reason: error.message }, 'a mail was refused for good')
    }
    await store.end({ notices, mail, isRefused }, now())
  }

  /** What a mail tells now, oldest first; what is not told any more; and what nobody knows of yet. */
  async function sorted(notices: readonly OpenNotice[]) {
    const byClaimer = new Map<string, OpenNotice[]>()
    for (const notice of notices)
      byClaimer.set(notice.claimerId, [...(byClaimer.get(notice.claimerId) ?? []), notice])
    const tells: Told[] = []
    const needless: OpenNotice[][] = []
    const underWay = new Map<string, OpenNotice[]>()
    for (const [claimerId, its] of byClaimer) {
      if (tells.length === MOST_IN_A_MAIL) break
      const told = await toldOf(claimerId, its)
      if (told === 'under way') underWay.set(claimerId, its)
      else if (told) tells.push(told)
      else needless.push(its)
    }
    return { tells, needless, underWay }
  }

  return async (to: string): Promise<void> => {
    const time = now()
    const isDue = ({ notBefore }: OpenNotice) => notBefore <= time
    const open = await store.openFor(to)
    if (!open.some(isDue)) return // another mail took it along
    const mailedAt = await store.mailedSince(to, new Date(time.getTime() - DAY_MS))
    const untried = open.map((notice) => ({ ...notice, attempts: 0 }))
    const earliest = new Date(mayGoAt(untried, mailedAt, limits))
    if (earliest > time) return store.hold(to, { until: earliest }, time) // whatever is under way

    const { tells, needless, underWay } = await sorted(toldTogether(open, time))
    if (underWay.size > 0) {
      const until = new Date(time.getTime() + underWayMs([...underWay.values()].flat(), time))
      await store.hold(to, { until, claimerIds: [...underWay.keys()] }, time)
    }
    // What is under way neither brings others forward nor holds them up.
    const known = open.filter(({ claimerId }) => !underWay.has(claimerId))
    if (!known.some(isDue)) return
    const goesAt = new Date(mayGoAt(known, mailedAt, limits))
    if (goesAt > time) return store.hold(to, { until: goesAt }, time)

    for (const notices of needless) await store.end({ notices, mail: undefined }, now())
    const [first, ...more] = tells
    if (first) await send(to, first, more)
  }
}

/** How long what is under way is left alone: the newest of it ends soonest. */
function underWayMs(notices: readonly OpenNotice[], now: Date): number {
  const newest = Math.max(...notices.map(({ createdAt }) => +createdAt))
  const { leastMs, ofAge, mostMs } = UNDER_WAY
  return Math.min(Math.max((+now - newest) * ofAge, leastMs), mostMs)
}

/** The same for the same notices, at every try. */
function nameOf(notices: readonly OpenNotice[]): string {
  const ids = notices.map(({ id }) => id).toSorted()
  return createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 32)
}

/** The day on which the first of them goes back to its sender. */
function firstDayOf(
  waiting: readonly { expiresAt: Date | undefined }[],
  language: Language,
): string | undefined {
  const [first] = waiting.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted((a, b) => +a - +b)
  return first && showDay(first, language)
}

export type SendClaimNotices = ReturnType<typeof createClaimNotices>

/** A notice of one mailbox that is still to be told. */
export type OpenNotice = {
  id: string
  kind: Fact['kind'] | undefined
  claimerId: string
  createdAt: Date
  notBefore: Date
  /** Tries that failed. */
  attempts: number
}

/** How many mails one mailbox gets at most, codes not counted, and how long the first notice waits for others. */
export type NoticeLimits = { joinMs: number; perHour: number; perDay: number }

/** How much too early a reminder may come, to go with another. */
const EARLY_MS = DAY_MS

const isReminder = ({ kind }: OpenNotice) => kind === 'claim-expiring'

/**
 * When what waits for a mailbox may go, in milliseconds since 1970: the first notice has waited for others, a failed try was long
 * enough ago, and neither cap is reached. Pure. `mailedAt` is when mails of the last day went to it, in any order.
 */
export function mayGoAt(
  open: readonly OpenNotice[],
  mailedAt: readonly Date[],
  { joinMs, perHour, perDay }: NoticeLimits,
): number {
  const newestFirst = mailedAt.map(Number).toSorted((a, b) => b - a)
  /** The `most`-th newest mail has to be out of the time that the cap is for. */
  const underCap = (most: number, withinMs: number) =>
    (newestFirst[most - 1] ?? -Infinity) + withinMs
  const first = Math.min(
    ...open.filter((one) => !isReminder(one)).map(({ createdAt }) => +createdAt),
  )
  const failed = open.filter(({ attempts }) => attempts > 0)
  return Math.max(
    Number.isFinite(first) ? first + joinMs : 0,
    ...failed.map(({ notBefore }) => +notBefore),
    underCap(perHour, HOUR_MS),
    underCap(perDay, DAY_MS),
  )
}

/** What one mail tells: every first notice that is there, and the reminders of a day. Pure. */
export function toldTogether(open: readonly OpenNotice[], now: Date): OpenNotice[] {
  return open.filter((one) => !isReminder(one) || +one.notBefore <= +now + EARLY_MS)
}
