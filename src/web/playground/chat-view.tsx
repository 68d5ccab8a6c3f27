import { useLayoutEffect, useRef } from 'preact/hooks'

import type { ChatMessage } from '../parts/api-client.ts'
import { CardView } from '../parts/card-view.tsx'
import { useWords } from '../parts/spoken.tsx'
import { linkAs, showName } from './place.ts'

type Props = {
  messages: readonly ChatMessage[]
  persona: string
  personas: readonly string[]
  isBusy: boolean
  press: (message: ChatMessage, action: string) => void
  reply: (message: ChatMessage) => void
  react: (message: ChatMessage, emoji: string) => void
}

/** A few of those that a group may have set to stand for a tip. */
const EMOJI = ['👍', '❤️', '🔥']

const NEAR_BOTTOM_PX = 120

/** The messages of a chat. It follows the newest one, unless the person has scrolled away to read, until they say something. */
export function ChatView({ messages, persona, personas, isBusy, press, reply, react }: Props) {
  const { playground } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const placedAtPx = useRef(0)
  const newestOwn = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const own = messages.findLast(({ from }) => from === persona)?.id
    if (own !== newestOwn.current) isFollowing.current = true
    newestOwn.current = own
    const newest = box.current?.lastElementChild
    if (!box.current || !(newest instanceof HTMLElement) || !isFollowing.current) return
    // What does not fit is read from its beginning.
    const isTall = newest.offsetHeight > box.current.clientHeight
    box.current.scrollTop = isTall
      ? newest.offsetTop - box.current.offsetTop
      : box.current.scrollHeight
    placedAtPx.current = box.current.scrollTop
  }, [messages])
  return (
    <div
      class="messages"
      ref={box}
      role="log"
      aria-label={playground.messages}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
        (isFollowing.current =
          scrollTop === placedAtPx.current ||
          scrollHeight - scrollTop - clientHeight < NEAR_BOTTOM_PX)
      }
    >
      {messages.map((message) => {
        const isOwn = message.from === persona
        const isPerson = personas.includes(message.from)
        return (
          <div key={message.id} class={`said ${isOwn ? 'own' : ''} ${isPerson ? '' : 'bot'}`}>
            <Face name={isPerson ? message.from : 'Vouch'} isBot={!isPerson} />
            <div class="bubble">
              <p class="by">
                {isPerson ? showName(message.from) : 'Vouch'}
                {!isPerson && <span class="badge">{playground.bot}</span>}
                {message.edited && <span class="soft small">{playground.edited}</span>}
              </p>
              {message.card ? (
                <CardView
                  card={message.card}
                  linkFor={(url) => linkAs(persona, url)}
                  isBusy={isBusy}
                  press={(action) => press(message, action)}
                />
              ) : (
                <p class="words">{message.text}</p>
              )}
              {isPerson && !isOwn && (
                <button
                  type="button"
                  class="button plain small reply"
                  onClick={() => reply(message)}
                  aria-label={playground.replyTo(showName(message.from), message.text.slice(0, 40))}
                >
                  {playground.reply}
                </button>
              )}
              {isPerson && !isOwn && (
                <select
                  class="small react"
                  value=""
                  onChange={({ currentTarget }) => {
                    react(message, currentTarget.value)
                    currentTarget.value = ''
                  }}
                  aria-label={playground.reactTo(showName(message.from), message.text.slice(0, 40))}
                >
                  <option value="">{playground.react}</option>
                  {EMOJI.map((emoji) => (
                    <option key={emoji} value={emoji}>
                      {emoji}
                    </option>
                  ))}
                </select>
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** A person's initial on a colour of their own. */
export function Face({ name, isBot = false }: { name: string; isBot?: boolean }) {
  const hue = ((name.codePointAt(0) ?? 0) + name.length) % 6
  return (
    <span class={`face ${isBot ? 'bot' : `hue-${hue}`}`} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </span>
  )
}
