import { toFunctionSelector, type AbiFunction, type AbiParameter, type Hex } from 'viem'

/**
 * Solidity's ABI encoding, compiled once per function: what a type needs is decided when the program starts, so that a
 * call costs only its values. It knows the types that the factory's functions use and refuses any other at once.
 */

/**
 * Encodes one type. `headWords` is what it takes in place; a dynamic type takes one word there, its offset.
 * `encode` adds the value's hex digits to `out`, a whole number of words, and gives how many digits that were. Pieces are
 * joined once at the end: a string that grows by concatenation is copied again when it is sent.
 */
type Encoder = {
  isDynamic: boolean
  headWords: number
  encode(value: unknown, out: string[]): number
}

const WORD_DIGITS = 64
const ZERO_WORD = '0'.repeat(WORD_DIGITS)

/**
 * Makes the function that encodes calls of `abi`: its arguments in order, tuples as objects by the names of their fields.
 * The function throws a plain `Error` for a value that its type cannot hold: values are checked before they come here.
 * @throws {Error} the ABI uses a type that this encoder does not know
 */
export function compileCall(abi: AbiFunction): (args: readonly unknown[]) => Hex {
  const selector = toFunctionSelector(abi)
  const parts = abi.inputs.map(compile)
  return (args) => {
    if (args.length !== parts.length)
      throw new Error(`${abi.name} takes ${parts.length} arguments, not ${args.length}`)
    const out: string[] = [selector]
    encodeInOrder(parts, args, out)
    return out.join('') as Hex // the selector, its first piece, begins with 0x
  }
}

function compile(parameter: AbiParameter): Encoder {
  const { type } = parameter
  if (type.endsWith('[]')) return list(compile({ ...parameter, type: type.slice(0, -2) }))
  if (type === 'tuple') return tuple(componentsOf(parameter))
  if (type === 'string') return leaf(encodeString, { isDynamic: true })
  if (type === 'bytes') return leaf(encodeBytes, { isDynamic: true })
  if (type === 'bool') return leaf(encodeBool, { isDynamic: false })
  if (type === 'address') return leaf(encodeAddress, { isDynamic: false })
  const bits = /^uint(\d+)$/.exec(type)?.[1]
  if (bits !== undefined) return unsigned(BigInt(bits))
  throw new Error(`this encoder does not know the type ${type}`)
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return 'components' in parameter ? parameter.components : []
}

/** A type without parts, whose digits are one piece. */
function leaf(
  digitsOf: (value: unknown) => string,
  { isDynamic }: { isDynamic: boolean },
): Encoder {
  return {
    isDynamic,
    headWords: 1,
    encode(value, out) {
      const digits = digitsOf(value)
      out.push(digits)
      return digits.length
    },
  }
}

function unsigned(bits: bigint): Encoder {
  const limit = 1n << bits
  const digitsOf = (value: unknown) => {
    const units = typeof value === 'number' ? BigInt(value) : value
    if (typeof units !== 'bigint' || units < 0n || units >= limit) throw unfit(value, `uint${bits}`)
    return wordOf(units)
  }
  return leaf(digitsOf, { isDynamic: false })
}

function list(item: Encoder): Encoder {
  return {
    isDynamic: true,
    headWords: 1,
    encode(value, out) {
      if (!Array.isArray(value)) throw unfit(value, 'list')
      out.push(wordOf(value.length))
      const items = value.map(() => item)
      return WORD_DIGITS + encodeInOrder(items, value, out)
    },
  }
}

function tuple(components: readonly AbiParameter[]): Encoder {
  const names = components.map(({ name }) => name ?? '')
  const parts = components.map(compile)
  const isDynamic = parts.some((part) => part.isDynamic)
  return {
    isDynamic,
    headWords: isDynamic ? 1 : wordsOf(parts),
    encode(value, out) {
      if (!isRecord(value)) throw unfit(value, 'tuple')
      const values = names.map((name) => value[name])
      return encodeInOrder(parts, values, out)
    },
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Heads first, in order, then the bodies of the dynamic ones, which the heads point to. */
function encodeInOrder(
  parts: readonly Encoder[],
  values: readonly unknown[],
  out: string[],
): number {
  let digits = 0
  const heads: number[] = []
  for (const [index, part] of parts.entries()) {
    heads.push(out.length)
    if (part.isDynamic) {
      out.push('') // its offset, known once the bodies before it are
      digits += WORD_DIGITS
    } else digits += part.encode(values[index], out)
  }
  for (const [index, part] of parts.entries()) {
    if (!part.isDynamic) continue
    const head = heads[index]
    if (head !== undefined) out[head] = wordOf(digits / 2)
    digits += part.encode(values[index], out)
  }
  return digits
}

function wordsOf(parts: readonly Encoder[]): number {
  return parts.reduce((words, part) => words + part.headWords, 0)
}

function encodeBool(value: unknown): string {
  if (typeof value !== 'boolean') throw unfit(value, 'bool')
  return value ? wordOf(1) : ZERO_WORD
}

function encodeAddress(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw unfit(value, 'address')
  return value.slice(2).toLowerCase().padStart(WORD_DIGITS, '0')
}

function encodeBytes(value: unknown): string {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value))
    throw unfit(value, 'bytes')
  return sized(value.slice(2).toLowerCase())
}

// Nearly all strings of a payload come from the network: chains, tokens, contracts. Encoding them anew each time was most
// of the work. Both bounds keep callers' own strings from filling the memory.
const ENCODED_STRINGS = 4_096
const ENCODED_STRING_LENGTH = 128
const encodedStrings = new Map<string, string>()

function encodeString(value: unknown): string {
  if (typeof value !== 'string') throw unfit(value, 'string')
  const known = encodedStrings.get(value)
  if (known !== undefined) return known
  const encoded = sized(utf8Digits(value))
  if (value.length <= ENCODED_STRING_LENGTH) {
    if (encodedStrings.size >= ENCODED_STRINGS) encodedStrings.clear()
    encodedStrings.set(value, encoded)
  }
  return encoded
}

/** A length in bytes and the digits, filled up to whole words. */
function sized(digits: string): string {
  const rest = digits.length % WORD_DIGITS
  const body = rest === 0 ? digits : digits + ZERO_WORD.slice(rest)
  return wordOf(digits.length / 2) + body
}

/** Offsets and lengths are small numbers, and the same ones in every payload. */
const SMALL_WORDS = Array.from({ length: 2_048 }, (_, units) =>
  units.toString(16).padStart(WORD_DIGITS, '0'),
)

function wordOf(units: number | bigint): string {
  const small = typeof units === 'number' ? SMALL_WORDS[units] : undefined
  if (small !== undefined) return small
  const digits = units.toString(16)
  return ZERO_WORD.slice(digits.length) + digits
}

const BYTE_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const utf8 = new TextEncoder()

/** Ids, addresses and JSON are ASCII nearly always, whose characters are their bytes. */
function utf8Digits(text: string): string {
  let digits = ''
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 0x7f) return bytesDigits(utf8.encode(text))
    digits += BYTE_DIGITS[code] ?? ''
  }
  return digits
}

function bytesDigits(bytes: Uint8Array): string {
  let digits = ''
  for (const byte of bytes) digits += BYTE_DIGITS[byte] ?? ''
  return digits
}

function unfit(value: unknown, type: string): Error {
  return new Error(`${String(value)} is not a ${type}`)
}
