/** Solidity counts in words of 32 bytes. */
export const WORD_BYTES = 32

export type WordBuffer = ReturnType<typeof createWordBuffer>

/** Room for a payload of a few recipients; more makes it grow. */
const USUAL_BYTES = 4_096

/**
 * Bytes that grow by whole words, as ABI encoding needs them. What is kept is zero, so only what is not zero is written.
 * The memory is used again after `clear`: a fresh one for each call would cost more than the encoding.
 */
export function createWordBuffer() {
  let bytes = Buffer.alloc(USUAL_BYTES)
  let view = viewOf(bytes)
  let length = 0

  /** Keeps room at the end, filled up to whole words, and gives the place where it begins. */
  function keep(count: number): number {
    const start = length
    length += Math.ceil(count / WORD_BYTES) * WORD_BYTES
    if (length > bytes.length) {
      bytes = Buffer.concat([bytes], 2 * length)
      view = viewOf(bytes)
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
    view.setUint32(at + WORD_BYTES - 4, count)
  }

  /** Writes a word: a number from 0 to 2^256 - 1. */
  function writeUnits(at: number, units: bigint): void {
    let rest = units
    for (let end = at + WORD_BYTES; rest > 0n; end -= 8) {
      view.setBigUint64(end - 8, BigInt.asUintN(64, rest))
      rest >>= 64n
    }
  }

  return {
    keep,
    writeCount,
    writeUnits,
    length: () => length,
    /** Appends a number of bytes and the bytes of these hex digits. */
    appendDigits(digits: string): void {
      const at = keepSized(digits.length / 2) // may move the bytes
      bytes.write(digits, at, 'hex')
    },
    /** Appends a number of bytes and the text in UTF-8. */
    appendText(text: string): void {
      const count = Buffer.byteLength(text)
      const at = keepSized(count)
      // Mostly short ASCII, whose characters are its bytes: a call of the platform would take longer.
      if (count === text.length)
        for (let index = 0; index < count; index += 1) bytes[at + index] = text.charCodeAt(index)
      else bytes.write(text, at, 'utf8')
    },
    digits: () => bytes.toString('hex', 0, length),
    clear(): void {
      bytes.fill(0, 0, length)
      length = 0
    },
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
