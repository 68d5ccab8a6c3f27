import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

import {
  getPersonas,
  problemOf,
  type ChatMessage,
  type Personas,
  type Problem,
} from '../parts/api-client.ts'
import { gapOf } from '../../words/sentences.ts'
import iconUrl from '../parts/icon.svg'
import { OnlyPanel } from '../parts/page-frame.tsx'
import { ProblemView } from '../parts/problem-view.tsx'
import { LanguageChoice, useWords } from '../parts/spoken.tsx'
import { ChatView, Face } from './chat-view.tsx'
import { Composer, MESSAGE_BOX } from './composer.tsx'
import { MailPanel, useMails } from './mail-panel.tsx'
import { readPlace, writePlace, type Place, showName } from './place.ts'
import { useChats } from './use-chats.ts'
import { WalletsPanel } from './wallets-panel.tsx'

/** The playground: be somebody, talk in the lobby or in private with the bot, and watch the wallets. */
export function PlaygroundPage() {
  const { page, playground } = useWords()
  const [known, setKnown] = useState<Personas>()
  const [problem, setProblem] = useState<Problem>()
  useEffect(() => {
    void getPersonas().then(setKnown, (error: unknown) => setProblem(problemOf(error)))
  }, [])
  if (known) return <Playground known={known} />
  return (
    <OnlyPanel title={playground.title}>
      {problem ? (
        <ProblemView
          problem={problem}
          retry={{ label: page.tryAgain, run: () => location.reload() }}
        />
      ) : (
        <p class="soft">{page.moment}</p>
      )}
    </OnlyPanel>
  )
}

function Playground({ known }: { known: Personas }) {
  const { playground } = useWords()
  const personas = known.personas.map(({ name }) => name)
  const [place, setPlace] = usePlace(personas)
  const chats = useChats(place)
  const [draft, setDraft] = useState('')
  const [replyTo, setReplyTo] = useState<ChatMessage>()
  const [isWalletsOpen, setWalletsOpen] = useState(false)
  const walletsToggle = useRef<HTMLButtonElement>(null)
  const mails = useMails()
  const { persona } = place
  const isFresh = !chats.messages.some(({ from }) => from === persona)

  function goTo(next: Place): void {
    setPlace(next)
    setReplyTo(undefined)
  }
  function closeWallets(): void {
    setWalletsOpen(false)
    walletsToggle.current?.focus()
  }
  async function send(): Promise<void> {
    const text = draft
    setDraft('')
    const wasSaid = await chats.say(text, replyTo?.id)
    if (wasSaid) setReplyTo(undefined)
    else setDraft(text)
  }

  return (
    <div class="playground">
      <Bar
        personas={personas}
        persona={persona}
        become={(name) => goTo({ ...place, persona: name })}
        wallets={{
          title: mails.length > 0 ? playground.walletsAndMail : playground.wallets,
          isOpen: isWalletsOpen,
          toggle: () => setWalletsOpen(!isWalletsOpen),
          button: walletsToggle,
        }}
      />
      <nav class="chats" aria-label={playground.chats}>
        <ChatTab
          title={playground.lobby}
          hint={playground.lobbyHint}
          unread={chats.unread('lobby')}
          isOpen={place.chat === 'lobby'}
          open={() => goTo({ ...place, chat: 'lobby' })}
        />
        <ChatTab
          title={playground.private}
          hint={playground.privateHint(showName(persona))}
          unread={chats.unread('private')}
          isOpen={place.chat === 'private'}
          open={() => goTo({ ...place, chat: 'private' })}
        />
      </nav>
      <main class="chat">
        <ChatView
          key={`${persona}/${place.chat}`}
          messages={chats.messages}
          persona={persona}
          personas={personas}
          isBusy={chats.isBusy}
          press={(message, action) => void chats.press(message, action)}
          reply={setReplyTo}
          react={(message, emoji) => void chats.react(message, emoji)}
        />
        <div class="foot">
          {chats.problem && <ProblemView problem={chats.problem} />}
          {isFresh && draft === '' && <FirstWords place={place} take={setDraft} />}
          <Composer
            draft={draft}
            setDraft={setDraft}
            commands={known.commands}
            replyingTo={replyTo && showName(replyTo.from)}
            cancelReply={() => setReplyTo(undefined)}
            isBusy={chats.isBusy}
            send={() => void send()}
          />
        </div>
      </main>
      <aside
        id="wallets"
        class={`wallets ${isWalletsOpen ? 'open' : ''}`}
        aria-label={playground.walletsOf(showName(persona))}
        onKeyDown={({ key }) => {
          if (key === 'Escape' && isWalletsOpen) closeWallets()
        }}
      >
        <button type="button" class="button plain wallets-toggle" onClick={closeWallets}>
          {playground.close}
        </button>
        <MailPanel mails={mails} />
        <h2>{playground.walletsOf(showName(persona))}</h2>
        <WalletsPanel persona={persona} tokens={known.tokens} />
      </aside>
    </div>
  )
}

/** Who one is, and what else there is. */
function Bar({
  personas,
  persona,
  become,
  wallets,
}: {
  personas: readonly string[]
  persona: string
  become: (name: string) => void
  wallets: {
    title: string
    isOpen: boolean
    toggle: () => void
    button: RefObject<HTMLButtonElement | null>
  }
}) {
  const { playground } = useWords()
  return (
    <header class="bar">
      {/* The chat's log, with all its buttons, stands before the message box. */}
      <button
        type="button"
        class="button skip"
        onClick={() => document.getElementById(MESSAGE_BOX)?.focus()}
      >
        {playground.toMessage}
      </button>
      <h1 class="brand">
        <img src={iconUrl} alt="" width={28} height={28} /> Vouch{' '}
        <span class="soft small">{playground.brand}</span>
      </h1>
      <a class="button plain small" href="/docs">
        {playground.api}
      </a>
      <LanguageChoice />
      <fieldset class="people">
        <legend class="hidden">{playground.whoAreYou}</legend>
        {personas.map((name) => (
          <label key={name} class="person">
            <input
              type="radio"
              name="persona"
              class="hidden"
              checked={name === persona}
              onChange={() => become(name)}
            />
            <Face name={name} />
            <span>{showName(name)}</span>
          </label>
        ))}
      </fieldset>
      <button
        type="button"
        class="button wallets-toggle"
        ref={wallets.button}
        aria-expanded={wallets.isOpen}
        aria-controls="wallets"
        onClick={wallets.toggle}
      >
        {wallets.title}
      </button>
    </header>
  )
}

/** What somebody who has said nothing yet could begin with. */
function FirstWords({
  place: { persona, chat },
  take,
}: {
  place: Place
  take: (hint: string) => void
}) {
  const { playground, language } = useWords()
  const friend = persona === 'bobby' ? 'alice' : 'bobby'
  const hints =
    chat === 'lobby'
      ? [
          `/tip @${friend} 5 usdc`,
          '/send hello@example.com 20 usdc',
          '/quote 100 usdc eth',
          '/help',
        ]
      : ['/claim', '/balance', '/help']
  return (
    <section class="try">
      <p>
        <strong>
          {chat === 'lobby'
            ? playground.inLobby(showName(persona))
            : playground.inPrivate(showName(persona))}
        </strong>
        {gapOf({ language })}
        {chat === 'lobby' && playground.signThenBecome(showName(friend))}
      </p>
      <p class="row">
        {playground.try}
        {hints.map((hint) => (
          <button key={hint} type="button" class="button chip" onClick={() => take(hint)}>
            {hint}
          </button>
        ))}
      </p>
    </section>
  )
}

function ChatTab({
  title,
  hint,
  unread,
  isOpen,
  open,
}: {
  title: string
  hint: string
  unread: number
  isOpen: boolean
  open: () => void
}) {
  const { playground } = useWords()
  return (
    <button
      type="button"
      class="chat-tab"
      aria-current={isOpen ? 'page' : undefined}
      onClick={open}
    >
      <span>
        <strong>{title}</strong>
        <span class="soft small hint">{hint}</span>
      </span>
      {unread > 0 && (
        <span class="unread">
          <span aria-hidden="true">{unread}</span>
          <span class="hidden">{playground.unread(unread)}</span>
        </span>
      )}
    </button>
  )
}

/** The place of this tab, in its address; the back button goes back to the last one. */
function usePlace(personas: readonly string[]): [Place, (place: Place) => void] {
  const [place, setPlace] = useState(() => readPlace(location.hash, personas))
  useEffect(() => {
    const follow = () => setPlace(readPlace(location.hash, personas))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return [
    place,
    (next) => {
      location.hash = writePlace(next)
      setPlace(next)
    },
  ]
}
