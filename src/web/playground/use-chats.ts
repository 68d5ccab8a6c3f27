import { useState } from 'preact/hooks'

import {
  getMessages,
  postMessage,
  pressAction,
  reactTo,
  problemOf,
  type ChatMessage,
  type Problem,
} from '../parts/api-client.ts'
import { usePolling } from '../parts/use-polling.ts'
import { chatId, type Place } from './place.ts'
import { useAttempt } from '../parts/use-attempt.ts'

const PAUSE_MS = 700

/** The persona's two chats, kept fresh; and saying things and pressing buttons in them. */
export function useChats(place: Place) {
  const { persona } = place
  const open = chatId(place)
  const [logs, setLogs] = useState<Record<string, ChatLog>>({})
  const { isBusy, problem, attempt } = useAttempt()
  const [lost, setLost] = useState<Problem>()

  const take = (messages: readonly ChatMessage[], source: 'poll' | 'answer') =>
    setLogs((known) => {
      const next = { ...known }
      for (const chat of new Set(messages.map((message) => message.chat))) {
        next[chat] = takeMessages(
          known[chat] ?? EMPTY_LOG,
          messages.filter((message) => message.chat === chat),
          source,
        )
      }
      next[open] = markRead(next[open] ?? EMPTY_LOG)
      return next
    })

  usePolling(
    async () => {
      try {
        const answers = await Promise.all(
          ['lobby', `dm:${persona}`].map((chat) => getMessages(chat, logs[chat]?.cursor ?? 0)),
        )
        take(
          answers.flatMap(({ messages }) => messages),
          'poll',
        )
        setLost(undefined)
      } catch (error) {
        setLost(problemOf(error))
      }
    },
    { pauseMs: PAUSE_MS, isActive: persona !== '', key: persona },
  )

  const answered = (work: () => Promise<{ messages?: ChatMessage[] }>) =>
    attempt(async () => take((await work()).messages ?? [], 'answer'))

  return {
    messages: logs[open]?.messages ?? [],
    unread: (chat: Place['chat']) =>
      unreadCount(logs[chatId({ persona, chat })] ?? EMPTY_LOG, persona),
    problem: problem ?? lost,
    isBusy,
    /** False when it could not be said, so that the words are not lost. */
    say: (text: string, replyTo: string | undefined) =>
      answered(() =>
        postMessage({
          from: persona,
          chat: open,
          text,
          ...(replyTo !== undefined && { reply_to: replyTo }),
        }),
      ),
    press: (message: ChatMessage, action: string) =>
      answered(() => pressAction(persona, message.id, action)),
    react: (message: ChatMessage, emoji: string) =>
      answered(() => reactTo(persona, message.id, emoji)),
  }
}

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
