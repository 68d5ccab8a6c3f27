/** Solidity counts in words of 32 bytes. */
export const WORD_BYTES = 32

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
