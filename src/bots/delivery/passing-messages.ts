import { groupSubject } from '../../core/terms/group-settings.ts'
import { MINUTE_MS } from '../../core/terms/durations.ts'
import type { GroupSettingsStore } from '../../services/people/people-port.ts'
import type { Card } from '../cards/card.ts'
import { isForOne, MessageGoneError, RetryLaterError, type Surface } from './surface.ts'

export type PassingMessage = { surface: string; chat: string; messageId: string }

/** What passing messages ask of the store. Each call is one statement. */
export type PassingStore = {
  keep(message: PassingMessage, dueAt: Date): Promise<void>
  /** The longest due first, without those whose live card is to be refreshed: it may say something that lasts by then. */
  due(now: Date, limit: number): Promise<PassingMessage[]>
  postpone(message: PassingMessage, dueAt: Date): Promise<void>
  forget(message: PassingMessage): Promise<void>
}

type Deps = {
  store: PassingStore
  groups: Pick<GroupSettingsStore, 'settingsOf'>
  log: { warn(details: object, message: string): void }
  now: () => Date
  /** Ends early, without an error, when the signal does. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

const LOOK_MS = 5_000
const AT_ONCE = 50

/** Takes our chatter away from groups whose admins want that. */
export function createPassingMessages({ store, groups, log, now, sleep }: Deps) {
  const stopping = new AbortController()
  const surfaces = new Map<string, Surface>()
  let loop: Promise<void> = Promise.resolve()

  /** A message that is out is not sent again since nobody could write down when it goes: then it stays. */
  async function noteIfPossible(...shown: Parameters<typeof note>): Promise<void> {
    try {
      await note(...shown)
    } catch (error) {
      log.warn({ err: error }, 'when a message goes away could not be kept; it stays')
    }
  }

  /** What says something that lasts, stays: also when it was chatter before. */
  async function note(surface: Surface, chat: string, messageId: string, card: Card) {
    if (isForOne(surface, chat)) return
    const message = { surface: surface.name, chat, messageId }
    if (!card.passes) return store.forget(message)
    const group = groupSubject(surface.name, surface.groupOf?.(chat) ?? chat)
    const { deleteAfterMin } = await groups.settingsOf(group)
    if (deleteAfterMin === undefined) return
    await store.keep(message, new Date(now().getTime() + deleteAfterMin * MINUTE_MS))
  }

  /** What the platform asks to wait with goes behind what others wait for. Returns until when all of its are to wait, where it asks for that. */
  async function takeAway(message: PassingMessage): Promise<Date | undefined> {
    try {
      await surfaces.get(message.surface)?.remove?.(message.chat, message.messageId)
    } catch (error) {
      if (error instanceof RetryLaterError) {
        const until = new Date(now().getTime() + error.retryAfterMs)
        await store.postpone(message, until)
        return error.scope === 'all' ? until : undefined
      }
      if (!(error instanceof MessageGoneError))
        log.warn({ err: error }, 'a message could not be deleted; it stays')
    }
    await store.forget(message)
    return undefined
  }

  async function sweep(): Promise<void> {
    const held = new Map<string, Date>()
    for (const message of await store.due(now(), AT_ONCE)) {
      const { surface } = message
      const until = held.get(surface)
      if (until) await store.postpone(message, until)
      else {
        const allUntil = await takeAway(message)
        if (allUntil) held.set(surface, allUntil)
      }
    }
  }

  return {
    /** The same platform; what it is given to show is remembered when it is to go away. */
    over(surface: Surface): Surface {
      surfaces.set(surface.name, surface)
      return {
        ...surface,
        async send(chat, card, urgency, name) {
          const messageId = await surface.send(chat, card, urgency, name)
          await noteIfPossible(surface, chat, messageId, card)
          return messageId
        },
        async edit(chat, messageId, card) {
          await surface.edit(chat, messageId, card)
          await noteIfPossible(surface, chat, messageId, card)
        },
      }
    },
    /** Takes away what is due. */
    sweep,
    start() {
      loop = (async () => {
        while (!stopping.signal.aborted) {
          await sweep().catch((error: unknown) =>
            log.warn({ err: error }, 'messages could not be deleted; trying again'),
          )
          await sleep(LOOK_MS, stopping.signal)
        }
      })()
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
