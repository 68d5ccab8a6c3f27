import { jsonParser, type Token } from 'stream-json/core/parser.js'

/** Longer than any key, and deeper than any value, that stands at a place. */
const MOST_OF_KEY = 1_000
const DEEPEST = 64

/** A place in a JSON text: what stands under an object's keys or is each element of an array, and what is done with it. */
export type Place = {
  fields?: Readonly<Record<string, Place>>
  each?: Place
  /** An object or array begins here, or ends. */
  begin?(): void
  end?(): void
  /** Takes a string, or a number as it is written. Where it is not there, or `isWanted` says no, the value is passed over. */
  take?(value: string): void
  isWanted?(): boolean
  /** What is taken is cut after so many characters, 1,000 if nothing is said. */
  most?: number
}

/**
 * Reads parts of a JSON text as it comes. What is passed over may be of any length, and takes no memory.
 * @returns whether the text is JSON, whole, and not nested deeper than 64 times
 */
export async function readParts(text: AsyncIterable<string>, whole: Place): Promise<boolean> {
  const parse = jsonParser({ packValues: false })
  const walk = createWalk(whole)
  for await (const piece of text) {
    const tokens = tokensOf(() => parse(piece))
    if (!tokens) return false
    for (const token of tokens) walk.step(token)
    if (walk.depth() > DEEPEST) return false
  }
  return walk.isOver()
}

/** `undefined` where it is no JSON. */
function tokensOf(parse: () => ReturnType<ReturnType<typeof jsonParser>>): Token[] | undefined {
  try {
    const found = parse()
    return typeof found === 'symbol' ? [] : found.values
  } catch {
    return undefined
  }
}

function createWalk(whole: Place) {
  /** What we are in, from outside in; `undefined` where nothing of it is wanted. */
  const around: (Place | undefined)[] = []
  let here: Place | undefined = whole
  let isOver = false
  /** As much of a key, string or number as came and is wanted, and the most that is. */
  let text: string | undefined
  let most = 0

  function leave(): void {
    isOver = around.length === 0
    here = around.at(-1)?.each
  }

  function step(token: Token): void {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        here?.begin?.()
        around.push(here)
        here = here?.each
        break
      case 'endObject':
      case 'endArray':
        here = around.pop()
        here?.end?.()
        leave()
        break
      case 'startKey':
        text = around.at(-1)?.fields ? '' : undefined
        most = MOST_OF_KEY
        break
      case 'endKey': {
        const fields = around.at(-1)?.fields ?? {}
        here = text !== undefined && Object.hasOwn(fields, text) ? fields[text] : undefined
        break
      }
      case 'startString':
      case 'startNumber':
        text = here?.take && (here.isWanted?.() ?? true) ? '' : undefined
        most = here?.most ?? MOST_OF_KEY
        break
      case 'stringChunk':
      case 'numberChunk':
        if (text !== undefined && text.length < most) text += token.value
        break
      case 'endString':
      case 'endNumber':
        if (text !== undefined) here?.take?.(text.slice(0, most))
        leave()
        break
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        leave()
        break
      default: // what comes whole comes in pieces as well
    }
  }

  return { step, depth: () => around.length, isOver: () => isOver }
}
