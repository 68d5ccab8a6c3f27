import { DEFAULT_LANGUAGE, readLanguage } from '../core/terms/language.ts'
import { localeOf } from './parts/language-choice.ts'
import { showMoment } from './parts/show-moment.ts'

// The page came complete from the server. Whenever the transaction goes on, it is asked for once more.
const main = document.querySelector('main')
const connection = document.querySelector('#connection')
const [chain = '', txHash = ''] = location.pathname.split('/').slice(2).map(decodeURIComponent)
const stream = `/api/v1/txn/stream?${new URLSearchParams({ chain, tx_hash: txHash }).toString()}`

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000
let pauseMs = FIRST_PAUSE_MS

/** Writes times by the reader's own clock; the server, which does not know it, wrote UTC. */
function showOwnTimes(within: ParentNode): void {
  const locale = localeOf(
    readLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE,
    navigator.languages,
  )
  for (const time of within.querySelectorAll('time'))
    time.textContent = showMoment(locale, new Date(time.dateTime))
}
if (main) showOwnTimes(main)

/** Returns whether the page is what the server says now. */
async function readAgain(): Promise<boolean> {
  const answer = await fetch(location.pathname).catch(() => undefined)
  const text = answer?.ok === true ? await answer.text().catch(() => undefined) : undefined
  if (text === undefined) return false // the next event, or the next connection, brings it
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  const state = fresh.querySelector('main')
  if (state) showOwnTimes(state)
  if (!main || !state || main.innerHTML === state.innerHTML) return true
  main.replaceChildren(...state.childNodes)
  document.title = fresh.title
  return true
}
let reading = Promise.resolve(true)
const readNext = () => (reading = reading.then(readAgain))

/** Says one of the texts that the server wrote into the page, in its language, or nothing. */
function say(name: 'updates' | 'lost' | undefined): void {
  const text = name && document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
  if (connection) connection.textContent = text ?? ''
}

function listen(): void {
  const source = new EventSource(stream)
  source.addEventListener('progress', () => void readNext())
  source.addEventListener('open', () => {
    pauseMs = FIRST_PAUSE_MS
    say('updates')
  })
  source.addEventListener('end', () => {
    source.close()
    void reading.then((isRead) => (isRead ? say(undefined) : listenLater()))
  })
  // Browsers come back by themselves after a lost connection, and never after an answer as a restart's 503, a proxy's 502 or a 429.
  source.addEventListener('error', () =>
    source.readyState === EventSource.CLOSED ? listenLater() : say('lost'),
  )
}

function listenLater(): void {
  say('lost')
  setTimeout(() => {
    void readNext()
    listen()
  }, pauseMs)
  pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
}

listen()
