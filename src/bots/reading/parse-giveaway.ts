import type { GiveawayRules } from '../../claims/giveaways.ts'
import type { Chain, Network, Token } from '../../core/terms/network.ts'
import { readChain } from './read-name.ts'
import { zoneOf } from '../cards/zone-of.ts'
import { groupSubject } from '../../core/terms/group-settings.ts'
import { accountKey, placeOf } from '../../core/terms/identity.ts'
import type { Services, Speaker } from '../dispatch/command.ts'
import { UnreadableCommandError } from '../dispatch/errors.ts'
import { mentionIn } from '../dispatch/params.ts'
import { showSpan } from '../../core/terms/show-text.ts'
import { showEnd } from '../cards/show-end.ts'
import type { Words } from '../words/words.ts'
import { takeCount, takeEach } from './parse-share-out.ts'
import { isBetween, noteOf, readNamed, wordsOf } from './parse-tip.ts'
import { readAmount, type AskedAmount } from './read-amount.ts'
import { bare, withoutMark } from './read-number.ts'
import { goesOnWithSpan, isOtherSpan, secondsAhead, takeSpan, takeTime } from './read-time.ts'

/** A giveaway as it was asked for. */
export type GiveawayOrder = {
  amount: AskedAmount
  /** Whether that is each winner's, and not that of all together. */
  isEach: boolean
  token: Token
  winners: number
  endsAt: Date
  rules: GiveawayRules
  /** Where to pay from, when the sender says so. */
  chain: Chain | undefined
  note: string | undefined
}

/** What may follow `each` and begins no note, once the end and the number are said. */
const PARTS = new Set(['members', 'once', 'except', 'on'])

/** A word as it is compared: in a list, commas follow it. */
const spoken = (word = ''): string => withoutMark(word).toLowerCase()

const isOnceADay = ([first, second, third]: readonly string[]): boolean =>
  spoken(first) === 'once' && /^(?:a|per)$/.test(spoken(second)) && spoken(third) === 'day'

/** Whether some words begin with a rule about who may enter. */
const isRule = (said: readonly string[]): boolean =>
  /^(?:members|except)$/.test(spoken(said[0])) || isOnceADay(said)

/** Whoever is to press needs a moment to read it. */
const SHORTEST_MS = 60_000

/** Whose clock is meant, what time it is, and how far off the end may be. */
export type Clock = { now: Date; zone: string | undefined; longestMs: number }

/**
 * Reads `amount token [each] for N until TIME|in SPAN|for SPAN [members [for SPAN]] [once a day|once per day] [except @x @y] [on chain] [note]`, what follows the token in any order but the note; a
 * time of the clock needs no `until`. `example` is what errors show as the right form.
 * @throws {UnreadableCommandError} a part is missing, the end is past, too near, too far off or by no known clock, or the note cannot be used
 * @throws {InvalidAmountError} {UnknownTokenError} {UnknownChainError} {InvalidHandleError}
 */
export function parseGiveaway(
  input: string,
  speaker: Speaker,
  network: Network,
  { example, ...clock }: Clock & { example: string },
): GiveawayOrder {
  const { words } = speaker
  const said = wordsOf(input)
  const { amount, token, rest } = readAmount(speaker, said, network, { example })
  const rules: GiveawayRules = {}
  let winners: number | undefined
  let endsAt: Date | undefined
  let chain: Chain | undefined
  let isEach = false
  // No note begins before all that has to be said is.
  const mayFollowEach = (word: string) =>
    winners === undefined || endsAt === undefined || PARTS.has(spoken(word))
  for (;;) {
    // A list of rules has commas and an `and`, which begin no note.
    if (isBetween(rest[0] ?? '') && isRule(rest.slice(1))) rest.shift()
    const [word = '', next = ''] = rest
    const part = word.toLowerCase()
    const rule = spoken(word)
    const end = endsAt ? undefined : takeEnd(rest, speaker, clock)
    const count =
      !end && part === 'for' && winners === undefined ? takeCount(rest, words, 1) : undefined
    if (end) endsAt = end
    else if (count !== undefined) winners = count
    else if (!isEach && takeEach(rest, mayFollowEach)) isEach = true
    else if (rule === 'members' && !rules.members) {
      rules.members = true
      rest.shift()
      const before = [...rest]
      const isFor = rest.shift()?.toLowerCase() === 'for'
      if (isFor && isOtherSpan(rest))
        throw new UnreadableCommandError(
          words.giveaway.noSuchSpan,
          [],
          words.reading.likeThis('members for 30 days'),
        )
      const spanMs = isFor ? takeSpan(rest) : undefined
      if (spanMs === undefined) rest.splice(0, rest.length, ...before)
      else rules.memberForSec = spanMs / 1000
    } else if (isOnceADay(rest)) {
      rules.onceADay = true
      rest.splice(0, 3)
    } else if (rule === 'except' && !rules.except) {
      rest.shift()
      rules.except = takeExcepted(rest, speaker, example)
    } else if (part === 'on' && chain === undefined && next !== '')
      chain = readChain(network, rest.splice(0, 2)[1] ?? '')
    else break
  }
  if (winners === undefined)
    throw new UnreadableCommandError(
      words.giveaway.countMissing,
      [],
      words.reading.likeThis(example),
    )
  if (!endsAt)
    throw new UnreadableCommandError(words.giveaway.endMissing, [], words.reading.likeThis(example))
  return {
    amount,
    isEach,
    token,
    winners,
    endsAt,
    rules,
    chain,
    note: noteOf(speaker, rest),
  }
}

/** What time it is, and whose clock somebody goes by: their own, else their group's. */
export async function clockOf(
  { account, surface, chat }: Speaker,
  services: Pick<Services, 'people' | 'now'>,
): Promise<Pick<Clock, 'now' | 'zone'>> {
  const zone = await zoneOf(accountKey(account), groupSubject(surface, chat.id), services)
  return { now: services.now(), zone }
}

/**
 * Takes the time when something ends away from the front of some words, where one stands there.
 * @throws {UnreadableCommandError} it is past, too near, too far off or by no known clock
 */
export function takeEnd(
  rest: string[],
  { words }: Speaker,
  { now, zone, longestMs }: Clock,
): Date | undefined {
  const before = [...rest]
  const part = rest[0]?.toLowerCase() ?? ''
  if (part === 'in' || part === 'for' || part === 'until' || part === 'till') rest.shift()
  const spanMs = part === 'in' || part === 'for' ? takeSpan(rest) : undefined
  if (spanMs === undefined && isOtherSpan(rest) && (part === 'in' || part === 'for')) {
    const soonMs = secondsAhead(rest)
    if (soonMs !== undefined && soonMs < SHORTEST_MS)
      throw tooSoon(new Date(now.getTime() + soonMs), words, zone)
    throw new UnreadableCommandError(words.giveaway.noSuchTime, [], words.giveaway.endLike)
  }
  const isTime = spanMs === undefined && part !== 'in' && part !== 'for'
  const found =
    spanMs === undefined
      ? isTime && takeTime(rest, { now, zone })
      : new Date(now.getTime() + spanMs)
  if (!found) {
    rest.splice(0, rest.length, ...before)
    return undefined
  }
  const { giveaway, settings } = words
  if ('unknownZone' in found)
    throw new UnreadableCommandError(settings.unknownZone(found.unknownZone), [], giveaway.sayZone)
  if ('clock' in found)
    throw new UnreadableCommandError(giveaway.whichZone(found.clock), [], giveaway.sayZone)
  const awayMs = found.getTime() - now.getTime()
  if (Number.isNaN(awayMs) || (spanMs !== undefined && goesOnWithSpan(rest)))
    throw new UnreadableCommandError(giveaway.noSuchTime, [], giveaway.endLike)
  if (awayMs < SHORTEST_MS) throw tooSoon(found, words, zone)
  if (awayMs > longestMs)
    throw new UnreadableCommandError(
      giveaway.tooLate(showEnd(words, found, zone)),
      [],
      giveaway.endSooner(showSpan(longestMs / 1000, words.language)),
    )
  return found
}

const tooSoon = (end: Date, words: Words, zone: string | undefined): UnreadableCommandError =>
  new UnreadableCommandError(
    words.giveaway.tooSoon(showEnd(words, end, zone)),
    [],
    words.giveaway.endLater(showSpan(SHORTEST_MS / 1000, words.language)),
  )

/** @throws {UnreadableCommandError} nobody is named, or somebody of another platform, who could not enter anyway {InvalidHandleError} */
function takeExcepted(
  rest: string[],
  speaker: Speaker,
  example: string,
): NonNullable<GiveawayRules['except']> {
  const {
    words,
    account: { platform },
  } = speaker
  const found: { handle?: string; userId?: string; name?: string }[] = []
  for (;;) {
    const [word = ''] = rest
    if (found.length > 0 && isBetween(word)) rest.shift()
    const [name = ''] = rest
    // What is typed into a field for anything names accounts of whom nothing else is told.
    const typedId = mentionIn(bare(name))
    const picked = speaker.mentioned?.find(({ account }) => account.userId === typedId)
    const person = typedId === undefined ? readNamed(name, speaker) : undefined
    if (typedId !== undefined) found.push({ userId: typedId, ...(picked && { name: picked.name }) })
    else if (person && person.recipient.platform !== platform)
      throw new UnreadableCommandError(
        words.giveaway.exceptOnlyHere(placeOf(platform)),
        [],
        words.bills.tellThem,
      )
    else if (person) found.push({ handle: person.recipient.handle })
    else if (found.length > 0) return found
    else
      throw new UnreadableCommandError(
        words.giveaway.exceptWhom,
        [],
        words.reading.likeThis(`${example} except @bobby`),
      )
    rest.shift()
  }
}
