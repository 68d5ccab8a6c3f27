import { DEFAULT_LANGUAGE, readLanguage } from '../core/terms/language.ts'
import { localeOf } from './parts/language-choice.ts'
import { showMoment } from './parts/show-moment.ts'

// The page came complete from the server. Whenever the transaction goes on, it is asked for once more.
const main = document.querySelector('main')
const connection = document.querySelector('#connection')
const [chain = '', txHash = ''] = location.pathname.split('/').slice(2).map(decodeURIComponent)
const source = new EventSource(
  `/api/v1/txn/stream?${new URLSearchParams({ chain, tx_hash: txHash }).toString()}`,
)

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

let reading = Promise.resolve()
async function readAgain(): Promise<void> {
  const answer = await fetch(location.pathname).catch(() => undefined)
  if (!answer?.ok) return // the next event, or the next connection, brings it
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const state = fresh.querySelector('main')
  if (state) showOwnTimes(state)
  if (!main || !state || main.innerHTML === state.innerHTML) return
  main.replaceChildren(...state.childNodes)
  document.title = fresh.title
}
/** Says one of the texts that the server wrote into the page, in its language, or nothing. */
function say(name: 'updates' | 'lost' | undefined): void {
  const text = name && document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content
  if (connection) connection.textContent = text ?? ''
}

source.addEventListener('progress', () => {
  reading = reading.then(readAgain)
})
source.addEventListener('open', () => say('updates'))
source.addEventListener('end', () => {
  source.close()
  say(undefined)
})
source.addEventListener('error', () =>
  say(source.readyState === EventSource.CLOSED ? undefined : 'lost'),
)
