import type { Card } from '../../src/bots/cards/card.ts'
import { MessageGoneError, type Surface } from '../../src/bots/delivery/surface.ts'

/** A chat platform with its own books: what each chat shows now, and every call. `fail` and `hold` make trouble. */
export function createSurfaceStandIn(name = 'stand-in') {
  const shown = new Map<string, Card>() // by `chat/message id`
  const calls: string[] = []
  const failures: Error[] = []
  const gates = new Map<string, Promise<void>>() // by chat
  let running = 0
  let sent = 0
  let mostAtOnce = 0
  async function call<T>(chat: string, what: string, work: () => T): Promise<T> {
    calls.push(what)
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    try {
      await gates.get(chat)
      const failure = failures.shift()
      if (failure) throw failure
      return work()
    } finally {
      running -= 1
    }
  }
  const surface: Surface = {
    name,
    send: (chat, card) =>
      call(chat, `send ${chat} ${card.title}`, () => {
        const id = `${(sent += 1)}`
        shown.set(`${chat}/${id}`, card)
        return id
      }),
    edit: (chat, id, card) =>
      call(chat, `edit ${chat} ${card.title}`, () => {
        if (!shown.has(`${chat}/${id}`)) throw new MessageGoneError('deleted')
        shown.set(`${chat}/${id}`, card)
      }),
    remove: (chat, id) =>
      call(chat, `remove ${chat}`, () => {
        if (!shown.delete(`${chat}/${id}`)) throw new MessageGoneError('deleted')
      }),
  }
  return {
    surface,
    shown,
    calls,
    titles: () => [...shown].map(([at, { title }]) => `${at} ${title}`),
    /** The next calls fail with these, one each. */
    fail: (...errors: Error[]) => void failures.push(...errors),
    /** A chat's calls hang until the returned function is called. */
    hold(chat: string): () => void {
      let open: () => void = () => undefined
      gates.set(chat, new Promise<void>((resolve) => void (open = resolve)))
      return () => {
        gates.delete(chat)
        open()
      }
    },
    mostAtOnce: () => mostAtOnce,
  }
}
