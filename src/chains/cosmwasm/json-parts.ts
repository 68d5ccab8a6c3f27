import { jsonParser, type Token } from 'stream-json/core/parser.js'

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
  /** A string is cut after so many characters. */
  most?: number
}

/**
 * Reads parts of a JSON text as it comes, so that what is passed over may be of any length.
 * @returns whether the text is JSON, and whole
 */
export async function readParts(text: AsyncIterable<string>, whole: Place): Promise<boolean> {
  const parse = jsonParser({ packStrings: false, streamKeys: false, streamNumbers: false })
  const walk = createWalk(whole)
  for await (const piece of text) {
    const tokens = tokensOf(() => parse(piece))
    if (!tokens) return false
    for (const token of tokens) walk.step(token)
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
  /** As much of a string as came and is wanted. */
  let text: string | undefined

  function leave(): void {
    isOver = around.length === 0
    here = around.at(-1)?.each
  }

  function take(value: string): void {
    if (here?.take && (here.isWanted?.() ?? true)) here.take(value)
    leave()
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
      case 'keyValue': {
        const fields = around.at(-1)?.fields ?? {}
        here = Object.hasOwn(fields, token.value) ? fields[token.value] : undefined
        break
      }
      case 'startString':
        text = here?.take && (here.isWanted?.() ?? true) ? '' : undefined
        break
      case 'stringChunk':
        if (text !== undefined && text.length < (here?.most ?? Infinity)) text += token.value
        break
      case 'endString':
        if (text === undefined) leave()
        else take(text.slice(0, here?.most))
        break
      case 'numberValue':
        take(token.value)
        break
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        leave()
        break
      default: // the beginning of a key or number, which comes whole behind it
    }
  }

  return { step, isOver: () => isOver }
}
