import { useState } from 'preact/hooks'

import {
  getMessages,
  postMessage,
  pressAction,
  problemOf,
  type ChatMessage,
  type Problem,
} from '../parts/api-client.ts'
import { usePolling } from '../parts/use-polling.ts'
import { EMPTY_LOG, markRead, takeMessages, unreadCount, type ChatLog } from './chat-log.ts'
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
  }
}
