import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** A small tree in which every import is allowed. */
const ALLOWED = {
  'src/cli/backup.ts': "import '../store/database.ts'",
  'src/cli/vouch.ts': "import '../app.ts'\nimport '../config.ts'\nimport '../store/database.ts'",
  'src/config.ts': "import './core/network.ts'",
  'src/app.ts': [
    "import './api/server.ts'",
    "import './bots/discord/discord.ts'",
    "import './bots/telegram/telegram.ts'",
    "import './chains/reader.ts'",
    "import './config.ts'",
    "import './devnet/devnet.ts'",
    "import './mail/mailer.ts'",
    "import './store/database.ts'",
    "import './wiring/service.ts'",
  ].join('\n'),
  'src/wiring/service.ts': "import '../store/database.ts'\nimport '../chains/reader.ts'",
  'src/core/network.ts': "import { z } from 'zod'\nimport { getAddress, type Hex } from 'viem'",
  'src/core/encode.ts': "import { toBase64 } from '@cosmjs/encoding'\nimport './network.ts'",
  'src/calls/route-calls.ts': "import { z } from 'zod'\nimport '../core/network.ts'",
  'src/services/market/quotes.ts': "import '../../calls/route-calls.ts'\nimport './pools-port.ts'",
  'src/services/market/pools-port.ts': "import '../../core/network.ts'",
  'src/claims/claims.ts':
    "import { randomBytes } from 'node:crypto'\nimport '../core/network.ts'\nimport { privateKeyToAccount } from 'viem/accounts'",
  'src/chains/reader.ts':
    "import { createPublicClient, http } from 'viem'\nimport { StargateClient } from '@cosmjs/stargate'\nimport '../core/network.ts'",
  'src/devnet/devnet.ts': "import { createTestClient } from 'viem'\nimport '../core/network.ts'",
  'src/client/client.ts': "import '../core/network.ts'",
  'src/web/sign.tsx':
    "import { createWalletClient, custom } from 'viem'\nimport '../core/network.ts'\nimport '../client/client.ts'\nexport const view = <p class=\"a\">b</p>",
  'src/store/database.ts':
    "import Database from 'better-sqlite3'\nimport 'drizzle-orm/better-sqlite3'\nimport '../claims/claims.ts'",
  'src/mail/mailer.ts': "import 'nodemailer'\nimport '../claims/claims.ts'",
  'src/api/server.ts':
    "import fastify from 'fastify'\nimport '@fastify/static'\nimport '../core/network.ts'",
  'src/bots/commands/card.ts': "import '../../core/network.ts'\nimport '../../claims/claims.ts'",
  'src/bots/surface.ts': "import './commands/card.ts'",
  'src/bots/telegram/telegram.ts':
    "import { Bot } from 'grammy'\nimport '../commands/card.ts'\nimport '../surface.ts'",
  'src/bots/discord/discord.ts':
    "import { Client } from 'discord.js'\nimport '../commands/card.ts'",
}

/** One line in one file, and what the check has to say about exactly that line. */
const VIOLATIONS = [
  ...['claims', 'store', 'bots', 'api'].map((folder) => [
    'src/core/a.ts',
    `import '../${folder === 'bots' ? 'bots/commands/card.ts' : existing(folder)}'`,
    'core imports nothing of ours',
  ]),
  ['src/core/a.ts', "import type { A } from '../claims/claims.ts'", 'core imports nothing of ours'],
  ['src/core/a.ts', "export * from '../claims/claims.ts'", 'core imports nothing of ours'],
  ['src/core/a.ts', "export { a } from '../claims/claims.ts'", 'core imports nothing of ours'],
  [
    'src/core/a.ts',
    "export const a = () => import('../claims/claims.ts')",
    'core imports nothing of ours',
  ],
  [
    'src/core/a.ts',
    "export type A = import('../claims/claims.ts').A",
    'core imports nothing of ours',
  ],
  ['src/core/a.ts', "const a = require('../claims/claims.ts')", 'core imports nothing of ours'],
  ['src/core/a.ts', 'export const a = (b: string) => import(b)', 'names its module literally'],
  ['src/core/a.ts', "import { readFileSync } from 'node:fs'", 'core is pure'],
  ['src/core/a.ts', "import { randomBytes } from 'crypto'", 'core is pure'],
  ['src/core/a.ts', "import { pino } from 'pino'", 'core is pure'],
  ['src/core/a.ts', "import { generatePrivateKey } from 'viem/accounts'", 'no random values'],
  ['src/core/a.ts', "import { Random } from '@cosmjs/crypto'", 'no random values'],
  ['src/core/a.ts', "import { createPublicClient } from 'viem'", 'may load viem clients'],
  ['src/core/a.ts', "import type { PublicClient } from 'viem'", 'may load viem clients'],
  ['src/core/a.ts', "import * as viem from 'viem'", 'may load viem clients'],
  ['src/claims/a.ts', "import { webSocket as socket } from 'viem'", 'may load viem clients'],
  ['src/claims/a.ts', "import { getBlock } from 'viem/actions'", 'may load viem clients'],
  ['src/core/a.ts', "import '../calls/route-calls.ts'", 'core imports nothing of ours'],
  [
    'src/core/a.ts',
    "import type { P } from '../services/market/pools-port.ts'",
    'core imports nothing of ours',
  ],
  ['src/core/a.ts', "import { setTimeout } from 'node:timers/promises'", 'core is pure'],
  ['src/calls/a.ts', "import '../services/market/quotes.ts'", 'calls imports core'],
  ['src/services/a.ts', "import '../claims/claims.ts'", 'services imports core and calls'],
  ['src/services/a.ts', "import '../store/database.ts'", 'services imports core and calls'],
  ['src/claims/a.ts', "import '../store/database.ts'", 'claims imports core'],
  ['src/chains/a.ts', "import '../claims/claims.ts'", 'chains imports core'],
  ['src/devnet/a.ts', "import '../chains/reader.ts'", 'devnet imports core'],
  [
    'src/web/a.tsx',
    "import '../services/market/quotes.ts'",
    'web imports core and words and calls and client',
  ],
  ['src/client/a.ts', "import '../web/sign.tsx'", 'client imports core'],
  ['src/store/a.ts', "import '../api/server.ts'", 'store imports core and calls'],
  ['src/mail/a.ts', "import '../store/database.ts'", 'mail imports core and words and claims'],
  ['src/api/a.ts', "import '../bots/commands/card.ts'", 'api imports core and words and calls'],
  [
    'src/bots/commands/a.ts',
    "import '../../store/database.ts'",
    'bots imports core and words and calls',
  ],
  [
    'src/bots/commands/a.ts',
    "import '../telegram/telegram.ts'",
    'shared bot code knows no platform',
  ],
  ['src/bots/a.ts', "import './discord/discord.ts'", 'shared bot code knows no platform'],
  ['src/bots/telegram/a.ts', "import '../discord/discord.ts'", 'a platform knows no other'],
  ['src/bots/playground/a.ts', "import '../telegram/telegram.ts'", 'a platform knows no other'],
  ['src/config.ts', "import './claims/claims.ts'", 'config.ts imports core and claims/proofs'],
  ['src/wiring/a.ts', "import '../app.ts'", 'wiring is used by app.ts and cli'],
  ['src/bots/a.ts', "import '../wiring/service.ts'", 'bots imports core and words and calls'],
  ...['api', 'core', 'wiring'].map((folder) => [
    `src/${folder}/a.ts`,
    "import '../cli/backup.ts'",
    'cli is the program: nobody imports it',
  ]),
  ['src/app.ts', "import './cli/backup.ts'", 'cli is the program: nobody imports it'],
  ['src/cli/a.ts', "import Database from 'better-sqlite3'", 'only store may load database'],
  ['src/tools/a.ts', "import '../core/network.ts'", 'no rule covers this place'],
  ['src/core/a.ts', "import '../../test/a.ts'", 'does not import from outside src/'],
  ['src/core/a.ts', "import './missing.ts'", 'there is no such file'],
  ['src/bots/discord/a.ts', "import { Bot } from 'grammy'", 'only bots/telegram may load grammy'],
  ['src/app.ts', "import { run } from '@grammyjs/runner'", 'only bots/telegram may load grammy'],
  ['src/bots/telegram/a.ts', "import { Client } from 'discord.js'", 'may load discord.js'],
  ['src/core/a.ts', "import { StargateClient } from '@cosmjs/stargate'", 'may load cosmjs clients'],
  ['src/claims/a.ts', "import '@cosmjs/cosmwasm-stargate'", 'may load cosmjs clients'],
  ['src/api/a.ts', "import { getAddress } from 'viem'", 'may load viem'],
  ['src/claims/a.ts', "import { eq } from 'drizzle-orm'", 'only store may load database'],
  ['src/api/a.ts', "import Database from 'better-sqlite3'", 'only store may load database'],
  ['src/wiring/a.ts', "import { Pool } from 'pg'", 'only store may load database'],
  ['src/services/a.ts', "import { Counter } from 'prom-client'", 'only api may load prom-client'],
  [
    'src/claims/a.ts',
    "import * as oauth from 'oauth4webapi'",
    'only claims/proofs may load oauth4webapi',
  ],
  [
    'src/bots/telegram/a.ts',
    "import { renderAsync } from '@resvg/resvg-js'",
    'only bots/pictures may load resvg',
  ],
  [
    'src/claims/a.ts',
    "import { createTransport } from 'nodemailer'",
    'only mail may load nodemailer',
  ],
  [
    'src/bots/playground/a.ts',
    "import type { FastifyInstance } from 'fastify'",
    'only api may load fastify',
  ],
].map(([file = '', line = '', reason = '']) => ({ file, line, reason }))

function existing(folder: string): string {
  const file = Object.keys(ALLOWED).find((path) => path.startsWith(`src/${folder}/`))
  return (file ?? '').slice('src/'.length)
}

let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'vouch-architecture-'))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

function plant(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(tree, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

function checkImports(root: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'check-imports.mjs'), root],
    { encoding: 'utf8' },
  )
  return { status, lines: stdout.trim().split('\n'), stderr }
}

describe('import rules', () => {
  test('what the rules allow passes, and every file of it was read', () => {
    const { status, lines } = checkImports(plant('allowed', ALLOWED))
    expect({ status, lines }).toEqual({
      status: 0,
      lines: [`${Object.keys(ALLOWED).length} files, 0 forbidden imports`],
    })
  })

  test('every planted violation is found, each for its own reason', () => {
    const files: Record<string, string> = { ...ALLOWED, 'test/a.ts': '' }
    // One file a violation, beside the file it was planted in, so that none hides another.
    const planted = VIOLATIONS.map(({ file, line, reason }, index) => {
      const isTopLevel = /^src\/[^/]+$/.test(file)
      const path = isTopLevel ? file : file.replace(/a\.(tsx?)$/, `a${index}.$1`)
      files[path] = isTopLevel ? `${files[path]}\n${line}` : line
      return { path, reason, line }
    })
    const { status, lines } = checkImports(plant('violations', files))
    expect(status).toBe(1)
    const missed = planted.filter(
      ({ path, reason }) =>
        !lines.some((line) => line.startsWith(`${path} -> `) && line.includes(reason)),
    )
    expect(missed).toEqual([])
    expect(lines.at(-1)).toBe(
      `${new Set(Object.keys(files).filter((path) => path.startsWith('src/'))).size} files, ${planted.length} forbidden imports`,
    )
  })

  test('a cycle is found, by types alone as well', () => {
    const { status, lines } = checkImports(
      plant('cycle', {
        'src/core/a.ts': "import './b.ts'",
        'src/core/b.ts': "import './c.ts'",
        'src/core/c.ts': "import type { A } from './a.ts'",
      }),
    )
    expect(status).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(/cycle: src\/core\/(\w)\.ts -> .* -> src\/core\/\1\.ts$/),
      '3 files, 1 forbidden imports',
    ])
  })

  test.each([
    {
      name: 'a file that does not parse',
      files: { 'src/core/a.ts': 'import { from' },
      says: 'does not parse',
    },
    { name: 'a tree without files', files: { 'src/readme.txt': '' }, says: 'no file was found' },
  ])('$name fails the check', ({ name, files, says }) => {
    const { status, lines, stderr } = checkImports(plant(name.replaceAll(' ', '-'), files))
    expect(status).not.toBe(0)
    expect(lines.join('\n') + stderr).toContain(says)
  })

  test('this repository keeps them, in every file', () => {
    const { lines, status } = checkImports(ROOT)
    const known = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file),
    ).length
    expect({ lines, status }).toEqual({ status: 0, lines: [`${known} files, 0 forbidden imports`] })
  })
})

/** In which of these files the linter, set up as it is here, has something to say; in the order of their names. */
function findingsIn(name: string, files: Record<string, string>): string[] {
  const root = plant(name, files)
  // The paths in the configuration are taken from where it lies.
  const config = readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')
  writeFileSync(join(root, '.oxlintrc.json'), config)
  cpSync(join(ROOT, 'scripts', 'lint'), join(root, 'scripts', 'lint'), { recursive: true })
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint'), '--format=unix', 'src', 'test'],
    { cwd: root, encoding: 'utf8' },
  )
  return [...new Set(stdout.match(/^(?:src|test)\/\w+\/\w+\.ts(?=:)/gm))].toSorted()
}

/** Lint findings for lines of core, which no compiler and no import rule would catch. */
describe('core is pure', () => {
  const OF_THE_MACHINE = [
    'export const a = Date.now()',
    'export const a = new Date()',
    'export const a = Date()',
  ]
  const IMPURE = [
    ...OF_THE_MACHINE,
    'export const a = Math.random()',
    'export const a = crypto.randomUUID()',
    'export const a = process.env.HOME',
    "export const a = fetch('http://localhost')",
    'export const a = setTimeout(() => undefined, 1)',
    'export const a = async () => 1',
    'export type A = () => Promise<number>',
    'let last = 0\nexport const a = () => (last += 1)',
  ]

  test('a clock, randomness, the environment and I/O are findings in core; elsewhere only a clock that anybody may set, but for operators’ commands', () => {
    const files = Object.fromEntries(
      ['core', 'chains', 'cli'].flatMap((folder) =>
        IMPURE.map((line, index) => [`src/${folder}/a${index}.ts`, `${line}\n`]),
      ),
    )
    const found = findingsIn('lint', {
      ...files,
      'src/core/pure.ts': 'export const a = new Date(0).getTime()\n',
    })
    expect(found).toEqual(
      [
        ...IMPURE.map((_, index) => `src/core/a${index}.ts`),
        ...OF_THE_MACHINE.map((_, index) => `src/chains/a${index}.ts`),
      ].toSorted(),
    )
  })
})

test.each(['architecture.md', 'glossary.md'])('docs/%s names only what is there', (document) => {
  const text = readFileSync(join(ROOT, 'docs', document), 'utf8')
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(100)
  const known = (path: string) =>
    path === 'vouch/client' || existsSync(join(ROOT, 'src', path)) || existsSync(join(ROOT, path))
  expect(named.filter((path) => !known(path))).toEqual([])
})

test('every document names only tests, benchmarks, drills and scripts that there are', () => {
  const documents = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
  const named = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, 'docs', document), 'utf8')
    const paths = text.matchAll(/`((?:test|bench|drill|scripts)\/[\w./-]+)`/g)
    return [...paths].map(([, path = '']) => ({ document, path }))
  })
  expect(named.map(({ document }) => document)).toContain('passkeys.md')
  expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('a test of a page that looks once, and does not wait for what it expects, is a finding', () => {
  const looking = (line: string) => `export const a = async () => {\n  ${line}\n}\n`
  const found = findingsIn('lint-pages', {
    'test/browser/count.ts': looking("expect(await page.getByRole('row').count()).toBe(6)"),
    'test/browser/not.ts': looking('expect(await pay.isDisabled()).not.toBe(true)'),
    'test/browser/text.ts': looking("expect(await sum.textContent()).toContain('1 ETH')"),
    'test/browser/again.ts': looking('await expect.poll(() => rows.count()).toBe(6)'),
    'test/browser/asked.ts': looking("expect(await vouch.status('0x1')).toBe('completed')"),
    'test/store/count.ts': looking('expect(await rows.count()).toBe(6)'),
  })
  expect(found).toEqual(['count', 'not', 'text'].map((file) => `test/browser/${file}.ts`))
})
