import type { ChatMessage } from '../parts/api-client.ts'

/** What a tab knows of one chat. `cursor` is the highest `seq` that polling has seen; `readCount` counts messages already looked at. */
export type ChatLog = { messages: ChatMessage[]; cursor: number; readCount: number }

export const EMPTY_LOG: ChatLog = { messages: [], cursor: 0, readCount: 0 }

/**
 * Takes messages in: an edit replaces its message where it stands, unless a later edit is known already.
 * Only polling moves the cursor: the answer to our own message may skip what others said in between.
 */
export function takeMessages(
  log: ChatLog,
  incoming: readonly ChatMessage[],
  source: 'poll' | 'answer',
): ChatLog {
  if (incoming.length === 0) return log
  const messages = [...log.messages]
  for (const message of incoming) {
    const at = messages.findIndex(({ id }) => id === message.id)
    const known = messages[at]
    if (!known) messages.push(message)
    else if (known.seq < message.seq) messages[at] = message
  }
  messages.sort(inOrder)
  const cursor =
    source === 'poll' ? Math.max(log.cursor, ...incoming.map(({ seq }) => seq)) : log.cursor
  return { ...log, messages, cursor }
}

/** Ids grow with each new message, and an edit keeps its id, so they give the order in which things were said. */
function inOrder(left: ChatMessage, right: ChatMessage): number {
  const byId = Number(left.id) - Number(right.id)
  return Number.isNaN(byId) ? 0 : byId
}

export function markRead(log: ChatLog): ChatLog {
  return log.readCount === log.messages.length ? log : { ...log, readCount: log.messages.length }
}

/** How many messages of others wait to be looked at. */
export function unreadCount({ messages, readCount }: ChatLog, persona: string): number {
  return messages.slice(readCount).filter(({ from }) => from !== persona).length
}
