import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { wordsIn } from '../../../src/bots/words/words.ts'
import { type Language } from '../../../src/core/terms/language.ts'
import { loanwordsOf } from './loanwords.ts'
import { textsOf } from './texts-of.ts'

const english = [...textsOf(wordsIn('en')).values()]
/** Whole texts, and the pieces of others that are words enough to be known by. */
const TEXTS = new Set(english.filter((text) => !text.includes('⟨')))
const PIECES = english
  .flatMap((text) => text.split(/⟨\d⟩/))
  .map((piece) => piece.trim())
  .filter((piece) => /\p{L} \p{L}/u.test(piece))

/** Chinese marks are as wide as a space already. */
export const SPACED = /[。！？：；] /

/** What is written as text in the code that knows no languages: errors, reasons, notices. */
const LITERALS = ['core', 'claims', 'chains'].flatMap((name) => {
  const folder = path.resolve(import.meta.dirname, '../../../src', name)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => literalsIn(readFileSync(path.join(folder, file), 'utf8')))
})

function literalsIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .flatMap(([, single, double, template]) =>
      (single ?? double ?? template ?? '').split(/\$\{.*?\}/),
    )
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(piece))
}

/** What is English among some texts, though they are of another language: also a space behind a mark that brings its own. */
export const englishIn = (language: Language, texts: readonly string[]): string[] =>
  texts.filter(
    (text) =>
      !loanwordsOf(language).includes(text) &&
      (SPACED.test(text) ||
        TEXTS.has(text) ||
        [...PIECES, ...LITERALS].some((piece) => text.includes(piece))),
  )
