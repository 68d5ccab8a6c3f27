import type { StoreUnavailableError } from '../../core/terms/errors.ts'
import type { Account } from '../../core/terms/identity.ts'
import type { Unkept } from '../delivery/unkept.ts'
import { readUpdate, Update } from './read-update.ts'
import { renderAlert } from './render.ts'
import type { TelegramCalls } from './telegram-calls.ts'

type Deps = {
  calls: Pick<TelegramCalls, 'send' | 'answerPress'>
  bot: Account
  names: readonly string[]
  unkept: Unkept
  log: { warn(details: object, message: string): void }
}

/** Tells whoever asked that their update cannot be kept now; it is done when it comes again. Never throws. */
export type SayUnkept = (
  updateId: string,
  update: unknown,
  error: StoreUnavailableError,
) => Promise<void>

/** It goes past what else is on its way to the chat, which may wait until something can be kept. */
export function createSayUnkept({ calls, bot, names, unkept, log }: Deps): SayUnkept {
  return async (updateId, update, error) => {
    const read = Update.safeParse(update)
    const heard = read.success ? readUpdate(read.data, bot, names) : undefined
    if (!heard || heard.kind === 'nobody') return
    const { voice } = heard
    const isPress = heard.kind === 'press'
    if (!unkept.isDue(updateId, isPress ? undefined : voice.chat.id)) return
    try {
      const card = await unkept.cardFor(voice, error, true)
      const notice = renderAlert(card)
      if (!isPress) await calls.send(voice.chat.id, card, 'answer')
      else if (notice !== undefined) await calls.answerPress(heard.pressId, { notice })
    } catch (failure) {
      log.warn({ err: failure }, 'nobody could be told that nothing can be kept')
    }
  }
}
