import { expect, test } from 'vitest'

import { wordsIn } from '../../src/bots/words/words.ts'
import { LANGUAGES, type Language } from '../../src/core/terms/language.ts'
import { loadPageWords } from '../../src/words/page-words.ts'
import { writtenWordsIn } from '../../src/words/written-words.ts'
import { textsOf } from '../bots/words/texts-of.ts'
import { pageLoanwords } from './page-loanwords.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en')

/** What stops a transaction is said by chats as well, and held there. */
async function textsIn(language: Language): Promise<ReadonlyMap<string, string>> {
  const { trouble: _, language: spoken, ...topics } = await loadPageWords(language)
  expect(spoken).toBe(language)
  return textsOf({ ...topics, written: writtenWordsIn(language) })
}
const english = await textsIn('en')

const partsIn = (text = '') => [...new Set(text.match(/⟨\d⟩/g))].toSorted().join()
const lettersOf = (text: string) => text.replaceAll(/⟨\d⟩|\P{L}/gu, '')

test.each(OTHERS)('no text of %s is the English one, but for its loanwords', async (language) => {
  const same = [...(await textsIn(language))]
    .filter(([name, text]) => text === english.get(name) && lettersOf(text) !== '')
    .map(([, text]) => text)
  expect(new Set(same)).toEqual(new Set(pageLoanwords[language]))
})

/** A verb that does not change with a number has no use for it. */
const UNCOUNTED = new Set(['claimSteps.stays'])

test.each(OTHERS)('every text of %s names what the English one names', async (language) => {
  const missing = [...(await textsIn(language))].filter(
    ([name, text]) => !UNCOUNTED.has(name) && partsIn(text) !== partsIn(english.get(name)),
  )
  expect(missing).toEqual([])
})

test.each(LANGUAGES)(
  'no text of %s has a space at its end, or a hidden character but where a long word may be parted',
  async (language) => {
    const odd = [...(await textsIn(language))].filter(
      ([, text]) => /(?!\u00ad)[\p{Cc}\p{Cf}]|  /u.test(text) || text !== text.trim(),
    )
    expect(odd).toEqual([])
  },
)

test.each(LANGUAGES)(
  'the sign page names a card’s button in %s as the card does',
  async (language) => {
    const { sign } = await loadPageWords(language)
    expect(sign.dismiss).toContain(wordsIn(language).signing.dismiss)
  },
)
