import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, expect, test } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const PAGE =
  '<script type="module" src="/assets/app.js"></script><link rel="stylesheet" href="/assets/look.css">'
/** A comment of so many bytes, after what a file says. */
const heavy = (bytes: number, says = '') =>
  `${says}/*${randomBytes(bytes).toString('latin1').replace(/[*/]/g, '-')}*/`

/** Weighs a folder with these files: whether they pass, and what was said. */
function weigh(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-weights-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content, 'latin1')
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/check-page-weights.mjs', folder],
    { encoding: 'utf8' },
  )
  return { passed: status === 0, said: `${stdout}${stderr}` }
}

test.each<{ name: string; files: Record<string, string>; passed: boolean; says?: RegExp }>([
  { name: 'a light page', files: { 'assets/app.js': '', 'assets/look.css': '' }, passed: true },
  {
    name: 'a heavy script',
    files: { 'assets/app.js': heavy(201_000), 'assets/look.css': '' },
    passed: false,
    says: /201\.\d kB {2}assets\/app\.js/,
  },
  {
    name: 'a heavy script that goes packed over the wire',
    files: { 'assets/app.js': heavy(300_000), 'assets/app.js.br': 'packed', 'assets/look.css': '' },
    passed: true,
  },
  {
    name: 'many that are heavy together, one importing the other',
    files: {
      'assets/app.js': heavy(80_000, "import './a.js';"),
      'assets/a.js': heavy(80_000, "export * from './b.js';"),
      'assets/b.js': heavy(80_000, "import './app.js';"),
      'assets/look.css': '',
    },
    passed: false,
    says: /assets\/b\.js/,
  },
  {
    name: 'a heavy one that is imported only when asked',
    files: {
      'assets/app.js': "button.onclick = () => import('./late.js')",
      'assets/late.js': heavy(300_000),
      'assets/look.css': '',
    },
    passed: true,
  },
  {
    name: 'a heavy font of a style sheet',
    files: {
      'assets/app.js': '',
      'assets/look.css': '@font-face { src: url(./font.woff2) }',
      'assets/font.woff2': heavy(210_000),
    },
    passed: false,
    says: /assets\/font\.woff2/,
  },
  {
    name: 'a file that is missing',
    files: { 'assets/app.js': '' },
    passed: false,
    says: /look\.css/,
  },
])('$name: passes is $passed', ({ files, passed, says = /^$/ }) => {
  const weighed = weigh({ 'page.html': PAGE, ...files })
  expect(weighed.passed).toBe(passed)
  expect(weighed.said).toMatch(says)
})

test('a folder without pages is no proof', () => {
  expect(weigh({ 'assets/app.js': '' })).toMatchObject({ passed: false })
})
