import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'

import type { RecoveryWords } from '../../words/en/key-page.ts'
import type { Problem } from '../parts/api-client.ts'

const WORDS = 24
/** By so many letters the words of BIP-39 are told apart. */
const TELLING_LETTERS = 4

/**
 * Reads 24 words of BIP-39 as people write them down: in any case, with their numbers, over several lines. What is wrong
 * with them is said as precisely as can be known. Pure.
 */
export function readPhrase(
  text: string,
  said: RecoveryWords,
): { words: string } | { problem: Problem } {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const at = words.findIndex((word) => !wordlist.includes(word))
  if (at >= 0) return unknownWord(words[at] ?? '', at + 1, said)
  if (words.length !== WORDS) {
    const { message, fix } = said.wrongCount
    return { problem: { message: message(`${words.length}`, `${WORDS}`), fix } }
  }
  const joined = words.join(' ')
  return validateMnemonic(joined, wordlist) ? { words: joined } : { problem: said.wrongOrder }
}

function unknownWord(word: string, number: number, { unknownWord: said }: RecoveryWords) {
  const near = wordlist.find(
    (each) => each.slice(0, TELLING_LETTERS) === word.slice(0, TELLING_LETTERS),
  )
  const fix = near === undefined ? said.fix : said.meant(near)
  return { problem: { message: said.message(`${number}`, word), fix } }
}
