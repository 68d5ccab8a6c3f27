/**
 * Which passkey to open: one that is made now, the one that this browser remembers, any that the person chooses, or one that is
 * made now for the account of recovery words.
 */
export type WhichPasskey = 'new' | 'remembered' | 'any' | 'words'

/** What says which of an account's keys, and which form of its address, a CosmWasm chain takes. */
export type CosmosKind = { coinType: number; prefix: string }

/** What a page asks of the key page: the address of a passkey's account or, with `sign`, a signature of it. */
export type KeyRequest = {
  which: WhichPasskey
  /** `undefined`: the account's address and key of EVM chains. */
  chain: CosmosKind | undefined
  /** A text, and the address that has to sign it. */
  sign?: { text: string; signer: string }
  /** Whether the account is to get so much that its recovery words have to be confirmed before. */
  wordsFirst?: boolean
  /** Comes back with the answer: what the page needs to go on where it was. */
  context: string
}

/** A request as the key page finds it: `back` is the path of the page that asked. */
export type AskedOfKeyPage = KeyRequest & { back: string }

/** What the key page answers. Cosmos signatures come with their key. */
export type KeyAnswer = {
  address: string
  signed?: { signature: string; pub_key?: string }
  context: string
}

/** The page for words and passkeys, and the same page with something asked of it. */
export const KEY_PAGE = '/key'
const ASKED = '#asked'

// Both pass through this tab's session storage, which browsers show to pages of this origin alone: no other one can ask, or
// read an answer. Each is a form of plain texts.
const REQUEST = 'vouch:key-request'
const ANSWER = 'vouch:key-answer'

/**
 * Leaves this page for the key page, which comes back to it: the answer is there when it is loaded again (`takeKeyAnswer`).
 * Where the person goes back without one, there is none.
 */
export function askKeyPage({ which, chain, sign, wordsFirst, context }: KeyRequest): void {
  const form = new URLSearchParams({ which, context, back: here() })
  if (chain) {
    form.set('coin_type', `${chain.coinType}`)
    form.set('prefix', chain.prefix)
  }
  if (sign) {
    form.set('text', sign.text)
    form.set('signer', sign.signer)
  }
  if (wordsFirst) form.set('words_first', 'yes')
  sessionStorage.setItem(REQUEST, form.toString())
  location.assign(`${KEY_PAGE}${ASKED}`)
}

/** The answer to what this page has asked, once: `undefined` where it asked nothing, or got none. */
export function takeKeyAnswer(): KeyAnswer | undefined {
  const form = new URLSearchParams(sessionStorage.getItem(ANSWER) ?? '')
  sessionStorage.removeItem(ANSWER)
  const address = form.get('address')
  const signature = form.get('signature')
  const pub_key = form.get('pub_key')
  if (address === null || form.get('back') !== here()) return undefined
  return {
    address,
    context: form.get('context') ?? '',
    ...(signature !== null && { signed: { signature, ...(pub_key !== null && { pub_key }) } }),
  }
}

/** What was asked of the key page, for that page: `undefined` where somebody opened it without a page that asks. */
export function readKeyRequest(): AskedOfKeyPage | undefined {
  const form = new URLSearchParams(sessionStorage.getItem(REQUEST) ?? '')
  const back = form.get('back') ?? ''
  const which = WAYS.find((way) => way === form.get('which'))
  const isOurs = back.startsWith('/') && new URL(back, location.origin).origin === location.origin
  if (location.hash !== ASKED || which === undefined || !isOurs) return undefined
  const coinType = Number(form.get('coin_type'))
  const prefix = form.get('prefix')
  const text = form.get('text')
  const signer = form.get('signer')
  return {
    which,
    back,
    context: form.get('context') ?? '',
    chain: prefix === null ? undefined : { coinType, prefix },
    wordsFirst: form.get('words_first') === 'yes',
    ...(text !== null && signer !== null && { sign: { text, signer } }),
  }
}

const WAYS: readonly WhichPasskey[] = ['new', 'remembered', 'any', 'words']

/** Goes back to the page that asked, with the answer or without one. What was asked is forgotten. */
export function leaveKeyPage(
  { back, context }: AskedOfKeyPage,
  answer?: Omit<KeyAnswer, 'context'>,
): void {
  sessionStorage.removeItem(REQUEST)
  if (answer) {
    const { address, signed } = answer
    const form = { back, context, address, ...signed }
    sessionStorage.setItem(ANSWER, new URLSearchParams(form).toString())
  }
  location.replace(back)
}

const here = () => `${location.pathname}${location.search}${location.hash}`
