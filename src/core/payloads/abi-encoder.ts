import { toFunctionSelector, type AbiFunction, type AbiParameter, type Hex } from 'viem'

/** Solidity counts in words of 32 bytes. */
const WORD_BYTES = 32

export type WordBuffer = ReturnType<typeof createWordBuffer>

/** Room for a payload of a few recipients; more makes it grow. */
const USUAL_BYTES = 4_096

const ZERO = 0x30
const DIGITS = Buffer.from('0123456789abcdef')
const digitAt = (value: number) => DIGITS[value & 15] ?? ZERO
const isSmall = (units: bigint) => units < 0x1_0000_0000n

/**
 * Bytes that grow by whole words, as ABI encoding needs them, kept as the hex digits that they are sent as: nearly all of
 * a payload is zero, so writing its few other digits costs less than turning all of its bytes into digits afterwards.
 * Places and counts are bytes. The memory is used again after `clear`: a fresh one for each call would cost more than
 * the encoding.
 */
export function createWordBuffer() {
  let digits = Buffer.alloc(2 * USUAL_BYTES, ZERO)
  let length = 0

  /** Keeps room at the end, filled up to whole words, and gives the place where it begins. */
  function keep(count: number): number {
    const start = length
    length += Math.ceil(count / WORD_BYTES) * WORD_BYTES
    if (2 * length > digits.length) {
      const grown = Buffer.alloc(4 * length, ZERO)
      digits.copy(grown)
      digits = grown
    }
    return start
  }

  /** Keeps room for a value of `count` bytes behind their number; gives where the value begins. */
  function keepSized(count: number): number {
    writeCount(keep(WORD_BYTES), count)
    return keep(count)
  }

  /** Writes a word: an offset or a length, below 2^32. */
  function writeCount(at: number, count: number): void {
    let end = 2 * (at + WORD_BYTES)
    for (let rest = count; rest > 0; rest >>>= 4) digits[(end -= 1)] = digitAt(rest)
  }

  /** Writes hex digits, of either case, from the byte `at` on. */
  function writeDigits(at: number, text: string): void {
    digits.write(text.toLowerCase(), 2 * at, 'latin1')
  }

  return {
    keep,
    writeCount,
    writeDigits,
    /** Writes a word: a number from 0 to 2^256 - 1. */
    writeUnits(at: number, units: bigint): void {
      if (isSmall(units)) writeCount(at, Number(units))
      else writeDigits(at, units.toString(16).padStart(2 * WORD_BYTES, '0'))
    },
    length: () => length,
    /** Appends a number of bytes and the bytes of these hex digits. */
    appendDigits(text: string): void {
      writeDigits(keepSized(text.length / 2), text)
    },
    /** Appends a number of bytes and the text in UTF-8. */
    appendText(text: string): void {
      const count = Buffer.byteLength(text)
      const at = keepSized(count)
      // Mostly short ASCII, whose characters are its bytes: a call of the platform would take longer.
      if (count === text.length)
        for (let index = 0; index < count; index += 1) {
          const character = text.charCodeAt(index)
          digits[2 * (at + index)] = digitAt(character >> 4)
          digits[2 * (at + index) + 1] = digitAt(character)
        }
      else writeDigits(at, Buffer.from(text).toString('hex'))
    },
    digits: () => digits.toString('latin1', 0, 2 * length),
    clear(): void {
      digits.fill(ZERO, 0, 2 * length)
      length = 0
    },
  }
}

/**
 * Solidity's ABI encoding, compiled once per function: what a type needs is decided when the program starts, so that a
 * call costs only its values. It knows the types that the factory's functions use and refuses any other at once.
 */

/** Encodes one type. A static value stands in place, at `at`; a dynamic one goes to the end, and its offset stands in place. */
type Encoder =
  | { isDynamic: false; bytes: number; write(value: unknown, out: WordBuffer, at: number): void }
  | { isDynamic: true; append(value: unknown, out: WordBuffer): void }

/**
 * Makes the function that encodes calls of `abi`: its arguments in order, tuples as objects by the names of their fields.
 * The function throws a plain `Error` for a value that its type cannot hold: values are checked before they come here.
 * @throws {Error} the ABI uses a type that this encoder does not know
 */
export function compileCall(abi: AbiFunction): (args: readonly unknown[]) => Hex {
  const selector = toFunctionSelector(abi)
  const parts = abi.inputs.map(compile)
  const bytes = headBytes(parts)
  const call = createWordBuffer() // one is enough: nothing else runs while a call is encoded
  return (args) => {
    if (args.length !== parts.length)
      throw new Error(`${abi.name} takes ${parts.length} arguments, not ${args.length}`)
    call.clear()
    writeInOrder(parts, (index) => args[index], call, call.keep(bytes))
    return `${selector}${call.digits()}`
  }
}

function compile(parameter: AbiParameter): Encoder {
  const { type } = parameter
  if (type.endsWith('[]')) return list(compile({ ...parameter, type: type.slice(0, -2) }))
  if (type === 'tuple') return tuple(componentsOf(parameter))
  if (type === 'string') return { isDynamic: true, append: appendString }
  if (type === 'bytes') return { isDynamic: true, append: appendBytes }
  if (type === 'bool') return { isDynamic: false, bytes: WORD_BYTES, write: writeBool }
  if (type === 'address') return { isDynamic: false, bytes: WORD_BYTES, write: writeAddress }
  const bits = /^uint(\d+)$/.exec(type)?.[1]
  if (bits !== undefined) return unsigned(BigInt(bits))
  throw new Error(`this encoder does not know the type ${type}`)
}

function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return 'components' in parameter ? parameter.components : []
}

function unsigned(bits: bigint): Encoder {
  const limit = 1n << bits
  return {
    isDynamic: false,
    bytes: WORD_BYTES,
    write(value, out, at) {
      const units = typeof value === 'number' ? BigInt(value) : value
      if (typeof units !== 'bigint' || units < 0n || units >= limit)
        throw unfit(value, `uint${bits}`)
      out.writeUnits(at, units)
    },
  }
}

function list(item: Encoder): Encoder {
  return {
    isDynamic: true,
    append(value, out) {
      if (!Array.isArray(value)) throw unfit(value, 'list')
      out.writeCount(out.keep(WORD_BYTES), value.length)
      const items = value.map(() => item)
      const start = out.keep(headBytes(items))
      writeInOrder(items, (index) => value[index], out, start)
    },
  }
}

function tuple(components: readonly AbiParameter[]): Encoder {
  const parts = components.map(compile)
  const names = components.map(({ name }) => name ?? '')
  const bytes = headBytes(parts)
  function write(value: unknown, out: WordBuffer, at: number): void {
    if (!isRecord(value)) throw unfit(value, 'tuple')
    writeInOrder(parts, (index) => value[names[index] ?? ''], out, at)
  }
  return parts.some((part) => part.isDynamic)
    ? { isDynamic: true, append: (value, out) => write(value, out, out.keep(bytes)) }
    : { isDynamic: false, bytes, write }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** From `start` what stands in place, in order; behind all of it the dynamic values, whose offsets count from `start`. */
function writeInOrder(
  parts: readonly Encoder[],
  valueAt: (index: number) => unknown,
  out: WordBuffer,
  start: number,
): void {
  let at = start
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]
    if (part?.isDynamic) {
      out.writeCount(at, out.length() - start)
      part.append(valueAt(index), out)
      at += WORD_BYTES
    } else if (part) {
      part.write(valueAt(index), out, at)
      at += part.bytes
    }
  }
}

function headBytes(parts: readonly Encoder[]): number {
  return parts.reduce((bytes, part) => bytes + (part.isDynamic ? WORD_BYTES : part.bytes), 0)
}

function writeBool(value: unknown, out: WordBuffer, at: number): void {
  if (typeof value !== 'boolean') throw unfit(value, 'bool')
  out.writeCount(at, value ? 1 : 0)
}

function writeAddress(value: unknown, out: WordBuffer, at: number): void {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw unfit(value, 'address')
  out.writeDigits(at + WORD_BYTES - 20, value.slice(2))
}

function appendBytes(value: unknown, out: WordBuffer): void {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value))
    throw unfit(value, 'bytes')
  out.appendDigits(value.slice(2))
}

function appendString(value: unknown, out: WordBuffer): void {
  if (typeof value !== 'string') throw unfit(value, 'string')
  out.appendText(value)
}

function unfit(value: unknown, type: string): Error {
  return new Error(`${String(value)} is not a ${type}`)
}
