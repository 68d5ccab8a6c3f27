/** Characters that BIP 173 allows. */
export const BECH32_LIMIT = 90

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CHECKSUM_LETTERS = 6
/** By the account's bytes: how many letters of five bits hold them. */
const LETTERS_OF_20 = 32
const LETTERS_OF_32 = 52
/** Of 52 letters' 260 bits the account leaves four, which must be zero. */
const LEFT_OVER = 0b1111

/** By character code, the five bits of a letter. */
const BITS = new Int8Array(128).fill(-1)
for (const [bits, letter] of [...LETTERS].entries()) BITS[letter.charCodeAt(0)] = bits

/** By the five bits that leave the checksum at the top: what they change in it. */
const FEEDBACK = Int32Array.from({ length: 32 }, (_, top) =>
  [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].reduce(
    (sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum),
    0,
  ),
)

const add = (checksum: number, bits: number) =>
  (((checksum & 0x1ffffff) << 5) | bits) ^ (FEEDBACK[checksum >>> 25] ?? 0)

/**
 * Whether a text is the bech32 (BIP 173) of an account, of 20 or 32 bytes, with this prefix. It is asked several times in
 * every request, and says so without the bytes, which a library makes list by list.
 */
export function isBech32Account(prefix: string, text: string): boolean {
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return false
  if (lower.length > BECH32_LIMIT || !lower.startsWith(`${prefix}1`)) return false
  const start = prefix.length + 1
  const end = lower.length - CHECKSUM_LETTERS
  const letters = end - start
  if (letters !== LETTERS_OF_20 && letters !== LETTERS_OF_32) return false
  let checksum = 1
  for (let at = 0; at < prefix.length; at++) checksum = add(checksum, prefix.charCodeAt(at) >> 5)
  checksum = add(checksum, 0)
  for (let at = 0; at < prefix.length; at++) checksum = add(checksum, prefix.charCodeAt(at) & 31)
  for (let at = start; at < lower.length; at++) {
    const bits = BITS[lower.charCodeAt(at)] ?? -1
    if (bits < 0) return false
    if (at === end - 1 && letters === LETTERS_OF_32 && (bits & LEFT_OVER) !== 0) return false
    checksum = add(checksum, bits)
  }
  return checksum === 1
}
