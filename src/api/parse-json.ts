import { InvalidRequestError } from '../core/terms/errors.ts'

/** No request of the interface nests half as deep; deeper ones only cost. */
const MAX_DEPTH = 32

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const LEAVE_OUT = 'Leave that character out.'

/**
 * Reads JSON and refuses what two readers could take for different things: a key that stands twice in one object, keys
 * that reach for an object's prototype, nesting beyond 32 levels, and U+0000, which PostgreSQL keeps in no text.
 * @throws {InvalidRequestError} says which key, level or character cannot be used
 */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidRequestError(
      '',
      'is not JSON',
      'Send a JSON body as the documentation shows it.',
    )
  }
  refuseAmbiguous(text)
  if (text.includes(String.raw`\u0000`)) refuseNul(value)
  return value
}

/**
 * Refuses an address with U+0000 in it, of a path or of a query.
 * @throws {InvalidRequestError}
 */
export function refuseNulIn(url: string): void {
  if (url.includes('%00'))
    throw new InvalidRequestError('', 'has the character U+0000 in its address', LEAVE_OUT)
}

function refuseNul(value: unknown): void {
  JSON.stringify(value, (key, inner: unknown) => {
    if (key.includes('\0') || (typeof inner === 'string' && inner.includes('\0')))
      throw new InvalidRequestError('', 'has the character U+0000 in it', LEAVE_OUT)
    return inner
  })
}

/** Walks over a text that is known to be JSON. `keys` holds one set for each open object, `undefined` for each list. */
function refuseAmbiguous(text: string): void {
  const keys: (Set<string> | undefined)[] = []
  let at = 0
  while (at < text.length) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) {
      const end = endOfString(text, at)
      const open = keys.at(-1)
      if (open && isKey(text, end)) addKey(open, text.slice(at, end))
      at = end
      continue
    }
    if (character === OPEN_OBJECT || character === OPEN_LIST) {
      keys.push(character === OPEN_OBJECT ? new Set() : undefined)
      if (keys.length > MAX_DEPTH)
        throw new InvalidRequestError(
          '',
          `is nested deeper than ${MAX_DEPTH} levels`,
          'Send a JSON body as the documentation shows it.',
        )
    } else if (character === CLOSE_OBJECT || character === CLOSE_LIST) keys.pop()
    at += 1
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/** The place after the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

/** In JSON a colon follows a key and nothing else. */
function isKey(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 0x20) at += 1
  return text.charCodeAt(at) === COLON
}

function addKey(open: Set<string>, quoted: string): void {
  // An escaped key is the same key: "\u0061" is "a".
  const key: unknown = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
  if (typeof key !== 'string') return
  if (FORBIDDEN_KEYS.has(key))
    throw new InvalidRequestError(
      '',
      `has the key "${key}", which is never used`,
      `Leave "${key}" out.`,
    )
  if (open.has(key))
    throw new InvalidRequestError(
      '',
      `has the key "${key}" twice in one object`,
      `Send "${key}" once.`,
    )
  open.add(key)
}
