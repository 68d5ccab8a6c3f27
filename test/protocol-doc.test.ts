import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The rows of a document below each of its headings, and how many cells each should have. */
function sectionsOf(document: string, cells: number) {
  const text = readFileSync(`${ROOT}/docs/${document}`, 'utf8')
  return text
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const [number = ''] = heading.split(/\.? /)
      const rows = lines.filter((line) => /^\| (?!fact |what must hold )/.test(line))
      return { document, cells, heading, number, rows }
    })
}

const protocol = sectionsOf('protocol.md', 3)
/** Without those that are only the heading of others. */
const facts = protocol.filter(
  ({ number }) => !protocol.some((other) => other.number.startsWith(`${number}.`)),
)
const guarantees = sectionsOf('claim-guarantees.md', 2)

/** Every text that opens a test or a describe, and every text at all. */
function textsIn(path: string) {
  const source = readFileSync(path, 'utf8')
  const quoted = String.raw`(['"\`])((?:\\.|(?!\1).)*)\1`
  const opening = String.raw`(?:\b(?:test|describe)(?:\.\w+)*|[\])>])\(\s*${quoted}`
  const textsOf = (pattern: string) =>
    new Set([...source.matchAll(new RegExp(pattern, 'g'))].map(([, , text = '']) => text))
  return { titles: textsOf(opening), texts: textsOf(quoted) }
}

/** What is wrong with a row, whose last cell names tests; `undefined` where nothing is. */
function problemOf(row: string, cells: number): string | undefined {
  const all = row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
  const [fact] = all
  const tests = all.at(-1) ?? ''
  if (all.length !== cells) return `${fact}: ${all.length} cells`
  const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  if (!all.slice(1, -1).every((of) => ['interface', 'published', 'both'].includes(of)))
    return `${fact}: of no generation`
  if (named.length === 0) return `${fact}: no test`
  const missing = named.find((name) => !isTest(name))
  return missing && `${fact}: no test is ${missing}`
}

/** A file, the title of a test or of what it stands in, and perhaps the name of a row of its table. */
function isTest(name: string): boolean {
  const [file = '', title = '', row] = name.split(' › ')
  const path = `${ROOT}/${file}`
  if (!/^test\/.*(?:\.test|-flow)\.ts$/.test(file) || !existsSync(path)) return false
  const { titles, texts } = textsIn(path)
  return titles.has(title) && (row === undefined || texts.has(row))
}

test('there are sections', () => {
  expect(facts.length).toBeGreaterThan(25)
  expect(guarantees.length).toBe(4)
})

test.each([...facts, ...guarantees])(
  'what $heading of $document says is held by tests that exist',
  ({ rows, cells }) => {
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.flatMap((row) => problemOf(row, cells) ?? [])).toEqual([])
  },
)

const FILE = 'test/protocol-doc.test.ts'
test.each([
  { row: `| a | both | \`${FILE} › there are sections\` |`, problem: undefined },
  { row: `| a | both | \`${FILE} › there are sections › utf8\` |`, problem: undefined },
  { row: `| a | \`${FILE} › there are sections\` |`, cells: 2, problem: undefined },
  { row: `| a | \`${FILE} › there are sections\` |`, problem: 'a: 2 cells' },
  { row: '| a | all | `x` |', problem: 'a: of no generation' },
  { row: '| a | both |  |', problem: 'a: no test' },
  { row: `| a | both | \`${FILE} › there are\` |`, problem: `a: no test is ${FILE} › there are` },
  { row: '| a | both | `test/no.test.ts › x` |', problem: 'a: no test is test/no.test.ts › x' },
])('a row that says $row: $problem', ({ row, cells = 3, problem }) => {
  expect(problemOf(row, cells)).toBe(problem)
})
