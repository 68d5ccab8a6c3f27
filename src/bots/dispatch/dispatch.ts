import { DomainError, InvalidRequestError } from '../../core/terms/errors.ts'
import type { Words } from '../words/words.ts'
import { text, type Card } from '../cards/card.ts'
import type { Action, Command, Reply, Services, Speaker } from './command.ts'
import { UnknownCommandError } from './errors.ts'
import type { TalkLimits } from './talk-limits.ts'
import { closest } from '../../core/terms/request.ts'

/** What an adapter calls with what people write and press. Neither method throws. */
export type Dispatch = {
  /**
   * Answers a message. `/tip@bot` reads as `/tip`: an adapter drops commands that name another bot itself.
   * `undefined` for a group's other talk, and for what is far too much; in a private chat everything else is answered.
   */
  runCommand(message: string, speaker: Speaker): Promise<Reply | undefined>
  /** Answers a pressed button; `action` is the card block's own text. `undefined`: its card says it all by itself, or it is far too much. */
  runAction(action: string, speaker: Speaker): Promise<Reply | undefined>
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

const COMMAND = /^\/([a-z0-9_]+)(?:@\w+)?(?:\s+([\s\S]*))?$/i

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
    words: Words,
    run: () => Promise<Answer>,
  ): Promise<Answer | Reply> {
    try {
      return await run()
    } catch (error) {
      if (error instanceof DomainError) return { card: errorCard(error, words), audience }
      const requestId = newId()
      log.error({ requestId, what, err: error }, 'a command failed')
      return { card: failureCard(requestId, words), audience }
    }
  }

  return {
    async runCommand(message, speaker) {
      const match = COMMAND.exec(message.trim())
      if (!match && speaker.chat.kind === 'group') return undefined
      const name = match?.[1]?.toLowerCase() ?? 'help'
      return guarded(`/${name}`, 'everyone', speaker.words, async () => {
        if ((await limits(speaker, 'command')) === 'silence') return undefined
        const command = commands.find((candidate) => candidate.name === name)
        if (!command)
          throw new UnknownCommandError(
            name,
            closest(
              name,
              commands.map((known) => known.name),
            ),
          )
        return command.run((match?.[2] ?? '').trim(), speaker, services)
      })
    },
    async runAction(pressed, speaker) {
      const [name = '', ...rest] = pressed.split(':')
      // A refusal concerns whoever pressed, and nobody else in the group.
      return guarded(`action ${name}`, 'asker', speaker.words, async () => {
        if ((await limits(speaker, 'press')) === 'silence') return undefined
        const found = actions.find((candidate) => candidate.name === name)
        if (!found)
          throw new InvalidRequestError(
            `The button "${name}"`,
            'does nothing any more',
            'Ask for a fresh card with the same command.',
            { kind: 'button_gone' },
          )
        return found.run(rest.join(':'), speaker, services)
      })
    },
  }
}

/** What happened, and what to do about it, in the reader's language. */
export function errorCard(error: DomainError, { errors }: Words): Card {
  const { message, fix } = errors.say(error)
  return { title: errors.title, tone: 'error', blocks: [text(message), text(fix)], passes: true }
}

function failureCard(requestId: string, { answers }: Words): Card {
  const { failedTitle, failed, report } = answers
  return {
    title: failedTitle,
    tone: 'error',
    blocks: [text(failed), text(report(requestId))],
    passes: true,
  }
}
