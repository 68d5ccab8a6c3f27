import { LANGUAGES, type Language } from '../../../core/terms/language.ts'
import { tabStorage } from '../page-storage.ts'
import {
  readRemembered,
  rememberPasskey,
  rememberedPasskey,
  writeRemembered,
} from './remembered-passkey.ts'

/**
 * Which passkey to open: one that is made now, the one that this browser remembers, any that the person chooses, or one that is
 * made now for the account of recovery words.
 */
export type WhichPasskey = 'new' | 'remembered' | 'any' | 'words'

/** What says which of an account's keys, and which form of its address, a CosmWasm chain takes. */
export type CosmosKind = { coinType: number; prefix: string }

/** What a page asks of the key page: the address of a passkey's account or, with `sign`, a signature of it. */
type Asked = {
  which: WhichPasskey
  /** `undefined`: the account's address and key of EVM chains. */
  chain: CosmosKind | undefined
  /** A text, and the address that has to sign it. */
  sign?: { text: string; signer: string }
  /** Whether the account is to get so much that its recovery words have to be confirmed before. */
  wordsFirst?: boolean
}

/** What a page asks. `context` comes back with the answer: what the page needs to go on where it was. */
export type KeyRequest = Asked & { context: string }

/** A request as the key page finds it. `state` is whose answer it is; the page that asked spoke `language`. */
export type AskedOfKeyPage = Asked & { state: string; language: Language | undefined }

/** What the key page answers. Cosmos signatures come with their key. */
export type KeyAnswer = {
  address: string
  /** Whether its owner has shown to have its recovery words: now, or in this browser before. */
  hasWords: boolean
  signed?: { signature: string; pub_key?: string }
  context: string
}

/**
 * The page for words and passkeys, and the same page with something asked of it: on the pages' host, which leads on to the one
 * of keys where that has a name of its own.
 */
export const KEY_PAGE = '/key'
/** Where the key page goes back to, always on the pages' host. */
const ANSWER_PAGE = '/key/answer'
const ASKED = '#asked'

// The two pages may be of two hosts, so what they tell each other stands in the fragments of their addresses, which go to no
// server. Each is a form of plain texts. What is kept meanwhile is in this tab's storage of the host whose it is.
const WAITING = 'vouch:key-waiting'
const ANSWER = 'vouch:key-answer'
const REQUEST = 'vouch:key-request'

/**
 * Leaves this page for the key page, which comes back to it: the answer is there when it is loaded again (`takeKeyAnswer`).
 * Where the person goes back without one, there is none. A later request takes the place of an earlier one. Throws where it cannot be kept meanwhile.
 */
export function askKeyPage({ which, chain, sign, wordsFirst, context }: KeyRequest): void {
  const state = crypto.randomUUID()
  const waiting = new URLSearchParams({ state, context, back: here() })
  sessionStorage.setItem(WAITING, waiting.toString())
  const form = new URLSearchParams({ which, state, language: document.documentElement.lang })
  if (chain) {
    form.set('coin_type', `${chain.coinType}`)
    form.set('prefix', chain.prefix)
  }
  if (sign) {
    form.set('text', sign.text)
    form.set('signer', sign.signer)
  }
  if (wordsFirst) form.set('words_first', 'yes')
  // The one navigation of our pages that says whose it is: by that the key page knows who asks.
  const link = document.createElement('a')
  link.href = `${KEY_PAGE}#${form.toString()}`
  link.referrerPolicy = 'origin'
  link.click()
}

/**
 * Takes what the key page came back with, which stands in the address of the answer page, and returns the page that asked:
 * `undefined` where this tab asks nothing, or something else. It is taken once.
 */
export function bringKeyAnswer(): string | undefined {
  const waiting = new URLSearchParams(tabStorage.getItem(WAITING) ?? '')
  const form = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  const state = waiting.get('state')
  const back = waiting.get('back')
  if (state === null || back === null || form.get('state') !== state) return undefined
  tabStorage.removeItem(WAITING)
  // Another host's pages do not see what the key page keeps.
  rememberPasskey(readRemembered(form.get('passkey') ?? ''))
  if (form.has('address')) {
    form.set('back', back)
    form.set('context', waiting.get('context') ?? '')
    tabStorage.setItem(ANSWER, form.toString())
  }
  return `${location.origin}${back}`
}

/** The answer to what this page has asked, once: `undefined` where it asked nothing, or got none. */
export function takeKeyAnswer(): KeyAnswer | undefined {
  const form = new URLSearchParams(tabStorage.getItem(ANSWER) ?? '')
  tabStorage.removeItem(ANSWER)
  const address = form.get('address')
  const signature = form.get('signature')
  const pub_key = form.get('pub_key')
  if (address === null || form.get('back') !== here()) return undefined
  return {
    address,
    hasWords: form.get('has_words') === 'yes',
    context: form.get('context') ?? '',
    ...(signature !== null && { signed: { signature, ...(pub_key !== null && { pub_key }) } }),
  }
}

/** Has an answer that was taken there again for this page: for whoever has to leave it before the answer is of use. */
export function holdKeyAnswer({ address, hasWords, signed, context }: KeyAnswer): void {
  const has_words = hasWords ? 'yes' : 'no'
  const form = new URLSearchParams({ address, has_words, ...signed, context, back: here() })
  tabStorage.setItem(ANSWER, form.toString())
}

/**
 * What is asked of the key page: `nothing` where somebody opened it, `unknown` where it was asked by nobody whose page may.
 * A reload finds it again, until the page is left with `leaveKeyPage`.
 */
export function readKeyRequest(): AskedOfKeyPage | 'nothing' | 'unknown' {
  const { hash } = location
  if (hash === '') return 'nothing'
  if (hash !== ASKED) {
    history.replaceState(null, '', ASKED)
    if (!isFromOurPages()) {
      tabStorage.removeItem(REQUEST)
      return 'unknown'
    }
    tabStorage.setItem(REQUEST, hash.slice(1))
  }
  return parseRequest(new URLSearchParams(tabStorage.getItem(REQUEST) ?? '')) ?? 'nothing'
}

function parseRequest(form: URLSearchParams): AskedOfKeyPage | undefined {
  const state = form.get('state')
  const which = WAYS.find((way) => way === form.get('which'))
  if (state === null || which === undefined) return undefined
  const coinType = Number(form.get('coin_type'))
  const prefix = form.get('prefix')
  const text = form.get('text')
  const signer = form.get('signer')
  return {
    which,
    state,
    language: LANGUAGES.find((language) => language === form.get('language')),
    chain: prefix === null ? undefined : { coinType, prefix },
    wordsFirst: form.get('words_first') === 'yes',
    ...(text !== null && signer !== null && { sign: { text, signer } }),
  }
}

const WAYS: readonly WhichPasskey[] = ['new', 'remembered', 'any', 'words']

/**
 * Goes back to the pages' host, with the answer or without one, once: what was asked is forgotten, and leaving a second time,
 * as what hides the words does when the page goes away, changes nothing.
 */
export function leaveKeyPage({ state }: AskedOfKeyPage, answer?: Omit<KeyAnswer, 'context'>): void {
  if (tabStorage.getItem(REQUEST) === null) return
  tabStorage.removeItem(REQUEST)
  const known = rememberedPasskey()
  const form = new URLSearchParams({ state, passkey: known ? writeRemembered(known) : '' })
  const { address, signed, hasWords } = answer ?? {}
  const has_words = hasWords === true ? 'yes' : undefined
  for (const [name, value] of Object.entries({ address, has_words, ...signed }))
    if (value !== undefined) form.set(name, value)
  location.replace(`${pagesOrigin()}${ANSWER_PAGE}#${form.toString()}`)
}

/** Browsers let a page keep to itself where a link of it leads from, and never say that it led from another one. */
function isFromOurPages(): boolean {
  return document.referrer !== '' && new URL(document.referrer).origin === pagesOrigin()
}

/** Whose pages alone ask the key page and are answered: the server writes it into the key page where that has another host. */
export function pagesOrigin(): string {
  const said = document.querySelector('meta[name="vouch-pages"]')?.getAttribute('content')
  return said ?? location.origin
}

const here = () => `${location.pathname}${location.search}${location.hash}`
