import { expect, test } from 'vitest'

import { wordsIn } from '../../../src/bots/words/words.ts'
import { LANGUAGES } from '../../../src/core/terms/language.ts'
import { loanwordsOf } from './loanwords.ts'
import { textsOf } from './texts-of.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en')
const english = textsOf(wordsIn('en'))

const partsIn = (text = '') => [...new Set(text.match(/⟨\d⟩/g))].toSorted().join()
const lettersOf = (text: string) => text.replaceAll(/⟨\d⟩|\P{L}/gu, '')

test.each(OTHERS)('no text of %s is the English one, but for its loanwords', (language) => {
  const left = [...textsOf(wordsIn(language))].filter(
    ([name, text]) =>
      text === english.get(name) && lettersOf(text) !== '' && !loanwordsOf(language).includes(text),
  )
  expect(left).toEqual([])
})

test.each(OTHERS)('every text of %s names what the English one names', (language) => {
  const missing = [...textsOf(wordsIn(language))].filter(
    ([name, text]) => partsIn(text) !== partsIn(english.get(name)),
  )
  expect(missing).toEqual([])
})

test.each(LANGUAGES)('every loanword of %s is in use', (language) => {
  const texts = new Set(textsOf(wordsIn(language)).values())
  expect(loanwordsOf(language).filter((word) => !texts.has(word))).toEqual([])
})

test.each(LANGUAGES)('no text of %s has a hidden character or a space at its end', (language) => {
  const odd = [...textsOf(wordsIn(language))].filter(
    ([, text]) => /[\p{Cc}\p{Cf}]|  /u.test(text) || text !== text.trim(),
  )
  expect(odd).toEqual([])
})

test.each([
  { language: 'en', one: '1 claim waits for you', more: '2 claims wait for you' },
  { language: 'es', one: 'te espera 1 cobro', more: 'te esperan 2 cobros' },
  { language: 'de', one: 'wartet 1 Sendung', more: 'warten 2 Sendungen' },
  { language: 'tr', one: '1 talep var', more: '2 talep var' },
  { language: 'zh-Hans', one: '有 1 笔', more: '有 2 笔' },
] as const)('one and several are counted as $language does', ({ language, one, more }) => {
  const { noNumber } = wordsIn(language).claim
  expect(noNumber('9', 1)).toContain(one)
  expect(noNumber('9', 2)).toContain(more)
})

test.each([
  { language: 'en', row: '10 USDC in 1 share, 1 taken' },
  { language: 'es', row: '10 USDC en 1 parte, tomadas: 1' },
  { language: 'de', row: '10 USDC in 1 Anteil, davon 1 vergeben' },
] as const)('what has a single winner is one share in $language', ({ language, row }) => {
  expect(wordsIn(language).shareOut.sentRow('10 USDC', 1, 1)).toBe(row)
})
