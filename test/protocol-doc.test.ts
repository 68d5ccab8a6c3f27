import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DOC = readFileSync(`${ROOT}/docs/protocol.md`, 'utf8')

const all = DOC.split(/^#{2,3} /m)
  .slice(1)
  .map((text) => {
    const [heading = '', ...lines] = text.split('\n')
    const [number = ''] = heading.split(/\.? /)
    return { heading, number, rows: lines.filter((line) => /^\| (?!fact )/.test(line)) }
  })
/** Without those that are only the heading of others. */
const sections = all.filter(
  ({ number }) => !all.some((other) => other.number.startsWith(`${number}.`)),
)

/** Every text that opens a test or a describe, and every text at all. */
function textsIn(path: string) {
  const source = readFileSync(path, 'utf8')
  const quoted = String.raw`(['"\`])((?:\\.|(?!\1).)*)\1`
  const opening = String.raw`(?:\b(?:test|describe)(?:\.\w+)*|[\])>])\(\s*${quoted}`
  const textsOf = (pattern: string) =>
    new Set([...source.matchAll(new RegExp(pattern, 'g'))].map(([, , text = '']) => text))
  return { titles: textsOf(opening), texts: textsOf(quoted) }
}

/** What is wrong with a row; `undefined` where nothing is. */
function problemOf(row: string): string | undefined {
  const [, fact, of, tests = ''] = row.split('|').map((cell) => cell.trim())
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  if (!['interface', 'published', 'both'].includes(of ?? '')) return `${fact}: of no generation`
  if (named.length === 0) return `${fact}: no test`
  const missing = named.find((name) => !isTest(name))
  return missing && `${fact}: no test is ${missing}`
}

/** A file, the title of a test or of what it stands in, and perhaps the name of a row of its table. */
function isTest(name: string): boolean {
  const [file = '', title = '', row] = name.split(' › ')
  const path = `${ROOT}/${file}`
  if (!/^test\/.*\.test\.ts$/.test(file) || !existsSync(path)) return false
  const { titles, texts } = textsIn(path)
  return titles.has(title) && (row === undefined || texts.has(row))
}

test('there are sections', () => {
  expect(sections.length).toBeGreaterThan(25)
})

test.each(sections)('what $heading says is held by tests that exist', ({ rows }) => {
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.flatMap((row) => problemOf(row) ?? [])).toEqual([])
})

const FILE = 'test/protocol-doc.test.ts'
test.each([
  { row: `| a | both | \`${FILE} › there are sections\` |`, problem: undefined },
  { row: `| a | both | \`${FILE} › there are sections › utf8\` |`, problem: undefined },
  { row: '| a | all | `x` |', problem: 'a: of no generation' },
  { row: '| a | both |  |', problem: 'a: no test' },
  { row: `| a | both | \`${FILE} › there are\` |`, problem: `a: no test is ${FILE} › there are` },
  { row: '| a | both | `test/no.test.ts › x` |', problem: 'a: no test is test/no.test.ts › x' },
])('a row that says $row: $problem', ({ row, problem }) => {
  expect(problemOf(row)).toBe(problem)
})
