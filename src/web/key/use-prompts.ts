import { useState } from 'preact/hooks'

import { isRefusal } from './ask-passkey.ts'

/** Has the browser show a prompt of a passkey. */
export type Prompt<T> = () => Promise<T>

/** A prompt behind another one, which the browser refused for want of a press. */
type Waiting = {
  /** Called by the press itself: nothing may be awaited between a press and its prompt. */
  goOn: () => void
  giveUp: () => void
}

/**
 * Prompts behind the first one of a press. WebKit lets a press bring up one prompt, and refuses the next as if its owner had declined it: `further` then waits for a
 * press of its own, which the page asks for while there is a `waiting` one. Declined after that, or given up, it is refused for good.
 */
export function usePrompts() {
  const [waiting, setWaiting] = useState<Waiting>()
  const further = async <T>(prompt: Prompt<T>): Promise<T> => {
    try {
      return await prompt()
    } catch (refused) {
      if (!isRefusal(refused)) throw refused
      return new Promise<T>((resolve, reject) => {
        setWaiting({
          goOn() {
            const answered = prompt()
            setWaiting(undefined)
            answered.then(resolve, reject)
          },
          giveUp() {
            setWaiting(undefined)
            reject(refused)
          },
        })
      })
    }
  }
  return { waiting, further }
}
