// Holds what a browser must fetch of each built page before it can be used against a limit: the page, its style sheets and
// pictures, its script and every chunk that this imports at once, as they go over the wire (brotli, else gzip, else as they are).
// What the server answers to a page's own calls comes on top; test/browser/page-weight-pages.ts counts that, too.
//   node scripts/check-page-weights.mjs [folder of built pages] [--table]
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { parseSync } from 'vite'

/** Bytes. */
const MOST = 200_000

const asked = process.argv.slice(2)
const [folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'web')] = asked.filter(
  (word) => !word.startsWith('--'),
)
const ROOT = resolve(folder)

/** Bytes over the wire of a file, in the form that the server sends to a browser. */
function weightOf(path) {
  const found = [`${path}.br`, `${path}.gz`, path].find((candidate) =>
    existsSync(join(ROOT, candidate)),
  )
  if (found === undefined) throw new Error(`${path} is named by a page and was not built`)
  return statSync(join(ROOT, found)).size
}

/** What a file needs at once of other files, as paths below the folder. What it imports later, when asked, is left out. */
function needsOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const near = (address) => posix.join('/', posix.dirname(path), address).slice(1)
  const local = (address) => (address.startsWith('/') ? address.slice(1) : near(address))
  const addresses = (pattern) => [...text.matchAll(pattern)].map(([, address]) => address)
  if (path.endsWith('.html'))
    return addresses(/<(?:script|link|img)\b[^>]*?\s(?:src|href)="([^"]+)"/g).map(local)
  if (path.endsWith('.css')) return addresses(/url\(["']?(?!data:)([^"')]+)["']?\)/g).map(local)
  if (!path.endsWith('.js')) return []
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`)
  return program.body.flatMap(({ source }) => (source ? [local(source.value)] : []))
}

function allOf(page) {
  const found = new Set()
  const waiting = [page]
  for (const path of waiting) {
    if (found.has(path)) continue
    found.add(path)
    waiting.push(...needsOf(path))
  }
  return [...found]
}

const pages = readdirSync(ROOT).filter((name) => name.endsWith('.html'))
const table = pages.map((page) => {
  const parts = allOf(page).map((path) => ({ path, bytes: weightOf(path) }))
  return { page, parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) }
})
const heavy = table.filter(({ bytes }) => bytes > MOST)
const inKb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`

if (pages.length === 0) console.log(`${ROOT} holds no page, so nothing was weighed`)
if (heavy.length > 0 || asked.includes('--table'))
  for (const { page, bytes } of table) console.log(`${inKb(bytes)}  ${page}`)
for (const { page, parts } of heavy) {
  console.log(`\n${page} is above ${MOST / 1000} kB:`)
  for (const { path, bytes } of parts.toSorted((one, other) => other.bytes - one.bytes))
    console.log(`${inKb(bytes)}  ${path}`)
}
process.exitCode = pages.length === 0 || heavy.length > 0 ? 1 : 0
