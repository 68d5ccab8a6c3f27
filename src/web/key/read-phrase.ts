import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'

import type { Problem } from '../parts/api-client.ts'

const WORDS = 24
/** By so many letters the words of BIP-39 are told apart. */
const TELLING_LETTERS = 4

/**
 * Reads 24 words of BIP-39 as people write them down: in any case, with their numbers, over several lines. What is wrong
 * with them is said as precisely as can be known. Pure.
 */
export function readPhrase(text: string): { words: string } | { problem: Problem } {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const at = words.findIndex((word) => !wordlist.includes(word))
  if (at >= 0) return unknownWord(words[at] ?? '', at + 1)
  if (words.length !== WORDS)
    return wrong(
      `${words.length === 1 ? 'This is one word' : `These are ${words.length} words`}; your phrase has ${WORDS}.`,
      'Look for one that was left out, or that stands here twice.',
    )
  const joined = words.join(' ')
  if (!validateMnemonic(joined, wordlist))
    return wrong(
      'Each of these words could be right, but they do not belong together.',
      'One of them is another word, or two have changed places. Compare them with your paper, from the first to the last.',
    )
  return { words: joined }
}

function unknownWord(word: string, number: number) {
  const meant = wordlist.find(
    (each) => each.slice(0, TELLING_LETTERS) === word.slice(0, TELLING_LETTERS),
  )
  return wrong(
    `Word ${number}, “${word}”, is in no recovery phrase.`,
    meant === undefined ? 'Look at your paper again.' : `Could it be “${meant}”?`,
  )
}

const wrong = (message: string, fix: string) => ({ problem: { message, fix } })
