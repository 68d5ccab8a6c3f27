import {
  DomainError,
  InvalidRequestError,
  NotYoursError,
  StoppingError,
  StoreUnavailableError,
} from '../../core/terms/errors.ts'
import { accountKey, placeOf } from '../../core/terms/identity.ts'
import { showSpan } from '../../core/terms/show-text.ts'
import { CODE_ALPHABET } from '../../claims/random-text.ts'
import type { Words } from '../words/words.ts'
import { action, text, type Block, type Card } from '../cards/card.ts'
import { redemptionReply } from '../cards/live-reply.ts'
import { claimsOf } from '../cards/redemption.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { parseClaim } from '../reading/parse-claim.ts'
import { UnclearWordError, UnknownCommandError, UnreadableCommandError } from './errors.ts'
import { RetryLaterError } from '../delivery/surface.ts'
import { tipByReaction, tipOfReaction, type Reaction } from '../paying/tip-by-reaction.ts'
import { showMade } from './show-made.ts'
import type { TalkLimits } from './talk-limits.ts'
import { closest } from '../../core/terms/request.ts'
import { keepNewest } from '../../services/flow/keep-newest.ts'

/** Not the command's fault, and no answer: whoever brings the command does so again, here or in the process that takes over, and tells people where that takes long. */
const PASSING = [RetryLaterError, StoreUnavailableError, StoppingError]

/** Whoever asked waits so long for what the platform has to say first; of a longer wait they are told instead. */
const PATIENCE_MS = 10_000

/** What an adapter calls with what people write and press. None of the methods throws anything else than what passes. */
export type Dispatch = {
  /**
   * Answers a message. `/tip@bot` reads as `/tip`: an adapter drops commands that name another bot itself.
   * `undefined` for a group's other talk, and for what is far too much; in a private chat everything else is answered:
   * the link or code of a claim opens it, and other talk has what a start has.
   * @throws {RetryLaterError} the platform asks to wait for seconds before it says what the answer needs: it is asked for again then
   * @throws {StoreUnavailableError} {StoppingError} an answer could not be kept, either: it is asked for again
   */
  runCommand(message: string, speaker: Speaker): Promise<Reply | undefined>
  /**
   * Answers a pressed button; `action` is the card block's own text, and `isOver` that its card can be changed no more. `undefined`: its card says it all by itself, or it is far
   * too much.
   * @throws as above
   */
  runAction(action: string, speaker: Speaker, isOver?: boolean): Promise<Reply | undefined>
  /** Whether a reaction stands for anything where it was made; people react to much. @throws {StoreUnavailableError} */
  isReactionMeant(emoji: string, where: Pick<Speaker, 'surface' | 'chat'>): Promise<boolean>
  /** Answers a reaction to a message, for whoever reacted alone. `undefined` for what stands for nothing, and for what is far too much. @throws as above */
  runReaction(reaction: Reaction, speaker: Speaker): Promise<Reply | undefined>
}

type Deps = {
  services: Services
  commands: readonly Command[]
  actions: readonly Action[]
  log: { error(details: object, message: string): void }
  newId: () => string
  /** How much is answered; everything unless told. */
  limits?: TalkLimits
}

/** A command as it was asked for. */
type Asked = { command: Command; input: string; speaker: Speaker }
/** One that waits for its speaker: to say what a word means, or to ask for it again once the platform says what it needs. */
type Waiting = Asked & { unclear: UnclearWordError | undefined }
/** Kept in memory: one that is forgotten is asked for anew with the same command, and nothing was sent. */
const MOST_WAITING = 1000
const MEANT = 'meant'
const LATER = 'later'

const COMMAND = /^\/([a-z0-9_]+)(?:@\w+)?(?:\s+([\s\S]*))?$/i

/**
 * Makes what finds the command, button or reaction that somebody means, and has it answered. It knows no platform: an adapter posts what comes of it. What a command
 * throws is answered, too, unless it passes: a `DomainError` in words, anything else by a short reference to what `log` was told.
 */
export function createDispatch({
  services,
  commands,
  actions,
  log,
  newId,
  limits = async () => 'answer',
}: Deps): Dispatch {
  async function guarded<Answer extends Reply | undefined>(
    what: string,
    audience: Reply['audience'],
    speaker: Speaker,
    run: () => Promise<Answer>,
  ): Promise<Answer | Reply> {
    const { words, update } = speaker
    const renderedAt = services.now() // as it begins: whatever an answer reads comes later
    try {
      // What this update made before is not made again.
      const answer = update?.made
        ? await showMade(update.made, speaker, services, run)
        : await run()
      return answer?.live ? { ...answer, live: { ...answer.live, renderedAt } } : answer
    } catch (error) {
      // What was pressed can be pressed again: it needs no other button.
      if (isLongWait(error)) return { card: silentCard(error, speaker), audience }
      if (PASSING.some((Passing) => error instanceof Passing)) throw error
      if (error instanceof DomainError) return { card: errorCard(error, words), audience }
      const requestId = newId()
      log.error({ requestId, what, err: error }, 'a command failed')
      return { card: failureCard(requestId.slice(0, REFERENCE_LENGTH), words), audience }
    }
  }

  const waiting = new Map<string, Waiting>()

  async function runOrAsk(asked: Asked): Promise<Reply> {
    const { command, input, speaker } = asked
    try {
      return await command.run(input, speaker, services)
    } catch (error) {
      const audience = audienceOf(command)
      if (error instanceof UnclearWordError)
        return { card: questionCard(keep({ ...asked, unclear: error }), error), audience }
      if (!isLongWait(error)) throw error
      const id = keep({ ...asked, unclear: undefined })
      const again = action(speaker.words.left.again, `${LATER}:${id}`)
      return { card: silentCard(error, speaker, [again]), audience }
    }
  }

  function keep(asked: Waiting): string {
    const id = newId()
    waiting.set(id, asked)
    keepNewest(waiting, MOST_WAITING)
    return id
  }

  /** The command again, in its speaker's place: with what they say they mean, where that was asked. */
  async function runAgain(name: string, arg: string, speaker: Speaker): Promise<Reply> {
    const [id = '', index] = arg.split(':')
    const asked = waiting.get(id)
    const meant = asked?.unclear?.meanings[Number(index)]
    const made = speaker.update?.made
    // The same press had begun to redeem these claims, before a stop forgot what was asked.
    if (!asked && made?.kind === 'redemption')
      return redemptionReply(claimsOf(made.id), speaker, services)
    if (!asked || (name === MEANT && !meant)) throw buttonGone()
    if (accountKey(asked.speaker.account) !== accountKey(speaker.account))
      throw new NotYoursError(speaker.words.shareOut.notYours, speaker.words.shareOut.leaveIt)
    waiting.delete(id) // one order, however often it is pressed
    // What comes of it is made by this press.
    const now = { ...asked, speaker: { ...asked.speaker, update: speaker.update } }
    try {
      return await runOrAsk(asked.unclear && meant ? withMeaning(now, asked.unclear, meant) : now)
    } catch (error) {
      waiting.set(id, asked) // nothing came of it: the same press may come again
      throw error
    }
  }

  return {
    async runCommand(message, speaker) {
      const match = COMMAND.exec(message.trim())
      if (!match && speaker.chat.kind === 'group') return undefined
      const [, typed = 'start', rest = ''] = match ?? COMMAND.exec(bareClaim(message)) ?? []
      const name = typed.toLowerCase()
      const command = commands.find((candidate) => candidate.name === name)
      return guarded(`/${name}`, audienceOf(command), speaker, async () => {
        if ((await limits(speaker, 'command')) === 'silence') return undefined
        if (!command)
          throw new UnknownCommandError(
            name,
            closest(
              name,
              commands.map((known) => known.name),
            ),
          )
        return runOrAsk({ command, input: rest.trim(), speaker })
      })
    },
    async runAction(pressed, speaker, isOver = false) {
      const [name = '', ...rest] = pressed.split(':')
      const arg = rest.join(':')
      // A refusal concerns whoever pressed, and nobody else in the group.
      return guarded(`action ${name}`, 'asker', speaker, async () => {
        if ((await limits(speaker, 'press')) === 'silence') return undefined
        if (name === MEANT || name === LATER) return runAgain(name, arg, speaker)
        const found = actions.find((candidate) => candidate.name === name)
        if (!found) throw buttonGone()
        const answer = await found.run(arg, speaker, services)
        return answer ?? (isOver ? found.cardAnew?.(arg, speaker, services) : undefined)
      })
    },
    isReactionMeant: async (emoji, where) =>
      (await tipOfReaction(emoji, where, services)) !== undefined,
    runReaction: (reaction, speaker) =>
      guarded('a reaction', 'asker', speaker, async () => {
        const tip = await tipOfReaction(reaction.emoji, speaker, services)
        // Only what stands for something counts: people react to much.
        if (!tip || (await limits(speaker, 'press')) === 'silence') return undefined
        const author = await reaction.author()
        return author && tipByReaction(tip, author, speaker, services)
      }),
  }
}

/** What a message without a command asks for: the claim whose link is among its words, or whose code it is; empty when it is neither. */
function bareClaim(message: string): string {
  const said = message.trim()
  const link = said.split(/\s+/u).find((word) => parseClaim(word)?.kind === 'open')
  if (link !== undefined) return `/claim ${link}`
  const isCode = parseClaim(`code ${said}`)?.kind === 'code' && !isTalk(said)
  return isCode ? `/claim code ${said}` : ''
}

/** A word of eight letters is talk, unless it is written as we write codes, and has no letter that they never have. */
const isTalk = (said: string): boolean =>
  !/\d/.test(said) &&
  !(
    /^.{4}[\s-]?.{4}$/.test(said) &&
    [...said.replaceAll(/[\s-]/g, '')].every((letter) => CODE_ALPHABET.includes(letter))
  )

/** The same command with what its speaker means in the place of the word that meant two things; there may be another one. */
function withMeaning(
  { command, input, speaker }: Asked,
  { word }: UnclearWordError,
  meant: { word: string },
): Asked {
  const parts = input.split(/([\s/]+)/u)
  // Nothing but a sign may stand between an amount and what is before it.
  const isIt = (part: string) =>
    part === word || (part.endsWith(word) && /[,，、<>]$/.test(part.slice(0, -word.length)))
  const at = parts.findIndex(isIt)
  const part = parts[at]
  if (part === undefined) throw new Error(`"${word}" is no word of a command that asked about it`)
  parts[at] = `${part.slice(0, part.length - word.length)}${meant.word}`
  return { command, input: parts.join(''), speaker }
}

/** Who reads what a command says besides its answers. A refusal says as much of its asker as an answer does: an address, how many claims wait. */
const audienceOf = (command: Command | undefined): Reply['audience'] =>
  command?.audience ?? 'everyone'

const buttonGone = () =>
  new InvalidRequestError(
    'This button',
    'does nothing any more',
    'Ask for a fresh card with the same command.',
    { kind: 'button_gone' },
  )

/** Each meaning in full on a button of its own. */
function questionCard(id: string, { message, fix, meanings }: UnclearWordError): Card {
  const buttons = meanings.map(({ label }, index) => action(label, `${MEANT}:${id}:${index}`))
  return { title: message, tone: 'warning', blocks: [text(fix), ...buttons] }
}

const isLongWait = (error: unknown): error is RetryLaterError =>
  error instanceof RetryLaterError && error.retryAfterMs > PATIENCE_MS

/** What was asked for needs to know who somebody is in a group, and the platform says nothing of it for long. */
function silentCard(
  { retryAfterMs }: RetryLaterError,
  { account, words: { answers, language } }: Speaker,
  buttons: Block[] = [],
): Card {
  const place = placeOf(account.platform)
  const span = showSpan(retryAfterMs / 1000, language)
  return {
    title: answers.platformSilent(place),
    tone: 'warning',
    blocks: [text(answers.silentFor(place, span)), ...buttons],
    passes: true,
  }
}

/** Characters of a title that still reads as one on a phone: three lines. */
const LONGEST_TITLE = 120

/** What happened as the title, unless that is a paragraph, and what to do about it, in the reader's language. */
export function errorCard(error: DomainError, { errors, reading }: Words): Card {
  const { message, fix } = errors.say(error)
  const understood = error instanceof UnreadableCommandError ? error.understood : []
  const blocks = [
    ...(understood.length > 0 ? [text(reading.understood(understood))] : []),
    text(fix),
  ]
  return message.length > LONGEST_TITLE
    ? { title: errors.title, tone: 'error', blocks: [text(message), ...blocks], passes: true }
    : { title: withoutStop(message), tone: 'error', blocks, passes: true }
}

/** A single sentence without its full stop, as titles are written; several keep theirs. */
const withoutStop = (message: string): string =>
  /(?<!\d)[.!?]\s|[。！？]./u.test(message) ? message : message.replace(/[.。]$/u, '')

/** Characters of a failure's id that people are shown: they find it in the log as well, and can be read out. */
const REFERENCE_LENGTH = 8

function failureCard(reference: string, { answers }: Words): Card {
  const { failedTitle, failed, report } = answers
  return {
    title: failedTitle,
    tone: 'error',
    blocks: [text(failed), text(report(reference))],
    passes: true,
  }
}
