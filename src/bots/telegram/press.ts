import type { TelegramCalls } from './telegram-calls.ts'

/** A pressed button, whose chat app shows a spinner until it is answered. */
export type Press = {
  /** Answers once. False when it was answered before or waits no more: then say it in a message. Never throws. */
  answer(answer: { notice?: string; url?: string }): Promise<boolean>
}

/** People press again after a few seconds, and Telegram forgets a press soon after. */
const PATIENCE_MS = 5_000

type Deps = {
  id: string
  calls: Pick<TelegramCalls, 'answerPress'>
  log: { warn(details: object, message: string): void }
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  stopping: AbortSignal
}

/** Is answered silently by itself when nothing else answers it within five seconds. */
export function createPress({ id, calls, log, sleep, stopping }: Deps): Press {
  const answered = new AbortController()

  async function answer(words: { notice?: string; url?: string }): Promise<boolean> {
    if (answered.signal.aborted) return false
    answered.abort()
    try {
      return await calls.answerPress(id, words)
    } catch (error) {
      log.warn({ err: error }, 'a pressed button could not be answered')
      return false
    }
  }

  void sleep(PATIENCE_MS, AbortSignal.any([answered.signal, stopping])).then(() => answer({}))
  return { answer }
}
